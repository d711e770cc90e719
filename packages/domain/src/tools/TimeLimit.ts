import { Context, Duration } from "effect"

/**
 * Annotation of a tool contract: time limit of one call. Default: 10 seconds. Tools whose handler has its own limit use
 * `Duration.infinity`; the deadline of the turn always applies.
 */
export class TimeLimit extends Context.Reference<TimeLimit>()("@storefront/domain/tools/TimeLimit", {
  defaultValue: (): Duration.Duration => Duration.seconds(10)
}) {}
