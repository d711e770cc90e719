import { Duration, Effect, Ref } from "effect"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { ends, ProviderFailed } from "./ProviderFailed.ts"

/** Consecutive failures that open the circuit. */
const maxFailures = 5

const cooldown = Duration.seconds(30)

/** Time from which an interrupted request counts as a failure; an earlier interruption counts as nothing. */
const stallTime = Duration.seconds(20)

/**
 * Makes a circuit breaker that rejects requests for 30 seconds after 5 consecutive failures: no connection, a server
 * fault, or no answer in time. Afterwards a single failure opens it again, and a single answer closes it. A busy server
 * does not count as failed; `ends` says which outcomes do.
 */
export const circuitBreaker = Effect.map(Ref.make({ failures: 0, openUntil: 0 }), (state) => {
  const succeeded = Ref.set(state, { failures: 0, openUntil: 0 })
  const failed = Effect.flatMap(SteadyClock.millis, (now) =>
    Ref.update(state, ({ failures, openUntil }) =>
      failures + 1 < maxFailures
        ? { failures: failures + 1, openUntil }
        : { failures: maxFailures - 1, openUntil: now + Duration.toMillis(cooldown) }
    )
  )
  return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
    Effect.gen(function* () {
      const startedAt = yield* SteadyClock.millis
      const { openUntil } = yield* Ref.get(state)
      if (startedAt < openUntil) {
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
            Effect.when(failed, () => now - startedAt >= Duration.toMillis(stallTime))
          )
        )
      )
    })
})
