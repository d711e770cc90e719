import { CurrentUser } from "@storefront/domain/Identity"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { invalidArgument, ToolFailure, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { OrderCancellation, type OrderNotCancellable } from "@storefront/server/shop/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/shop/orders/OrderLookup"
import { OrderModification, type OrderNotModifiable } from "@storefront/server/shop/orders/OrderModification"
import { Effect } from "effect"
import { getOrderTrackingHandler } from "../../tools/GetOrderTrackingHandler.ts"
import { proposing } from "../../tools/Propose.ts"
import { orderTools } from "../toolkit.ts"
import {
  addressIncomplete,
  doneByStaff,
  elsewhereMessage,
  notDeliverable,
  offerCase,
  orderNotFound,
  placedElsewhere
} from "./failures.ts"

const whyNotCancellable = (status: OrderStatus): string => {
  switch (status) {
    case "cancelled":
      return "The order is already cancelled. Tell the customer so."
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

const notModifiable = ({ status }: OrderNotModifiable) =>
  new ToolFailure({
    error: "conflict",
    message: `Address and recipient of an order can only be changed before it leaves the warehouse. Tell the customer so. ${offerCase}`,
    current_status: status,
    allowed_statuses: modifiable
  })

const emptyPage = (total: number, status: OrderStatus | undefined): string =>
  total > 0
    ? "There are no more orders beyond this offset."
    : status === undefined
      ? "The customer has not ordered anything yet."
      : "The customer has no orders in this status."

/** Adds a message if an order allows acts to staff only, or none because it was placed elsewhere. */
const restrictionMessage = (
  orders: ReadonlyArray<{ readonly only_by_staff?: unknown; readonly placed_elsewhere?: boolean }>
) => {
  const sentences = [
    ...(orders.some(({ only_by_staff }) => only_by_staff !== undefined)
      ? [`What only_by_staff names is possible. ${doneByStaff}`]
      : []),
    ...(orders.some(({ placed_elsewhere }) => placed_elsewhere === true)
      ? [`Where placed_elsewhere is true: ${elsewhereMessage}`]
      : [])
  ]
  return sentences.length > 0 ? { message: sentences.join(" ") } : {}
}

export const orderHandlers = Effect.gen(function* () {
  const lookup = yield* OrderLookup
  const cancellation = yield* OrderCancellation
  const modification = yield* OrderModification
  const propose = yield* proposing
  return orderTools.of({
    get_user_orders: Effect.fnUntraced(function* ({ limit, offset, status }) {
      const user = yield* CurrentUser
      const { orders, total } = yield* lookup.list(user, { status: status ?? null, limit, offset })
      return {
        orders,
        count: orders.length,
        total_count: total,
        ...restrictionMessage(orders),
        ...messageIfEmpty(orders.length, emptyPage(total, status))
      }
    }),

    get_order_details: Effect.fnUntraced(function* ({ order_id }) {
      const user = yield* CurrentUser
      const order = yield* Effect.catchTag(lookup.find(user, order_id), "OrderNotFound", () =>
        Effect.fail(orderNotFound(order_id))
      )
      return { ...order, ...restrictionMessage([order]) }
    }),

    get_order_tracking: yield* getOrderTrackingHandler(orderNotFound),

    cancel_order: Effect.fnUntraced(
      function* ({ order_id, reason }) {
        return yield* propose(cancellation.act, { orderId: order_id, reason })
      },
      (effect, { order_id }) =>
        Effect.catchTags(effect, {
          OrderNotFound: () => Effect.fail(orderNotFound(order_id)),
          PlacedElsewhere: () => Effect.fail(placedElsewhere()),
          OrderNotCancellable: (error) => Effect.fail(notCancellable(error))
        })
    ),

    modify_order: Effect.fnUntraced(
      function* ({ new_address, order_id, recipient_name }) {
        if (new_address === undefined && recipient_name === undefined) {
          return yield* Effect.fail(invalidArgument("new_address", "give new_address, recipient_name or both"))
        }
        return yield* propose(modification.act, { orderId: order_id, address: new_address, recipient: recipient_name })
      },
      (effect, { order_id }) =>
        Effect.catchTags(effect, {
          OrderNotFound: () => Effect.fail(orderNotFound(order_id)),
          PlacedElsewhere: () => Effect.fail(placedElsewhere()),
          OrderNotModifiable: (error) => Effect.fail(notModifiable(error)),
          AddressIncomplete: (error) => Effect.fail(addressIncomplete(error, "new_address.")),
          AddressNotDeliverable: (error) => Effect.fail(notDeliverable(error, "new_address."))
        })
    )
  })
})
