import { Context, FiberRef, FiberRefs } from "effect"
import { type Line } from "./LogSink.ts"

/** Name of the service at hand in the log; that of the program where no service does the work. */
export class LoggingService extends Context.Reference<LoggingService>()(
  "@storefront/server/platform/telemetry/LoggingService",
  {
    defaultValue: () => "storefront"
  }
) {}

/** The service that logged the line. */
export const serviceOf = ({ context }: Line) =>
  Context.get(FiberRefs.getOrDefault(context, FiberRef.currentContext), LoggingService)
