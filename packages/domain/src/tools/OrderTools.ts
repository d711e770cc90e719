import { noReason } from "../confirmation/Terms.ts"
import { Schema } from "effect"
import { Address, AddressResult } from "../Address.ts"
import { Category, Day } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { OrderId, ProductId } from "../Ids.ts"
import { SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { CouponCode } from "../Pricing.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { limit, offset, oneOf, orderId, text } from "./Parameters.ts"
import { numbered } from "./Numbered.ts"
import { Proposed, proposes } from "./Proposed.ts"
import { ShownReturn } from "./ReturnFields.ts"
import { AllowedRoles, offersCase, RefusalAdvice } from "./RolePolicy.ts"
import { Shows, showsAct } from "./Shows.ts"
import { ShownTime } from "./ShownTime.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** A line of an order; `name` is the product's name as it was sold. */
export const OrderLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  category: Category,
  brand: UserText,
  quantity: Schema.Int,
  unit_price: MoneyFromNumber,
  subtotal: MoneyFromNumber
})

/** A step of an order on its way. */
export const HistoryEntry = Schema.Struct({
  status: OrderStatus,
  notes: UserText,
  location: Schema.NullOr(Schema.String),
  timestamp: ShownTime
})

/** How a list of orders tells one from another: the names of up to three products, and how many more there are. */
export const ContentsFields = { products: Schema.Array(UserText), more_products: Schema.Int }

/** Acts on a whole order that its state can allow. */
export const OrderAct = Schema.Literal("cancel", "modify", "return")
export type OrderAct = typeof OrderAct.Type

/** The acts on an order that its state and the person's role allow. */
export const PossibilityFields = {
  can_cancel: Schema.Boolean,
  can_return: Schema.Boolean,
  /** The acts that the state allows and the role does not; absent when there is none. */
  only_by_staff: Schema.optional(Schema.NonEmptyArray(OrderAct))
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
      numbered(
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
          /** When it was delivered last; null before. */
          delivered_at: Schema.NullOr(ShownTime),
          ...PossibilityFields,
          /** Of an order under way: the last day on which its carrier should bring it, if that is known, and whether it is over. */
          expected_to: Schema.optional(Schema.NullOr(Day)),
          is_late: Schema.optional(Schema.Boolean),
          /** The note of the newest step of the order, and its time; null when the note is the reason of its return. */
          note: Schema.NullOr(UserText),
          noted_at: Schema.NullOr(ShownTime),
          /** Why it was returned, and how far that is: its newest return that was not withdrawn. */
          reason: Schema.NullOr(UserText),
          return_status: Schema.NullOr(ReturnStatus)
        })
      )
    ),
    count: Schema.Int,
    /** Orders that match, on all pages. */
    total_count: Schema.Int,
    /** Says why the list is empty, or what `only_by_staff` means; absent when there is neither. */
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, [{ kind: "order", at: "orders" }])

export const getOrderDetails = tool("get_order_details", {
  description: "One order: items, amounts, address, history, return, refund, and what can still be done with it.",
  parameters: { order_id: orderId },
  success: numbered(
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
      /** The customer's note for the delivery. */
      note: Schema.NullOr(UserText),
      recipient_name: UserText,
      shipping_address: AddressResult,
      /** Null when it is the shipping address. */
      billing_address: Schema.NullOr(AddressResult),
      carrier: Schema.String,
      speed_tier: SpeedTier,
      tracking_number: Schema.NullOr(Schema.String),
      created_at: ShownTime,
      items: Schema.Array(OrderLine),
      /** Oldest first. */
      status_history: Schema.Array(HistoryEntry),
      return: Schema.NullOr(ShownReturn),
      /** What was paid back, by its cancellation or its returns, and when the last of it was; null before. */
      refund: Schema.NullOr(Schema.Struct({ amount: MoneyFromNumber, method: RefundMethod, at: ShownTime })),
      ...PossibilityFields,
      /** Address and recipient can still be changed. */
      can_modify: Schema.Boolean,
      /** Says what `only_by_staff` means; absent without it. */
      message: Schema.optional(Schema.String)
    })
  )
}).annotate(Shows, [{ kind: "order" }, { kind: "return", at: "return" }])

export const getOrderTracking = tool("get_order_tracking", {
  description: "Where one order is: status, carrier, tracking number, all steps, and when it is expected.",
  parameters: { order_id: orderId },
  success: numbered(
    Schema.Struct({
      order_id: OrderId,
      status: OrderStatus,
      carrier: Schema.String,
      tracking_number: Schema.NullOr(Schema.String),
      latest_update: HistoryEntry,
      /** Oldest first. */
      timeline: Schema.Array(HistoryEntry),
      /** Days by which the carrier was to bring it, counted from the day it was sent; null before that. */
      expected_from: Schema.NullOr(Day),
      expected_to: Schema.NullOr(Day),
      /** Not there after the last expected day, or come after it. */
      is_late: Schema.Boolean,
      /** 0 when it is not late. */
      days_late: Schema.Int,
      message: Schema.String
    })
  )
}).annotate(Shows, [{ kind: "order" }])

/** What a cancellation changed. */
export const Cancellation = Schema.Struct({
  order_id: OrderId,
  previous_status: OrderStatus,
  status: Schema.Literal("cancelled"),
  reason: UserText,
  /** Goods and shipping. */
  refund_amount: MoneyFromNumber,
  /** By product, then warehouse. */
  restocked: Schema.Array(
    Schema.Struct({ product_id: ProductId, name: UserText, warehouse: Schema.String, quantity: Schema.Int })
  ),
  /** The coupon of the order can be used again. */
  coupon_released: Schema.Boolean,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const cancelOrder = tool("cancel_order", {
  description: `Cancel a whole placed or confirmed order. ${proposes}`,
  parameters: {
    order_id: orderId,
    reason: text(1, 500, `The customer's own, or ${noReason}`)
  },
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

/** What a change of where an order goes changed. */
export const AddressChange = Schema.Struct({
  order_id: OrderId,
  status: OrderStatus,
  previous_recipient: UserText,
  recipient_name: UserText,
  previous_address: AddressResult,
  new_address: AddressResult
})

export const modifyOrder = tool("modify_order", {
  description: `Send a placed or confirmed order to another address or recipient. ${proposes}`,
  parameters: {
    order_id: orderId,
    recipient_name: Schema.optional(text(1, 100, "Who receives it")),
    new_address: Schema.optional(Address.annotations({ description: "The whole new address" }))
  },
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)
