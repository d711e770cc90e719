import { Duration, Effect, Option } from "effect"
import * as SingleFlight from "./SingleFlight.ts"
import * as SteadyClock from "./SteadyClock.ts"

/** A value that somebody else has and may change. */
export interface LastKnown<A, E> {
  /**
   * Read when it is first asked for, and again when it is not fresh any more. When that fails, or takes longer than
   * `patience`, the last known value stands; only who has none learns of the failure.
   */
  readonly current: Effect.Effect<A, E>
  /** Reads it now, for somebody to whom this value is too old; none when that failed, or was done just before. */
  readonly newerThan: (value: A) => Effect.Effect<Option.Option<A>>
}

interface Options {
  /** How long a value that was read is not asked for again. */
  readonly fresh: Duration.DurationInput
  /** How long after a failure, and after a `newerThan`, the same is not tried again. */
  readonly coolDown: Duration.DurationInput
  /** How long whoever has a value waits for a fresher one; without end when it is not given. */
  readonly patience?: Duration.DurationInput
}

/** Nothing is read yet. Whoever asks meanwhile shares the reading that is under way. */
export const make = Effect.fnUntraced(function* <A, E>(read: Effect.Effect<A, E>, options: Options) {
  const flights = yield* SingleFlight.make<A, E>()
  const fresh = Duration.toMillis(options.fresh)
  const coolDown = Duration.toMillis(options.coolDown)
  let known = Option.none<A>()
  let staleAt = 0
  let newerAt = 0

  const tryLater = Effect.map(SteadyClock.millis, (now) => {
    staleAt = now + coolDown
  })

  const refresh = flights.share(
    "",
    Effect.tapBoth(read, {
      onSuccess: (value) =>
        Effect.map(SteadyClock.millis, (now) => {
          known = Option.some(value)
          staleAt = now + fresh
        }),
      onFailure: () => tryLater
    })
  )

  /** Nobody waits for what takes too long: it goes on behind those who use the value that there is. */
  const orStale = (value: A) =>
    Effect.catchAll(refresh, () => Effect.succeed(value)).pipe(
      Effect.timeoutOption(options.patience ?? Duration.infinity),
      Effect.flatMap(Option.match({ onNone: () => Effect.as(tryLater, value), onSome: Effect.succeed }))
    )

  const lastKnown: LastKnown<A, E> = {
    current: Effect.flatMap(SteadyClock.millis, (now) =>
      Option.match(known, {
        onNone: () => refresh,
        onSome: (value) => (now < staleAt ? Effect.succeed(value) : orStale(value))
      })
    ),
    newerThan: (value) =>
      Effect.flatMap(SteadyClock.millis, (now) =>
        Option.exists(known, (newest) => newest !== value)
          ? Effect.succeed(known)
          : now < newerAt
            ? Effect.succeedNone
            : Effect.ensuring(
                Effect.option(refresh),
                Effect.map(SteadyClock.millis, (now) => {
                  newerAt = now + coolDown
                })
              )
      )
  }
  return lastKnown
})
