import { CurrentUser } from "@storefront/domain/Identity"
import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { PurchaseHistory } from "@storefront/server/shop/orders/PurchaseHistory"
import { Effect } from "effect"

/** The handler of `get_purchase_history`, shared by the agents that have it. */
export const getPurchaseHistoryHandler = Effect.map(PurchaseHistory, (history) =>
  Effect.fnUntraced(function* ({ limit }: { readonly limit: number }) {
    const user = yield* CurrentUser
    const orders = yield* history.list(user.id, limit)
    return {
      orders,
      count: orders.length,
      ...messageIfEmpty(orders.length, "The customer has not ordered anything yet.")
    }
  })
)
