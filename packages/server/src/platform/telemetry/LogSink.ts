import { Context, FiberRef, FiberRefs, type Logger } from "effect"

/** A line of the log. */
export type Line = Logger.Logger.Options<unknown>

/**
 * Where the lines of the service at hand go besides the log of the process. One logger serves all services of a process:
 * one that each of them added would also get the lines of those that start after it.
 */
export class LogSink extends Context.Reference<LogSink>()("@storefront/server/platform/telemetry/LogSink", {
  defaultValue: (): ((line: Line) => void) => () => {}
}) {}

/** That of the service that logged the line. */
export const sinkOf = ({ context }: Line) =>
  Context.get(FiberRefs.getOrDefault(context, FiberRef.currentContext), LogSink)
