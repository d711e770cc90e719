import { type AiError } from "@effect/ai"
import { HttpClient, HttpClientError } from "@effect/platform"
import { Clock, Duration, Effect, Ref } from "effect"

/** Failures in a row after which requests are refused for a while. */
const maxFailures = 5

const cooldown = Duration.seconds(30)

/** A request that was given up after this long counts as a failure; one given up earlier says nothing. */
const stalled = Duration.seconds(20)

const circuitOpen = "circuit open"

/** Whether the model was not even asked, because it had failed too often just before. */
export const isCircuitOpen = (error: AiError.AiError): boolean =>
  error._tag === "HttpRequestError" && error.description === circuitOpen

const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Refuses requests at once for 30 seconds after 5 in a row failed: no connection, 408, 429 or 5xx, or no answer in the
 * time there was. Afterwards one failure is enough to refuse again, one success to forget.
 */
export const circuitBreaker: Effect.Effect<(client: HttpClient.HttpClient) => HttpClient.HttpClient> = Effect.map(
  Ref.make({ failures: 0, refusedUntil: 0 }),
  (state) => {
    const succeeded = Ref.set(state, { failures: 0, refusedUntil: 0 })
    const failed = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Ref.update(state, ({ failures, refusedUntil }) =>
        failures + 1 < maxFailures
          ? { failures: failures + 1, refusedUntil }
          : { failures: maxFailures - 1, refusedUntil: now + Duration.toMillis(cooldown) }
      )
    )
    return HttpClient.transform((response, request) =>
      Effect.gen(function* () {
        const startedAt = yield* Clock.currentTimeMillis
        const { refusedUntil } = yield* Ref.get(state)
        if (startedAt < refusedUntil) {
          return yield* new HttpClientError.RequestError({ request, reason: "Transport", description: circuitOpen })
        }
        return yield* response.pipe(
          Effect.tapBoth({
            onFailure: () => failed,
            onSuccess: ({ status }) => (isTransient(status) ? failed : succeeded)
          }),
          Effect.onInterrupt(() =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              Effect.when(failed, () => now - startedAt >= Duration.toMillis(stalled))
            )
          )
        )
      })
    )
  }
)
