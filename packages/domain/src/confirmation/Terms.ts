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
 * Terms that a customer agrees to: everything that binds, and nothing else. Texts are as displayed: neutralised, on one
 * line, product and discount names truncated to 60 characters. In camelCase, because terms travel between agents.
 */

/** Placeholder when the customer gave no reason; not shown. */
export const noReason = "Not given"

/** Maximum length of a product name in terms and receipts, in code points. */
export const maxNameLength = 60

/** Maximum length of the end of a name that is kept when the name is cut. */
const maxEndLength = 40

/** Returns the longest end of a name that fits and begins at a comma: that of a variant has its values. */
const endOf = (name: string): string => {
  const parts = name.split(", ")
  const ends = [...parts.keys()].slice(1).map((place) => `, ${parts.slice(place).join(", ")}`)
  return ends.find((end) => [...end].length <= maxEndLength) ?? ""
}

/**
 * Cuts a product's name to `maxNameLength` code points, and ends it with `mark`. Variants of a group differ in the last
 * parts of their names, which stay: "A Very Long Name of B…, 42, Black".
 */
export const cutName = (name: string, mark = ""): string => {
  const letters = [...name]
  const end = endOf(name)
  const [middle, last] = end === "" ? ["", mark] : ["…", end]
  const start = letters
    .slice(0, maxNameLength - [...middle, ...last].length)
    .join("")
    .trimEnd()
  return letters.length > maxNameLength ? `${start}${middle}${last}` : name
}

/** A product with its number of units. */
const Units = { productId: ProductId, name: UserText, quantity: Schema.Int }

/** An order line with its price. */
const Line = Schema.Struct({ ...Units, unitPrice: MoneyFromNumber, subtotal: MoneyFromNumber })

const Lines = Schema.Array(Schema.Struct(Units))

/** Shipping refunded with the last return of an order. Terms stored before returns by item existed have none. */
const ShippingRefund = Schema.optionalWith(MoneyFromNumber, { default: () => Money.make(0) })

/** Consequences of ordering only part of the cart; the rest stays in it. */
export const RestOfCart = Schema.Struct({
  /** Coupon that stays on the cart because it does not apply to the ordered lines. */
  coupon: Schema.NullOr(CouponCode),
  /** True if the order uses up its coupon. */
  isCouponUsedUp: Schema.Boolean,
  /** First two promotions that take less off the two parts than off the whole cart. */
  lostPromotions: Schema.Array(Schema.String),
  /** Promotion discount lost by ordering in parts instead of all at once; 0 if none is lost. */
  lost: MoneyFromNumber
})
export type RestOfCart = typeof RestOfCart.Type

/** An order of the cart, or of part of it. */
export const CheckoutTerms = Schema.Struct({
  act: Schema.Literal("checkout"),
  lines: Schema.NonEmptyArray(Line),
  subtotal: MoneyFromNumber,
  /** Labelled with the shop's own names; the tier's label is translated. */
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
  /** Goods after discounts, plus shipping. */
  amount: MoneyFromNumber,
  recipient: UserText,
  deliveryAddress: AddressResult,
  billingAddress: AddressResult,
  note: Schema.NullOr(UserText),
  /** The shop's sentence on how the order is paid. */
  paymentNote: Schema.optional(Schema.String)
})
export type CheckoutTerms = typeof CheckoutTerms.Type

/** The cancellation of a whole order. */
export const CancelTerms = Schema.Struct({
  act: Schema.Literal("cancel_order"),
  orderId: OrderId,
  lines: Lines,
  /** Goods and shipping. */
  refundAmount: MoneyFromNumber,
  /** Coupon that becomes usable again. */
  couponReleased: Schema.NullOr(CouponCode),
  reason: UserText
})
export type CancelTerms = typeof CancelTerms.Type

/** A new address or recipient for an order. */
export const ModifyTerms = Schema.Struct({
  act: Schema.Literal("modify_order"),
  orderId: OrderId,
  /** The recipient after the change. */
  recipient: UserText,
  /** The present recipient; absent if it does not change. */
  recipientBefore: Schema.optional(UserText),
  addressBefore: AddressResult,
  addressAfter: AddressResult
})
export type ModifyTerms = typeof ModifyTerms.Type

/** The return of an order or of some of its units. */
export const ReturnTerms = Schema.Struct({
  act: Schema.Literal("initiate_return"),
  orderId: OrderId,
  lines: Lines,
  /** Refund for the goods. */
  refundAmount: MoneyFromNumber,
  shippingRefund: ShippingRefund,
  refundMethod: RefundMethod,
  /** False: staff reviews the return first. */
  isApprovedAtOnce: Schema.Boolean,
  /** Earlier return of the same order that this one replaces and withdraws. */
  replaces: Schema.optional(Schema.Struct({ returnId: ReturnId, lines: Lines })),
  reason: UserText
})
export type ReturnTerms = typeof ReturnTerms.Type

export const RefundTerms = Schema.Struct({
  act: Schema.Literal("process_refund"),
  returnId: ReturnId,
  orderId: OrderId,
  refundAmount: MoneyFromNumber,
  shippingRefund: ShippingRefund,
  refundMethod: RefundMethod
})
export type RefundTerms = typeof RefundTerms.Type

/** The withdrawal of a return before anything was sent back. */
export const WithdrawTerms = Schema.Struct({
  act: Schema.Literal("withdraw_return"),
  returnId: ReturnId,
  orderId: OrderId,
  lines: Lines
})
export type WithdrawTerms = typeof WithdrawTerms.Type

/** A backorder of units that are out of stock. */
export const BackorderTerms = Schema.Struct({
  act: Schema.Literal("place_backorder"),
  ...Units,
  /** Planned restock day; null if none is planned. */
  expectedOn: Schema.NullOr(Day),
  /** Name on the customer's account. */
  forWhom: UserText,
  note: Schema.NullOr(UserText)
})
export type BackorderTerms = typeof BackorderTerms.Type

/** The deletion of a memory. */
export const ForgetTerms = Schema.Struct({
  act: Schema.Literal("forget_preference"),
  memoryId: MemoryId,
  content: UserText
})
export type ForgetTerms = typeof ForgetTerms.Type

/** Terms of any binding act, discriminated by the tool's name. */
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

/** Name of a binding act and of its tool. */
export type ActName = Terms["act"]

/** Returns whether two terms are equal, so that consent to one is consent to the other. */
export const termsEqual = Schema.equivalence(Terms)

/** Returns the subject of an act: an order (also for returns), a product or a memory; null is the cart. */
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

export const actNames: ReadonlyArray<ActName> = Array.map(Terms.members, ({ fields }) => fields.act.literals[0])
