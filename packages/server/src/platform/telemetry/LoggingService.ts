import { Context, FiberRef, FiberRefs } from "effect"
import { type Line } from "./LogSink.ts"

/** Name of the current service in the log; outside of any service, that of the program. */
export class LoggingService extends Context.Reference<LoggingService>()(
  "@storefront/server/platform/telemetry/LoggingService",
  {
    defaultValue: () => "storefront"
  }
) {}

/** Returns the name of the service that logged the line. */
export const serviceOf = ({ context }: Line) =>
  Context.get(FiberRefs.getOrDefault(context, FiberRef.currentContext), LoggingService)
