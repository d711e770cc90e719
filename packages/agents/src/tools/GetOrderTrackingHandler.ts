import { CurrentUser } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { day } from "@storefront/domain/EnglishWording"
import { OrderLookup } from "@storefront/server/shop/orders/OrderLookup"
import { Array, Effect } from "effect"

const statusMessages: { readonly [S in OrderStatus]: string } = {
  placed: "The order is not shipped yet: it is waiting to be confirmed.",
  confirmed: "The order is not shipped yet: it is being prepared.",
  shipped: "The order is on its way.",
  out_for_delivery: "The order is out for delivery.",
  delivered: "The order was delivered.",
  cancelled: "The order was cancelled; nothing is on its way.",
  returned: "The order was returned."
}

type Tracked = Effect.Effect.Success<ReturnType<OrderLookup["Type"]["track"]>>

/** Explains the remaining time of an undelivered order, as far as it is known. */
const delayMessage = ({ carrier_days, expected_to, is_late, status }: Tracked): string => {
  switch (status) {
    case "placed":
    case "confirmed":
      return carrier_days === null ? "" : ` The carrier takes ${deliveryWindow(carrier_days)} from the day it is sent.`
    case "shipped":
    case "out_for_delivery":
      return is_late && expected_to !== null ? ` It is late: it was expected by ${day(expected_to)}.` : ""
    default:
      return ""
  }
}

/** Makes the handler of `get_order_tracking`; agents differ in the failure for an unknown order. */
export const getOrderTrackingHandler = (orderNotFound: (id: OrderId) => ToolFailure) =>
  Effect.map(OrderLookup, (orders) =>
    Effect.fnUntraced(function* ({ order_id }: { readonly order_id: OrderId }) {
      const user = yield* CurrentUser
      const tracked = yield* Effect.catchTag(orders.track(user.id, order_id), "OrderNotFound", () =>
        Effect.fail(orderNotFound(order_id))
      )
      const { carrier_days: _, updates, ...shipment } = tracked
      return {
        order_id,
        ...shipment,
        latest_update: Array.lastNonEmpty(updates),
        timeline: updates,
        message: `${statusMessages[tracked.status]}${delayMessage(tracked)}`
      }
    })
  )
