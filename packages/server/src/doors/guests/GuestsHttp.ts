import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { GuestsApi } from "@storefront/domain/api/GuestsApi"
import { Unauthorized } from "@storefront/domain/Errors"
import { CurrentUser } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import * as AuthenticationHttp from "../rest/AuthenticationHttp.ts"
import { GuestClaims } from "../../assistant/chat/GuestClaims.ts"
import { rateLimits } from "../../platform/config/EdgeConfig.ts"
import { guestsEnabled } from "../../platform/config/GuestsConfig.ts"
import * as BearerToken from "../../platform/http/BearerToken.ts"
import { ClientKey } from "../../platform/http/ClientKey.ts"
import * as JsonBodyHttp from "../../platform/http/JsonBodyHttp.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import { GuestSessions } from "../../shop/accounts/GuestSessions.ts"

const group = HttpApiBuilder.group(GuestsApi, "guests", (handlers) =>
  Effect.gen(function* () {
    const sessions = yield* GuestSessions
    const claims = yield* GuestClaims
    const limits = yield* RateLimits
    const client = yield* ClientKey
    const { guests: limit } = yield* rateLimits

    const open = Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (headers["authorization"] !== undefined) {
        const token = yield* Effect.mapError(BearerToken.of(headers), () => new Unauthorized())
        return yield* sessions.renew(token)
      }
      yield* limits.hit({ limit, key: yield* client.ofRequest })
      return yield* sessions.open
    })

    return handlers
      .handle("open", () => open)
      .handle("claim", ({ payload: { guest_token } }) =>
        Effect.gen(function* () {
          const guest = yield* sessions.guestOf(guest_token)
          const { id } = yield* CurrentUser
          return yield* claims.claim(id, guest)
        })
      )
  })
)

/** The endpoints for visitors without an account, over the database; none where the shop serves no guests. */
export const layer = Layer.unwrapEffect(
  Effect.map(guestsEnabled, (isEnabled) =>
    isEnabled
      ? Layer.discard(
          group.pipe(
            Layer.provide([AuthenticationHttp.layer, JsonBodyHttp.layer]),
            Layer.provide([GuestSessions.layer, GuestClaims.layer, Sessions.layer, RateLimits.layer, ClientKey.layer])
          )
        )
      : Layer.empty
  )
)
