import { Context, FiberRef, FiberRefs, type Logger } from "effect"

export type Line = Logger.Logger.Options<unknown>

/**
 * Destination of the current service's lines besides the log of the process. A process has one logger that looks up the
 * sink: a logger added by each service would also get the lines of services that start after it.
 */
export class LogSink extends Context.Reference<LogSink>()("@storefront/server/platform/telemetry/LogSink", {
  defaultValue: (): ((line: Line) => void) => () => {}
}) {}

/** Returns the sink of the service that logged the line. */
export const sinkOf = ({ context }: Line) =>
  Context.get(FiberRefs.getOrDefault(context, FiberRef.currentContext), LogSink)
