import { HttpServerRequest } from "@effect/platform"
import { LogInRate, RefreshRate, SignUpRate } from "@storefront/domain/api/RateLimits"
import { type DatabaseUnavailable, type TooManyRequests } from "@storefront/domain/Errors"
import { Effect, Layer } from "effect"
import { rateLimits } from "../../platform/config/EdgeConfig.ts"
import { ClientAddress } from "../../platform/http/ClientAddress.ts"
import { LogInAttempts } from "../../shop/accounts/LogInAttempts.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"

/** Passes the client's key to a check of each request, and annotates its logs with the client's full address. */
const withClient = (check: (client: string) => Effect.Effect<void, TooManyRequests | DatabaseUnavailable>) =>
  Effect.map(ClientAddress, (addresses) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      return Effect.annotateLogs(check(addresses.subscriberOf(request)), "client.address", addresses.of(request))
    })
  )

/** Builds a middleware that counts requests against a limit. */
const countingLimit = (name: "signUp" | "refresh") =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const { [name]: limit } = yield* rateLimits
    return yield* withClient((key) => limits.hit({ limit, key }))
  })

const logIn = Effect.flatMap(LogInAttempts, ({ admit }) => withClient(admit))

/** Limit of new access tokens by client address, at every door that issues them. */
export const refreshLayer = Layer.effect(RefreshRate, countingLimit("refresh"))

/** Rate limits of the contract's endpoints by client address. `AuthenticationHttp` limits the chat by user. */
export const layer = Layer.mergeAll(
  Layer.effect(SignUpRate, countingLimit("signUp")),
  refreshLayer,
  Layer.effect(LogInRate, logIn)
)
