import { getPriceHistoryHandler } from "@storefront/mcp/tools/GetPriceHistoryHandler"
import { Effect } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getPurchaseHistoryHandler } from "../tools/GetPurchaseHistoryHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { cartHandlers } from "./handlers/cart.ts"
import { dealHandlers } from "./handlers/deals.ts"
import { loyaltyHandlers } from "./handlers/loyalty.ts"
import { toolkit } from "./toolkit.ts"

export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* dealHandlers),
      ...(yield* cartHandlers),
      ...(yield* loyaltyHandlers),
      find_policy: yield* findPolicyHandler,
      find_product: yield* findProductHandler,
      get_price_history: yield* getPriceHistoryHandler,
      get_purchase_history: yield* getPurchaseHistoryHandler,
      get_user_profile: yield* getUserProfileHandler
    })
  })
)
