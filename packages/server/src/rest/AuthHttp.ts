import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { Effect } from "effect"
import { Sessions } from "../accounts/Sessions.ts"
import { ClientAddress } from "../http/ClientAddress.ts"
import { LogInAttempts } from "../accounts/LogInAttempts.ts"

export const layer = HttpApiBuilder.group(StorefrontApi, "auth", (handlers) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const attempts = yield* LogInAttempts
    const addresses = yield* ClientAddress
    return handlers
      .handle("signUp", ({ payload, request }) => attempts.signUp(addresses.of(request), payload))
      .handle("logIn", ({ payload, request }) => attempts.logIn(addresses.of(request), payload))
      .handle("refresh", ({ payload }) => sessions.refresh(payload.refresh_token))
  })
)
