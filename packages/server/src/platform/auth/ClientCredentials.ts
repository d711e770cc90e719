import { type HttpClientResponse } from "@effect/platform"
import { Context, Data, Duration, Effect, Layer, type Redacted } from "effect"
import * as SingleFlight from "../limits/SingleFlight.ts"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { TokenEndpointClient } from "./TokenEndpointClient.ts"

/** The authorization server currently issues this service no token. */
export class TokenUnavailable extends Data.TaggedError("TokenUnavailable") {}

/** Time before its expiry at which a token is renewed. */
const expiryMargin = Duration.seconds(30)

interface CachedToken {
  readonly token: Redacted.Redacted
  /** Time of renewal as `SteadyClock.millis`, since the endpoint states a lifetime rather than a date. */
  readonly usableUntil: number
}

type HttpResponse = HttpClientResponse.HttpClientResponse

/** Access tokens with which this service calls our other services on its own behalf, never on a person's. */
export class ClientCredentials extends Context.Tag("@storefront/server/platform/auth/ClientCredentials")<
  ClientCredentials,
  {
    /**
     * Sends a request with a token for the scope. Tokens are cached until 30 seconds before they expire; on a 401 the
     * token is dropped and the request is sent once more with a new one.
     */
    readonly send: <E, R>(
      scope: string,
      request: (token: Redacted.Redacted) => Effect.Effect<HttpResponse, E, R>
    ) => Effect.Effect<HttpResponse, E | TokenUnavailable, R>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const endpoint = yield* TokenEndpointClient
      const flights = yield* SingleFlight.make<CachedToken, TokenUnavailable>()
      const cache = new Map<string, CachedToken>()

      const obtain = Effect.fnUntraced(
        function* (scope: string) {
          const askedAt = yield* SteadyClock.millis
          const { access_token, expires_in } = yield* endpoint.request({ grant_type: "client_credentials", scope })
          const lifetime = Duration.subtract(Duration.seconds(expires_in), expiryMargin)
          const obtained: CachedToken = { token: access_token, usableUntil: askedAt + Duration.toMillis(lifetime) }
          cache.set(scope, obtained)
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
        const known = cache.get(scope)
        return known !== undefined && now < known.usableUntil ? known : yield* flights.share(scope, obtain(scope))
      })

      /** Sends the request. Drops a refused token, unless a concurrent request has already replaced it. */
      const attempt = Effect.fnUntraced(function* <E, R>(
        scope: string,
        request: (token: Redacted.Redacted) => Effect.Effect<HttpResponse, E, R>
      ) {
        const used = yield* current(scope)
        const response = yield* request(used.token)
        if (response.status === 401 && cache.get(scope) === used) {
          cache.delete(scope)
        }
        return response
      })

      return {
        send: (scope, request) =>
          Effect.flatMap(attempt(scope, request), (response) =>
            response.status === 401 ? attempt(scope, request) : Effect.succeed(response)
          )
      }
    })
  )
}
