import { Context, Duration } from "effect"

/**
 * How long one call of a tool may take; the annotation of a tool contract. Absent: 10 seconds. A tool whose handler
 * keeps a limit of its own is annotated with `Duration.infinity`; the deadline of the turn holds in any case.
 */
export class TimeLimit extends Context.Reference<TimeLimit>()("@storefront/domain/tools/TimeLimit", {
  defaultValue: (): Duration.Duration => Duration.seconds(10)
}) {}
