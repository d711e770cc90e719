import { Till } from "@storefront/server/shop/cart/Till"
import { Effect, Layer } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { cartHandlers, orderingHandlers, tillHandlers } from "./handlers/cart.ts"
import { orderHandlers } from "./handlers/orders.ts"
import { returnHandlers } from "./handlers/returns.ts"
import { sellerHandlers } from "./handlers/sales.ts"
import { supportHandlers } from "./handlers/support.ts"
import { toolkit, toolkitAtTill } from "./toolkit.ts"

const handlersWithoutCheckout = Effect.gen(function* () {
  return {
    ...(yield* orderHandlers),
    ...(yield* returnHandlers),
    ...(yield* sellerHandlers),
    ...(yield* cartHandlers),
    ...(yield* supportHandlers),
    find_policy: yield* findPolicyHandler,
    find_product: yield* findProductHandler,
    get_user_profile: yield* getUserProfileHandler
  }
})

export const layer = toolkit.toLayer(
  Effect.zipWith(handlersWithoutCheckout, orderingHandlers, (handlers, checkout) =>
    toolkit.of({ ...handlers, ...checkout })
  )
)

/** The handlers of a shop with a till of its own. */
export const layerAtTill = toolkitAtTill
  .toLayer(
    Effect.zipWith(handlersWithoutCheckout, tillHandlers, (handlers, checkout) =>
      toolkitAtTill.of({ ...handlers, ...checkout })
    )
  )
  .pipe(Layer.provide(Till.layer))
