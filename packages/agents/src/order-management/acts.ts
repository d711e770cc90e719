import { BindingActs, eraseTypes } from "@storefront/server/assistant/actions/BindingActs"
import { Checkout } from "@storefront/server/shop/cart/Checkout"
import { OrderCancellation } from "@storefront/server/shop/orders/OrderCancellation"
import { OrderModification } from "@storefront/server/shop/orders/OrderModification"
import { Refunds } from "@storefront/server/shop/returns/Refunds"
import { ReturnRequests } from "@storefront/server/shop/returns/ReturnRequests"
import { Withdrawals } from "@storefront/server/shop/returns/Withdrawals"
import { Effect } from "effect"
import { toolkit } from "./toolkit.ts"

export const layer = BindingActs.layer(
  Effect.gen(function* () {
    const { cancel_order, checkout, initiate_return, modify_order, process_refund, withdraw_return } = toolkit.tools
    return [
      eraseTypes((yield* Checkout).act, checkout),
      eraseTypes((yield* OrderCancellation).act, cancel_order),
      eraseTypes((yield* OrderModification).act, modify_order),
      eraseTypes((yield* ReturnRequests).act, initiate_return),
      eraseTypes((yield* Refunds).act, process_refund),
      eraseTypes((yield* Withdrawals).act, withdraw_return)
    ]
  })
)
