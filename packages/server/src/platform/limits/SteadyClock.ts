import { Brand, Clock, DateTime, Duration, Effect } from "effect"

/**
 * Durations and deadlines within a process, by a clock that only goes forward. The time of day is set now and then, back
 * as well as forward, and is for people and for other processes.
 */

/** Whole milliseconds since some moment, the same one for the whole process. */
export const millis: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Answers how many milliseconds have passed since it was made. */
export const stopwatch: Effect.Effect<Effect.Effect<number>> = Effect.map(millis, (begin) =>
  Effect.map(millis, (now) => now - begin)
)

/** When nobody waits any more, as `millis` tells it. */
export type Deadline = number & Brand.Brand<"Deadline">
const Deadline = Brand.nominal<Deadline>()

export const deadlineIn = (time: Duration.DurationInput): Effect.Effect<Deadline> =>
  Effect.map(millis, (now) => Deadline(now + Duration.toMillis(time)))

/** The time until a deadline; none once it has passed. */
export const left = (deadline: Deadline): Effect.Effect<Duration.Duration> =>
  Effect.map(millis, (now) => Duration.millis(Math.max(0, deadline - now)))

/** A deadline as other processes are told it. */
export const toTimeOfDay = (deadline: Deadline): Effect.Effect<DateTime.Utc> =>
  Effect.zipWith(DateTime.now, millis, (wall, now) => DateTime.add(wall, { millis: deadline - now }))

/** A deadline that another process tells. */
export const fromTimeOfDay = (time: DateTime.Utc): Effect.Effect<Deadline> =>
  Effect.zipWith(DateTime.now, millis, (wall, now) => Deadline(now + DateTime.distance(wall, time)))
