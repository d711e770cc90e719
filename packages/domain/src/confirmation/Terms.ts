import { Array, Schema } from "effect"
import { AddressResult } from "../Address.ts"
import { Day } from "../Catalog.ts"
import { MemoryId, OrderId, ProductId, ReturnId } from "../Ids.ts"
import { SpeedTier } from "../Inventory.ts"
import { Money, MoneyFromNumber } from "../Money.ts"
import { CouponCode } from "../Pricing.ts"
import { RefundMethod } from "../Returns.ts"
import { UserText } from "../tools/UserText.ts"

/**
 * What a customer is asked to agree to: everything that binds, and nothing else. Texts are as they are shown: neutralised,
 * on one line, names of products and discounts cut at 60 characters. In camelCase, because terms travel between agents.
 */

/** Stands for the reason of a customer who gave none; it is not shown. */
export const noReason = "Not given"

/** The longest name of a product in terms and receipts, in code points. */
export const longestName = 60

/** A product of an order, with how many units of it. */
const Units = { productId: ProductId, name: UserText, quantity: Schema.Int }

/** A line with its price. */
const Line = Schema.Struct({ ...Units, unitPrice: MoneyFromNumber, subtotal: MoneyFromNumber })

const Lines = Schema.Array(Schema.Struct(Units))

/** The shipping that the last return of an order pays back. Terms of before returns by item have none. */
const ShippingRefund = Schema.optionalWith(MoneyFromNumber, { default: () => Money.make(0) })

/** Consequences that an order of some products has for the rest of the cart, which stays where it is. */
export const RestOfCart = Schema.Struct({
  /** The coupon that stays on the cart, because it gives nothing for what is ordered. */
  coupon: Schema.NullOr(CouponCode),
  /** True: the coupon of the order cannot be used again after it. */
  isCouponUsedUp: Schema.Boolean,
  /** Promotions that need more of the cart than is ordered, and more than stays: the first two. */
  lostPromotions: Schema.Array(Schema.String),
  /** How much less promotions take off, ordered apart, than for the whole cart at once; 0 where none is lost. */
  lost: MoneyFromNumber
})
export type RestOfCart = typeof RestOfCart.Type

/** An order of what is in the cart. */
export const CheckoutTerms = Schema.Struct({
  act: Schema.Literal("checkout"),
  lines: Schema.NonEmptyArray(Line),
  subtotal: MoneyFromNumber,
  /** By what the shop calls them; that of the customer's tier has words in every language. */
  discounts: Schema.Array(Schema.Struct({ label: Schema.String, amount: MoneyFromNumber, isOfTier: Schema.Boolean })),
  couponCode: Schema.NullOr(CouponCode),
  /** Absent when the whole cart is ordered. */
  rest: Schema.optional(RestOfCart),
  shipping: Schema.Struct({
    carrier: Schema.String,
    speedTier: SpeedTier,
    estimatedDaysMin: Schema.Int,
    estimatedDaysMax: Schema.Int,
    cost: MoneyFromNumber
  }),
  /** Goods after discounts, with shipping. */
  amount: MoneyFromNumber,
  recipient: UserText,
  deliveryAddress: AddressResult,
  billingAddress: AddressResult,
  note: Schema.NullOr(UserText)
})
export type CheckoutTerms = typeof CheckoutTerms.Type

/** The cancellation of a whole order. */
export const CancelTerms = Schema.Struct({
  act: Schema.Literal("cancel_order"),
  orderId: OrderId,
  lines: Lines,
  /** Paid back: goods and shipping. */
  refundAmount: MoneyFromNumber,
  /** The coupon that can be used again. */
  couponReleased: Schema.NullOr(CouponCode),
  reason: UserText
})
export type CancelTerms = typeof CancelTerms.Type

/** Another address for an order, or another recipient. */
export const ModifyTerms = Schema.Struct({
  act: Schema.Literal("modify_order"),
  orderId: OrderId,
  /** From now on. */
  recipient: UserText,
  /** Until now; absent when it stays the same. */
  recipientBefore: Schema.optional(UserText),
  addressBefore: AddressResult,
  addressAfter: AddressResult
})
export type ModifyTerms = typeof ModifyTerms.Type

/** The return of an order, or of some of its units. */
export const ReturnTerms = Schema.Struct({
  act: Schema.Literal("initiate_return"),
  orderId: OrderId,
  lines: Lines,
  /** Paid back for the goods. */
  refundAmount: MoneyFromNumber,
  shippingRefund: ShippingRefund,
  refundMethod: RefundMethod,
  /** Otherwise somebody at the shop looks at it first. */
  isApprovedAtOnce: Schema.Boolean,
  /** The return of the same order that is withdrawn for it. */
  replaces: Schema.optional(Schema.Struct({ returnId: ReturnId, lines: Lines })),
  reason: UserText
})
export type ReturnTerms = typeof ReturnTerms.Type

/** The refund of a return. */
export const RefundTerms = Schema.Struct({
  act: Schema.Literal("process_refund"),
  returnId: ReturnId,
  orderId: OrderId,
  refundAmount: MoneyFromNumber,
  shippingRefund: ShippingRefund,
  refundMethod: RefundMethod
})
export type RefundTerms = typeof RefundTerms.Type

/** The end of a return before anything of it was sent. */
export const WithdrawTerms = Schema.Struct({
  act: Schema.Literal("withdraw_return"),
  returnId: ReturnId,
  orderId: OrderId,
  lines: Lines
})
export type WithdrawTerms = typeof WithdrawTerms.Type

/** Units that are ordered although they are not there. */
export const BackorderTerms = Schema.Struct({
  act: Schema.Literal("place_backorder"),
  ...Units,
  /** When the supplier delivers; null when nothing is planned. */
  expectedOn: Schema.NullOr(Day),
  /** The name of the account it is for. */
  forWhom: UserText,
  note: Schema.NullOr(UserText)
})
export type BackorderTerms = typeof BackorderTerms.Type

/** A memory that is to be deleted. */
export const ForgetTerms = Schema.Struct({
  act: Schema.Literal("forget_preference"),
  memoryId: MemoryId,
  content: UserText
})
export type ForgetTerms = typeof ForgetTerms.Type

/** The terms of any binding act, by the name of its tool. */
export const Terms = Schema.Union(
  CheckoutTerms,
  CancelTerms,
  ModifyTerms,
  ReturnTerms,
  RefundTerms,
  WithdrawTerms,
  BackorderTerms,
  ForgetTerms
)
export type Terms = typeof Terms.Type

/** The name of a binding act, which is that of its tool. */
export type ActName = Terms["act"]

/** Equality of terms is equality of consent. */
export const isSame = Schema.equivalence(Terms)

/** What the act is done to: an order (that of a return, too), a product, a memory; null is the cart. */
export const subjectOf = (terms: Terms): OrderId | ProductId | MemoryId | null => {
  switch (terms.act) {
    case "checkout":
      return null
    case "place_backorder":
      return terms.productId
    case "forget_preference":
      return terms.memoryId
    default:
      return terms.orderId
  }
}

/** The names of all binding acts. */
export const actNames: ReadonlyArray<ActName> = Array.map(Terms.members, ({ fields }) => fields.act.literals[0])
