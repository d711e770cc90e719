import { Brand, Clock, DateTime, Duration, Effect } from "effect"

/**
 * Durations and deadlines within a process, on a monotonic clock. The wall clock may be adjusted at any time, so it is
 * only for times that are shown to people or sent to other processes.
 */

/** Whole milliseconds on the monotonic clock, since an arbitrary moment of this process. */
export const millis: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Starts a stopwatch; the inner effect returns the elapsed milliseconds. */
export const stopwatch: Effect.Effect<Effect.Effect<number>> = Effect.map(millis, (startedAt) =>
  Effect.map(millis, (now) => now - startedAt)
)

/** Deadline on the clock of `millis`. */
export type Deadline = number & Brand.Brand<"Deadline">
const Deadline = Brand.nominal<Deadline>()

export const deadlineIn = (time: Duration.DurationInput): Effect.Effect<Deadline> =>
  Effect.map(millis, (now) => Deadline(now + Duration.toMillis(time)))

/** Returns the time until a deadline; zero once it has passed. */
export const remaining = (deadline: Deadline): Effect.Effect<Duration.Duration> =>
  Effect.map(millis, (now) => Duration.millis(Math.max(0, deadline - now)))

export const hasPassed = (deadline: Deadline): Effect.Effect<boolean> => Effect.map(millis, (now) => now >= deadline)

/** Converts a deadline to wall-clock time for other processes. */
export const toWallClock = (deadline: Deadline): Effect.Effect<DateTime.Utc> =>
  Effect.zipWith(DateTime.now, millis, (wall, now) => DateTime.add(wall, { millis: deadline - now }))

/** Converts another process's deadline from wall-clock time. */
export const fromWallClock = (time: DateTime.Utc): Effect.Effect<Deadline> =>
  Effect.zipWith(DateTime.now, millis, (wall, now) => Deadline(now + DateTime.distance(wall, time)))
