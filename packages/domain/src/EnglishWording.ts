import { formatAmount, formatRoundAmount, shopLocale } from "./Amounts.ts"
import { type Money } from "./Money.ts"
import { type OrderStatus } from "./Orders.ts"
import { type CouponProblem } from "./Pricing.ts"
import { type RefundMethod } from "./Returns.ts"
import { DateTime, Option } from "effect"

/**
 * English wording of lists and statuses, with amounts and days as the shop's language writes them; the server's localized
 * words are in `words/`.
 */

/** Formats an amount: `$119.95`, `$12,345.00`. */
export const money = (amount: Money): string => formatAmount(shopLocale(), amount)

/** Formats a round amount without its zeros, for examples: `$120`. */
export const roundMoney = (amount: number): string => formatRoundAmount(shopLocale(), amount)

/** Joins items: `["a", "b", "c"]` becomes `a, b and c`. */
export const list = (items: ReadonlyArray<string>, conjunction: "and" | "or" = "and"): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`

/** `plural(1, "order")` is `1 order`, `plural(2, "entry", "entries")` is `2 entries`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Numbers the items, one a line. */
export const numberedList = <A>(items: ReadonlyArray<A>, tell: (item: A) => string = String): string =>
  items.map((item, index) => `${index + 1}. ${tell(item)}`).join("\n")

/** Formats `2026-05-04`, or an ISO time on that day, as `May 4, 2026`. Returns any other text unchanged. */
export const day = (iso: string): string =>
  Option.match(DateTime.make(/^\d{4}-\d{2}-\d{2}/.exec(iso)?.[0] ?? ""), {
    onNone: () => iso,
    onSome: (date) => DateTime.formatUtc(date, { locale: shopLocale(), dateStyle: "long" })
  })

/** Formats the UTC day of a moment like `day`. */
export const dayOf = (moment: DateTime.Utc): string => day(DateTime.formatIso(moment))

/** Order statuses in words that follow "is": "is on its way". */
export const orderStatus: { readonly [S in OrderStatus]: string } = {
  placed: "placed and waiting to be confirmed",
  confirmed: "confirmed and being prepared",
  shipped: "shipped and on its way",
  out_for_delivery: "out for delivery",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned"
}

export const refundDestination: { readonly [M in RefundMethod]: string } = {
  original_payment: "the original payment method",
  store_credit: "store credit"
}

/** Reasons why a coupon gives nothing, worded to follow a colon. */
export const couponProblem: { readonly [P in CouponProblem]: string } = {
  unknown: "there is no such coupon for you",
  inactive: "it is not active",
  not_started: "it is not valid yet",
  expired: "it has expired",
  usage_limit: "it has been used as often as it can be",
  category: "nothing in the cart is in a category it is for",
  min_spend: "the cart does not reach its minimum spend"
}

/** Formats a rating: "4.2 out of 5". */
export const stars = (rating: number): string => `${rating.toFixed(1)} out of 5`

/** States the total from which standard shipping is free, worded to follow "you get". */
const freeShipping = ({ free_shipping_threshold: from }: { readonly free_shipping_threshold: Money }): string =>
  from === 0 ? "free standard shipping on every order" : `free standard shipping on orders from ${money(from)}`

/** Lists a loyalty tier's benefits, worded to follow "you get". */
export const tierBenefits = (tier: {
  readonly discount_pct: number
  readonly free_shipping_threshold: Money
  readonly priority_support: boolean
}): string =>
  list([
    ...(tier.discount_pct === 0 ? [] : [`${tier.discount_pct}% off`]),
    freeShipping(tier),
    ...(tier.priority_support ? ["priority support"] : [])
  ])
