import { BindingActs, erase } from "@storefront/server/assistant/actions/BindingActs"
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
      erase((yield* Checkout).act, checkout),
      erase((yield* OrderCancellation).act, cancel_order),
      erase((yield* OrderModification).act, modify_order),
      erase((yield* ReturnRequests).act, initiate_return),
      erase((yield* Refunds).act, process_refund),
      erase((yield* Withdrawals).act, withdraw_return)
    ]
  })
)
