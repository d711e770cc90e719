import { HttpApiBuilder, type HttpServerRequest } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Effect } from "effect"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import { ClientAddress } from "../../platform/http/ClientAddress.ts"
import { LogInAttempts } from "../../shop/accounts/LogInAttempts.ts"

export const layer = HttpApiBuilder.group(StorefrontApi, "auth", (handlers) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const attempts = yield* LogInAttempts
    const addresses = yield* ClientAddress
    /** Passes the client's rate limit key to an attempt, and annotates its logs with the client's full address. */
    const forClient = <A, E>(
      request: HttpServerRequest.HttpServerRequest,
      attempt: (client: string) => Effect.Effect<A, E>
    ) => {
      return Effect.annotateLogs(attempt(addresses.subscriberOf(request)), "client.address", addresses.of(request))
    }
    return handlers
      .handle("signUp", ({ payload, request }) => forClient(request, (client) => attempts.signUp(client, payload)))
      .handle("logIn", ({ payload, request }) => forClient(request, (client) => attempts.logIn(client, payload)))
      .handle("refresh", ({ payload, request }) => forClient(request, () => sessions.refresh(payload.refresh_token)))
  })
)
