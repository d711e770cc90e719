import { HttpApiBuilder } from "@effect/platform"
import { IdentityApi } from "@storefront/domain/api/IdentityApi"
import { Effect, Layer, Option } from "effect"
import { ShopSignIn } from "../../assistant/chat/ShopSignIn.ts"
import { shopIdentity } from "../../platform/config/ShopIdentityConfig.ts"
import { ClientAddress } from "../../platform/http/ClientAddress.ts"
import * as FormBodyHttp from "../../platform/http/FormBodyHttp.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import * as RateLimitsHttp from "../rest/RateLimitsHttp.ts"

const group = HttpApiBuilder.group(IdentityApi, "identity", (handlers) =>
  Effect.gen(function* () {
    const signIn = yield* ShopSignIn
    const addresses = yield* ClientAddress
    return handlers.handle("exchange", ({ payload, request }) =>
      Effect.annotateLogs(signIn.exchange(payload.assertion), "client.address", addresses.of(request))
    )
  })
).pipe(
  Layer.provide([RateLimitsHttp.refreshLayer, FormBodyHttp.layer]),
  Layer.provide([RateLimits.layer, ClientAddress.layer])
)

/** The endpoint for the shop's own customers, over the database; without keys of the shop there is none. */
export const layer = Layer.unwrapEffect(
  Effect.map(
    shopIdentity,
    Option.match({
      onNone: () => Layer.empty,
      onSome: (keys) => Layer.discard(Layer.provide(group, ShopSignIn.layer(keys)))
    })
  )
)
