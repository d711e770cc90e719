import { Effect } from "effect"
import { findProduct } from "../tools/FindProduct.ts"
import { getUserProfile } from "../tools/UserProfile.ts"
import { cartHandlers } from "./handlers/cart.ts"
import { orderHandlers } from "./handlers/orders.ts"
import { returnHandlers } from "./handlers/returns.ts"
import { sellerHandlers } from "./handlers/selling.ts"
import { toolkit } from "./toolkit.ts"

/** The handlers of order-management. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* orderHandlers),
      ...(yield* returnHandlers),
      ...(yield* sellerHandlers),
      ...(yield* cartHandlers),
      find_product: yield* findProduct,
      get_user_profile: yield* getUserProfile
    })
  })
)
