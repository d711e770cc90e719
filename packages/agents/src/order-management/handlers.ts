import { Effect } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { cartHandlers } from "./handlers/cart.ts"
import { orderHandlers } from "./handlers/orders.ts"
import { returnHandlers } from "./handlers/returns.ts"
import { sellerHandlers } from "./handlers/sales.ts"
import { supportHandlers } from "./handlers/support.ts"
import { toolkit } from "./toolkit.ts"

export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* orderHandlers),
      ...(yield* returnHandlers),
      ...(yield* sellerHandlers),
      ...(yield* cartHandlers),
      ...(yield* supportHandlers),
      find_policy: yield* findPolicyHandler,
      find_product: yield* findProductHandler,
      get_user_profile: yield* getUserProfileHandler
    })
  })
)
