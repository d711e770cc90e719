import { noReason } from "../confirmation/Terms.ts"
import { Schema } from "effect"
import { AddressResult, GivenAddress } from "../Address.ts"
import { Category, Day } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { OrderId, ProductId } from "../Ids.ts"
import { SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { CouponCode } from "../Pricing.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { limit, offset, oneOf, orderId, text } from "./Parameters.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { ProposalResult, proposalSuffix } from "./ProposalResult.ts"
import { ShownReturn } from "./ReturnFields.ts"
import { AllowedRoles, offersCase, RefusalAdvice } from "./RolePolicy.ts"
import { Shows, showsAct } from "./Shows.ts"
import { ShownTime } from "./ShownTime.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** An order line; `name` is the product's name at the time of sale. */
export const OrderLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  category: Category,
  brand: UserText,
  quantity: Schema.Int,
  unit_price: MoneyFromNumber,
  subtotal: MoneyFromNumber
})

/** An event in an order's history. */
export const HistoryEntry = Schema.Struct({
  status: OrderStatus,
  notes: UserText,
  location: Schema.NullOr(Schema.String),
  timestamp: ShownTime
})

/** Contents that tell the orders of a list apart: up to three product names, and the number of further products. */
export const ContentsFields = { products: Schema.Array(UserText), more_products: Schema.Int }

/** Acts on an order that depend on its state. */
export const OrderAct = Schema.Literal("cancel", "modify", "return")
export type OrderAct = typeof OrderAct.Type

/** Acts that the order's state and the caller's role permit. */
export const PossibilityFields = {
  can_cancel: Schema.Boolean,
  can_return: Schema.Boolean,
  /** Acts that the state permits but the role does not; absent if none. */
  only_by_staff: Schema.optional(Schema.NonEmptyArray(OrderAct)),
  /** True for an order placed in another system, which nothing here can change; otherwise absent. */
  placed_elsewhere: Schema.optional(Schema.Boolean)
}

export const getUserOrders = tool("get_user_orders", {
  description: "The customer's orders, newest first.",
  parameters: {
    status: Schema.optional(oneOf(OrderStatus.literals, "Only orders in this status")),
    limit: limit(10),
    offset
  },
  success: Schema.Struct({
    orders: Schema.Array(
      withOrderNumber(
        Schema.Struct({
          order_id: OrderId,
          status: OrderStatus,
          ...ContentsFields,
          /** Goods after discounts, without shipping. */
          total: MoneyFromNumber,
          total_with_shipping: MoneyFromNumber,
          discount: MoneyFromNumber,
          coupon_code: Schema.NullOr(CouponCode),
          carrier: Schema.String,
          /** Null until the order is shipped. */
          tracking_number: Schema.NullOr(Schema.String),
          /** Number of lines. */
          item_count: Schema.Int,
          created_at: ShownTime,
          /** Time of the newest delivery; null before. */
          delivered_at: Schema.NullOr(ShownTime),
          ...PossibilityFields,
          /** For orders under way: the carrier's last expected day, if known, and whether it has passed. */
          expected_to: Schema.optional(Schema.NullOr(Day)),
          is_late: Schema.optional(Schema.Boolean),
          /** Note and time of the order's newest event; null if the note is the reason of its return. */
          note: Schema.NullOr(UserText),
          noted_at: Schema.NullOr(ShownTime),
          /** Reason and status of the newest return that was not withdrawn. */
          reason: Schema.NullOr(UserText),
          return_status: Schema.NullOr(ReturnStatus)
        })
      )
    ),
    count: Schema.Int,
    /** Matching orders on all pages. */
    total_count: Schema.Int,
    /** Explanation of an empty list, of `only_by_staff` or `placed_elsewhere`; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, [{ kind: "order", at: "orders" }])

export const getOrderDetails = tool("get_order_details", {
  description: "One order: items, amounts, address, history, return, refund, and what can still be done with it.",
  parameters: { order_id: orderId },
  success: withOrderNumber(
    Schema.Struct({
      order_id: OrderId,
      status: OrderStatus,
      subtotal: MoneyFromNumber,
      discount: MoneyFromNumber,
      /** Goods after discounts, without shipping. */
      total: MoneyFromNumber,
      shipping_cost: MoneyFromNumber,
      /** `total` plus `shipping_cost`. */
      amount_charged: MoneyFromNumber,
      coupon_code: Schema.NullOr(CouponCode),
      /** The customer's delivery note. */
      note: Schema.NullOr(UserText),
      recipient_name: UserText,
      shipping_address: AddressResult,
      /** Null if it is the shipping address. */
      billing_address: Schema.NullOr(AddressResult),
      carrier: Schema.String,
      speed_tier: SpeedTier,
      tracking_number: Schema.NullOr(Schema.String),
      created_at: ShownTime,
      items: Schema.Array(OrderLine),
      /** Oldest first. */
      status_history: Schema.Array(HistoryEntry),
      return: Schema.NullOr(ShownReturn),
      /** Total refunded by cancellation or returns, and the time of the last refund; null before. */
      refund: Schema.NullOr(Schema.Struct({ amount: MoneyFromNumber, method: RefundMethod, at: ShownTime })),
      ...PossibilityFields,
      /** True if address and recipient can still be changed. */
      can_modify: Schema.Boolean,
      /** Explanation of `only_by_staff` or `placed_elsewhere`; absent without them. */
      message: Schema.optional(Schema.String)
    })
  )
}).annotate(Shows, [{ kind: "order" }, { kind: "return", at: "return" }])

