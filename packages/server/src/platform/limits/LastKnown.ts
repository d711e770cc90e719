import { Duration, Effect, Option } from "effect"
import * as SingleFlight from "./SingleFlight.ts"
import * as SteadyClock from "./SteadyClock.ts"

/** Cache of one remote value that may change. */
export interface LastKnown<A, E> {
  /**
   * Fetches on first use and again once stale. If that fails or takes longer than `patience`, the last known value is
   * used; only without one does the caller see the failure.
   */
  readonly current: Effect.Effect<A, E>
  /** Fetches a newer value for a caller to whom this one is outdated; none if that failed or was tried just before. */
  readonly newerThan: (value: A) => Effect.Effect<Option.Option<A>>
}

interface Options {
  /** Time for which a fetched value is not refreshed. */
  readonly fresh: Duration.DurationInput
  /** Pause after a failure and after a `newerThan`. */
  readonly coolDown: Duration.DurationInput
  /** Longest wait for a refresh if a value is known; unlimited by default. */
  readonly patience?: Duration.DurationInput
}

/** Makes an empty cache. Concurrent callers share one fetch. */
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

  /** Falls back to the known value if the refresh fails or is slow; a slow one continues in the background. */
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
