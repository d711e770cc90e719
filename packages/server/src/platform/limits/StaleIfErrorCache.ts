import { Duration, Effect, Option } from "effect"
import * as SingleFlight from "./SingleFlight.ts"
import * as SteadyClock from "./SteadyClock.ts"

/** Cache of one remote value, which serves the stale value while a refresh fails or is slow. */
export interface StaleIfErrorCache<A, E> {
  /**
   * Fetches on first use and again once stale. If that fails or takes longer than `patience`, the last known value is
   * used; only without one does the caller see the failure.
   */
  readonly current: Effect.Effect<A, E>
  /** Fetches a value newer than `value`, which the caller found outdated; none on failure or within `coolDown`. */
  readonly newerThan: (value: A) => Effect.Effect<Option.Option<A>>
}

interface Options {
  /** Time for which a fetched value is not refreshed. */
  readonly fresh: Duration.DurationInput
  /** Pause after a failed refresh, and between fetches by `newerThan`. */
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
  let refreshAfter = 0
  let newerAfter = 0

  const postponeRefresh = Effect.map(SteadyClock.millis, (now) => {
    refreshAfter = now + coolDown
  })

  const refresh = flights.share(
    "",
    Effect.tapBoth(read, {
      onSuccess: (value) =>
        Effect.map(SteadyClock.millis, (now) => {
          known = Option.some(value)
          refreshAfter = now + fresh
        }),
      onFailure: () => postponeRefresh
    })
  )

  /** Falls back to the known value if the refresh fails or is slow; a slow one continues in the background. */
  const orStale = (value: A) =>
    Effect.catchAll(refresh, () => Effect.succeed(value)).pipe(
      Effect.timeoutOption(options.patience ?? Duration.infinity),
      Effect.flatMap(Option.match({ onNone: () => Effect.as(postponeRefresh, value), onSome: Effect.succeed }))
    )

  const lastKnown: StaleIfErrorCache<A, E> = {
    current: Effect.flatMap(SteadyClock.millis, (now) =>
      Option.match(known, {
        onNone: () => refresh,
        onSome: (value) => (now < refreshAfter ? Effect.succeed(value) : orStale(value))
      })
    ),
    newerThan: (value) =>
      Effect.flatMap(SteadyClock.millis, (now) =>
        Option.exists(known, (newest) => newest !== value)
          ? Effect.succeed(known)
          : now < newerAfter
            ? Effect.succeedNone
            : Effect.ensuring(
                Effect.option(refresh),
                Effect.map(SteadyClock.millis, (now) => {
                  newerAfter = now + coolDown
                })
              )
      )
  }
  return lastKnown
})
