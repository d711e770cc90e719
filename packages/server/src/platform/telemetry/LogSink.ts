import { Context, FiberRef, FiberRefs, type Logger } from "effect"

export type Line = Logger.Logger.Options<unknown>

/**
 * Destination of the current service's lines besides the log of the process. One logger serves all services of a
 * process: a logger added by each of them would also get the lines of services that start after it.
 */
export class LogSink extends Context.Reference<LogSink>()("@storefront/server/platform/telemetry/LogSink", {
  defaultValue: (): ((line: Line) => void) => () => {}
}) {}

/** Returns the sink of the service that logged the line. */
export const sinkOf = ({ context }: Line) =>
  Context.get(FiberRefs.getOrDefault(context, FiberRef.currentContext), LogSink)