export const getOrderTracking = tool("get_order_tracking", {
  description: "Where one order is: status, carrier, tracking number, all steps, and when it is expected.",
  parameters: { order_id: orderId },
  success: withOrderNumber(
    Schema.Struct({
      order_id: OrderId,
      status: OrderStatus,
      carrier: Schema.String,
      tracking_number: Schema.NullOr(Schema.String),
      latest_update: HistoryEntry,
      /** Oldest first. */
      timeline: Schema.Array(HistoryEntry),
      /** Expected delivery days, counted from dispatch; null before it, and if the route has no transit days. */
      expected_from: Schema.NullOr(Day),
      expected_to: Schema.NullOr(Day),
      /** True if the last expected day passed without delivery. */
      is_late: Schema.Boolean,
      /** 0 unless late. */
      days_late: Schema.Int,
      message: Schema.String
    })
  )
}).annotate(Shows, [{ kind: "order" }])

/** Effects of a cancellation. */
export const Cancellation = Schema.Struct({
  order_id: OrderId,
  previous_status: OrderStatus,
  status: Schema.Literal("cancelled"),
  reason: UserText,
  /** Goods and shipping. */
  refund_amount: MoneyFromNumber,
  /** Sorted by product, then warehouse. */
  restocked: Schema.Array(
    Schema.Struct({ product_id: ProductId, name: UserText, warehouse: Schema.String, quantity: Schema.Int })
  ),
  /** True if the order's coupon became usable again. */
  coupon_released: Schema.Boolean,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const cancelOrder = tool("cancel_order", {
  description: `Cancel a whole placed or confirmed order. ${proposalSuffix}`,
  parameters: {
    order_id: orderId,
    reason: text(1, 500, `The customer's own, or ${noReason}`)
  },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

/** Effects of changing an order's address or recipient. */
export const AddressChange = Schema.Struct({
  order_id: OrderId,
  status: OrderStatus,
  previous_recipient: UserText,
  recipient_name: UserText,
  previous_address: AddressResult,
  new_address: AddressResult
})

export const modifyOrder = tool("modify_order", {
  description: `Send a placed or confirmed order to another address or recipient. ${proposalSuffix}`,
  parameters: {
    order_id: orderId,
    recipient_name: Schema.optional(text(1, 100, "Who receives it")),
    new_address: Schema.optional(GivenAddress.annotations({ description: "The whole new address" }))
  },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)
