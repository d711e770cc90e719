import { CurrentUser } from "@storefront/domain/Identity"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { Effect } from "effect"

/** The handler of `get_purchase_history`, alike for every agent that has it. */
export const getPurchaseHistory = Effect.map(PurchaseHistory, (history) =>
  Effect.fn("get_purchase_history")(function* ({ limit }: { readonly limit: number }) {
    const user = yield* CurrentUser
    const orders = yield* history.list(user.id, limit)
    return {
      orders,
      count: orders.length,
      ...(orders.length > 0 ? {} : { message: "The customer has not ordered anything yet." })
    }
  })
)
