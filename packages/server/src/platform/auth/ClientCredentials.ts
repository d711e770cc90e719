import { type HttpClientResponse } from "@effect/platform"
import { Context, Data, Duration, Effect, Layer, type Redacted } from "effect"
import * as SingleFlight from "../limits/SingleFlight.ts"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { TokenEndpoint } from "./TokenEndpoint.ts"

/** There is no token for this service at the moment. */
export class TokenUnavailable extends Data.TaggedError("TokenUnavailable") {}

/** How long before its end a token is not used any more. */
const margin = Duration.seconds(30)

interface KeptToken {
  readonly token: Redacted.Redacted
  /** When another one is asked for, as `SteadyClock.millis` tells it: the endpoint says for how long a token is good. */
  readonly usableUntil: number
}

type Answer = HttpClientResponse.HttpClientResponse

/** The tokens with which this service calls others of ours, in its own name and never in that of a person. */
export class ClientCredentials extends Context.Tag("@storefront/server/platform/auth/ClientCredentials")<
  ClientCredentials,
  {
    /**
     * Sends a request with a token for the scope. A token is kept until 30 seconds before its end; when the answer is
     * 401 it is dropped, and the request is sent once more with another one.
     */
    readonly send: <E, R>(
      scope: string,
      request: (token: Redacted.Redacted) => Effect.Effect<Answer, E, R>
    ) => Effect.Effect<Answer, E | TokenUnavailable, R>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const endpoint = yield* TokenEndpoint
      const flights = yield* SingleFlight.make<KeptToken, TokenUnavailable>()
      const kept = new Map<string, KeptToken>()

      const obtain = Effect.fnUntraced(
        function* (scope: string) {
          const askedAt = yield* SteadyClock.millis
          const { access_token, expires_in } = yield* endpoint.request({ grant_type: "client_credentials", scope })
          const lifetime = Duration.subtract(Duration.seconds(expires_in), margin)
          const obtained: KeptToken = { token: access_token, usableUntil: askedAt + Duration.toMillis(lifetime) }
          kept.set(scope, obtained)
          return obtained
        },
        (effect, scope) =>
          Effect.catchAll(effect, (error) =>
            Effect.logWarning("the authorization server gives this service no token").pipe(
              Effect.annotateLogs({
                scope,
                reason: error._tag === "GrantRefused" ? `${error.status} ${error.error}` : error.reason
              }),
              Effect.zipRight(new TokenUnavailable())
            )
          )
      )

      const current = Effect.fnUntraced(function* (scope: string) {
        const now = yield* SteadyClock.millis
        const known = kept.get(scope)
        return known !== undefined && now < known.usableUntil ? known : yield* flights.share(scope, obtain(scope))
      })

      /** Sends it, and forgets the token if it is refused, unless somebody else has brought another one meanwhile. */
      const attempt = Effect.fnUntraced(function* <E, R>(
        scope: string,
        request: (token: Redacted.Redacted) => Effect.Effect<Answer, E, R>
      ) {
        const used = yield* current(scope)
        const answer = yield* request(used.token)
        if (answer.status === 401 && kept.get(scope) === used) {
          kept.delete(scope)
        }
        return answer
      })

      return {
        send: (scope, request) =>
          Effect.flatMap(attempt(scope, request), (answer) =>
            answer.status === 401 ? attempt(scope, request) : Effect.succeed(answer)
          )
      }
    })
  )
}
