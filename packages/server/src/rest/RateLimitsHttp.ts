import { HttpServerRequest } from "@effect/platform"
import { LogInRate, RefreshRate, SignUpRate } from "@storefront/domain/api/RateLimits"
import { type TooManyRequests } from "@storefront/domain/Errors"
import { Effect, Layer } from "effect"
import { rateLimits } from "../config/EdgeConfig.ts"
import { ClientAddress } from "../http/ClientAddress.ts"
import { LogInAttempts } from "../accounts/LogInAttempts.ts"
import { RateLimits } from "../limits/RateLimits.ts"

/** Does something with the client address of each request. */
const withAddress = (check: (address: string) => Effect.Effect<void, TooManyRequests>) =>
  Effect.map(ClientAddress, (addresses) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => check(addresses.of(request)))
  )

/** Counts one more of the things that the limit is for. */
const counted = (name: "signUp" | "refresh") =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const { [name]: limit } = yield* rateLimits
    return yield* withAddress((key) => limits.hit({ limit, key }))
  })

const logIn = Effect.flatMap(LogInAttempts, ({ admit }) => withAddress(admit))

/** The limits of the contract that count per client address. The one of chat counts per user: see `AuthenticationHttp`. */
export const layer = Layer.mergeAll(
  Layer.effect(SignUpRate, counted("signUp")),
  Layer.effect(RefreshRate, counted("refresh")),
  Layer.effect(LogInRate, logIn)
)
