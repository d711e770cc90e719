import { Effect } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getPurchaseHistoryHandler } from "../tools/GetPurchaseHistoryHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { reviewHandlers } from "./handlers/reviews.ts"
import { sentimentHandlers } from "./handlers/sentiment.ts"
import { toolkit } from "./toolkit.ts"

export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* reviewHandlers),
      ...(yield* sentimentHandlers),
      find_policy: yield* findPolicyHandler,
      find_product: yield* findProductHandler,
      get_purchase_history: yield* getPurchaseHistoryHandler,
      get_user_profile: yield* getUserProfileHandler
    })
  })
)
