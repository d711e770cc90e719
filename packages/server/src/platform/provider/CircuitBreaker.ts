import { Duration, Effect, Ref } from "effect"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { ends, ProviderFailed } from "./ProviderFailed.ts"

/** Failures in a row after which requests are refused for a while. */
const maxFailures = 5

const cooldown = Duration.seconds(30)

/** A request that was given up after this long counts as a failure; one given up earlier says nothing. */
const stalled = Duration.seconds(20)

/**
 * Refuses requests at once for 30 seconds after 5 in a row failed: no connection, a fault of the server, or no answer in
 * the time there was. Afterwards one failure is enough to refuse again, one answer to forget. A server that is busy is
 * not out of order.
 */
export const circuitBreaker = Effect.map(Ref.make({ failures: 0, refusedUntil: 0 }), (state) => {
  const succeeded = Ref.set(state, { failures: 0, refusedUntil: 0 })
  const failed = Effect.flatMap(SteadyClock.millis, (now) =>
    Ref.update(state, ({ failures, refusedUntil }) =>
      failures + 1 < maxFailures
        ? { failures: failures + 1, refusedUntil }
        : { failures: maxFailures - 1, refusedUntil: now + Duration.toMillis(cooldown) }
    )
  )
  return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
    Effect.gen(function* () {
      const startedAt = yield* SteadyClock.millis
      const { refusedUntil } = yield* Ref.get(state)
      if (startedAt < refusedUntil) {
        return yield* new ProviderFailed({ end: "circuit_open" })
      }
      return yield* request.pipe(
        Effect.tapBoth({
          onFailure: ({ end }) => {
            const { isFault } = ends[end]
            return isFault === null ? Effect.void : isFault ? failed : succeeded
          },
          onSuccess: () => succeeded
        }),
        Effect.onInterrupt(() =>
          Effect.flatMap(SteadyClock.millis, (now) =>
            Effect.when(failed, () => now - startedAt >= Duration.toMillis(stalled))
          )
        )
      )
    })
})
