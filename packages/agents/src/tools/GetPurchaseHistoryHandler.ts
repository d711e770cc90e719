import { CurrentUser } from "@storefront/domain/Identity"
import { whenNone } from "@storefront/domain/tools/ToolContract"
import { PurchaseHistory } from "@storefront/server/shop/orders/PurchaseHistory"
import { Effect } from "effect"

/** The handler of `get_purchase_history`, the same for every agent that has it. */
export const getPurchaseHistoryHandler = Effect.map(PurchaseHistory, (history) =>
  Effect.fnUntraced(function* ({ limit }: { readonly limit: number }) {
    const user = yield* CurrentUser
    const orders = yield* history.list(user.id, limit)
    return { orders, count: orders.length, ...whenNone(orders.length, "The customer has not ordered anything yet.") }
  })
)
