import { Effect } from "effect"
import { findProduct } from "../shared/FindProduct.ts"
import { getUserProfile } from "../shared/UserProfile.ts"
import { cartHandlers } from "./cartHandlers.ts"
import { orderHandlers } from "./orderHandlers.ts"
import { returnHandlers } from "./returnHandlers.ts"
import { sellerHandlers } from "./sellerHandlers.ts"
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
