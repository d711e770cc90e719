import { CurrentUser } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { OrderCancellation, type OrderNotCancellable } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Array, Effect } from "effect"
import { findProduct } from "../shared/FindProduct.ts"
import { getUserProfile } from "../shared/UserProfile.ts"
import { toolkit } from "./toolkit.ts"

const orderNotFound = (id: OrderId) =>
  notFound("order", id, "The customer has no order with this id. Call get_user_orders to list order ids.")

/** Where an order is, for people. */
const tracking: { readonly [S in OrderStatus]: string } = {
  placed: "The order is not shipped yet: it waits to be confirmed.",
  confirmed: "The order is not shipped yet: it is being prepared.",
  shipped: "The order is on its way.",
  out_for_delivery: "The order is out for delivery.",
  delivered: "The order was delivered.",
  cancelled: "The order was cancelled; nothing is on its way.",
  returned: "The order was returned."
}

const whyNotCancellable = (status: OrderStatus): string => {
  switch (status) {
    case "cancelled":
      return "The order is cancelled already. Tell the customer so."
    case "delivered":
      return "A delivered order can no longer be cancelled. Offer to send it back with initiate_return instead."
    case "returned":
      return "A returned order can no longer be cancelled. Tell the customer so."
    default:
      return "The order has left the warehouse and can no longer be cancelled. It can be sent back after delivery."
  }
}

const notCancellable = ({ status }: OrderNotCancellable) =>
  new ToolFailure({
    error: "conflict",
    message: whyNotCancellable(status),
    current_status: status,
    allowed_statuses: cancellable
  })

const effectKeyReused = () =>
  new ToolFailure({
    error: "conflict",
    message: "This call was made before with other arguments. Look at the order before you try again.",
    reason: "effect_key_reused"
  })

/** The handlers of order-management. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const lookup = yield* OrderLookup
    const cancellation = yield* OrderCancellation
    return toolkit.of({
      find_product: yield* findProduct,
      get_user_profile: yield* getUserProfile,

      get_user_orders: Effect.fn("get_user_orders")(function* ({ limit, offset, status }) {
        const user = yield* CurrentUser
        const { orders, total } = yield* lookup.list({ owner: user.id, status: status ?? null, limit, offset })
        return {
          orders,
          count: orders.length,
          total_count: total,
          ...(orders.length > 0
            ? {}
            : {
                message:
                  total > 0
                    ? "There are no more orders beyond this offset."
                    : status === undefined
                      ? "The customer has not ordered anything yet."
                      : "The customer has no orders in this status."
              })
        }
      }),

      get_order_details: Effect.fn("get_order_details")(function* ({ order_id }) {
        const user = yield* CurrentUser
        return yield* Effect.mapError(lookup.find(user.id, order_id), () => orderNotFound(order_id))
      }),

      get_order_tracking: Effect.fn("get_order_tracking")(function* ({ order_id }) {
        const user = yield* CurrentUser
        const { updates, ...shipment } = yield* Effect.mapError(lookup.track(user.id, order_id), () =>
          orderNotFound(order_id)
        )
        return {
          order_id,
          ...shipment,
          latest_update: Array.lastNonEmpty(updates),
          timeline: updates,
          message: tracking[shipment.status]
        }
      }),

      cancel_order: Effect.fn("cancel_order")(
        function* ({ order_id, reason }) {
          const user = yield* CurrentUser
          const { replayed, result } = yield* cancellation.cancel(user.id, order_id, reason)
          return {
            ...result,
            message: "The order is cancelled. The refund goes back to the original payment.",
            ...(replayed ? { replayed } : {})
          }
        },
        (effect, { order_id }) =>
          Effect.catchTags(effect, {
            OrderNotFound: () => Effect.fail(orderNotFound(order_id)),
            OrderNotCancellable: (error) => Effect.fail(notCancellable(error)),
            EffectKeyReused: () => Effect.fail(effectKeyReused())
          })
      )
    })
  })
)
