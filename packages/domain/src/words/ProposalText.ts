import { Array, Order } from "effect"
import { type AddressResult } from "../Address.ts"
import { type Hint } from "../confirmation/Hint.ts"
import {
  noReason,
  type BackorderTerms,
  type CancelTerms,
  type CheckoutTerms,
  type ForgetTerms,
  type ModifyTerms,
  type RefundTerms,
  type ReturnTerms,
  type Terms,
  type WithdrawTerms
} from "../confirmation/Terms.ts"
import { Money } from "../Money.ts"
import { orderNumberOf } from "../OrderNumber.ts"
import { type Locale } from "./Locale.ts"
import { type Words, wordsOf } from "./Texts.ts"

/** Maximum number of lines listed, and of discounts. */
const maxListed = 10

/** Writes an address on one line: `1 Main St, Portland, OR 97201, US`, without the parts that it lacks. */
export const addressLine = ({
  city,
  country,
  state,
  street,
  zip
}: Readonly<Record<keyof AddressResult, string>>): string =>
  [street, city, `${state} ${zip}`.trim(), country].filter((part) => part !== "").join(", ")

const sum = (amounts: ReadonlyArray<Money>) => Money.make(amounts.reduce((total, amount) => total + amount, 0))

const dearestFirst = Order.reverse(
  Order.mapInput(Order.number, ({ subtotal }: CheckoutTerms["lines"][number]) => subtotal)
)

/** Repeats the customer's reason; omitted if none was given. */
const reasonLines = (reason: string, { say }: Words) => (reason === noReason ? [] : [say("reason", { reason })])

const noteLines = (note: string | null, { say }: Words) => (note === null || note === "" ? [] : [say("note", { note })])

/** Lists the units that an act concerns: the first lines, and the number of further ones. */
export const units = (lines: CancelTerms["lines"], { say }: Words): ReadonlyArray<string> => [
  ...lines.slice(0, maxListed).map(({ name, quantity }) => say("line.units", { quantity, name })),
  ...(lines.length > maxListed ? [say("line.more", { count: lines.length - maxListed })] : [])
]

const unitLines = (lines: CancelTerms["lines"], words: Words): ReadonlyArray<string> =>
  units(lines, words).map((line) => `- ${line}`)

const pricedLines = (lines: CheckoutTerms["lines"], { amount, say }: Words): ReadonlyArray<string> => {
  const [dearest, others] = Array.splitAt(Array.sort(lines, dearestFirst), maxListed)
  const together = amount(sum(others.map(({ subtotal }) => subtotal)))
  return [
    ...dearest.map(
      ({ name, quantity, subtotal, unitPrice }) =>
        `- ${say("line.priced", { quantity, name, unitPrice: amount(unitPrice), subtotal: amount(subtotal) })}`
    ),
    ...(others.length > 0 ? [`- ${say("line.moreTogether", { count: others.length, amount: together })}`] : [])
  ]
}

const discountLines = (discounts: CheckoutTerms["discounts"], { amount, say }: Words): ReadonlyArray<string> => {
  const less = (money: Money) => amount(Money.make(-money))
  const [first, others] = Array.splitAt(discounts, maxListed)
  return [
    ...first.map((discount) =>
      discount.isOfTier
        ? say("checkout.memberDiscount", { amount: less(discount.amount) })
        : say("checkout.discount", { label: discount.label, amount: less(discount.amount) })
    ),
    ...(others.length > 0
      ? [
          say("checkout.moreDiscounts", {
            count: others.length,
            amount: less(sum(others.map((other) => other.amount)))
          })
        ]
      : [])
  ]
}

/** Names the coupon, unless a discount already does. */
const unusedCoupon = ({ couponCode: code, discounts }: CheckoutTerms, { say }: Words): ReadonlyArray<string> =>
  code === null || discounts.some(({ label }) => label.includes(code)) ? [] : [say("checkout.coupon", { code })]

/** States the consequences for the rest of the cart, its coupon and its promotions. */
const restLines = ({ couponCode, rest }: CheckoutTerms, { amount, list, say }: Words): ReadonlyArray<string> =>
  rest === undefined
    ? []
    : [
        say("checkout.rest", { hasCoupon: String(rest.coupon !== null), code: rest.coupon ?? "" }),
        ...(couponCode === null
          ? []
          : [say("checkout.restCoupon", { isUsedUp: String(rest.isCouponUsedUp), code: couponCode })]),
        ...(rest.lost === 0
          ? []
          : [say("checkout.restLost", { promotions: list(rest.lostPromotions), amount: amount(rest.lost) })])
      ]

const shippingLine = (
  { carrier, cost, estimatedDaysMax: max, estimatedDaysMin: min, speedTier: speed }: CheckoutTerms["shipping"],
  { amount, say }: Words
) =>
  say("checkout.shipping", {
    carrier,
    speed,
    min,
    max,
    isRange: String(min < max),
    isFree: String(cost === 0),
    cost: amount(cost)
  })

const checkout = (terms: CheckoutTerms, words: Words): ReadonlyArray<string> => {
  const { amount, say } = words
  const delivery = addressLine(terms.deliveryAddress)
  const billing = addressLine(terms.billingAddress)
  return [
    say("checkout.title", { amount: amount(terms.amount) }),
    ...pricedLines(terms.lines, words),
    say("checkout.subtotal", { amount: amount(terms.subtotal) }),
    ...discountLines(terms.discounts, words),
    ...unusedCoupon(terms, words),
    shippingLine(terms.shipping, words),
    say("checkout.total", { amount: amount(terms.amount) }),
    say("checkout.to", { recipient: terms.recipient, address: delivery }),
    billing === delivery ? say("checkout.billSame") : say("checkout.bill", { address: billing }),
    ...noteLines(terms.note, words),
    ...restLines(terms, words),
    ...(terms.paymentNote === undefined ? [] : [terms.paymentNote])
  ]
}

const cancel = (terms: CancelTerms, words: Words): ReadonlyArray<string> => {
  const { amount, say } = words
  return [
    say("cancel.title", { number: orderNumberOf(terms.orderId) }),
    ...unitLines(terms.lines, words),
    say("cancel.refund", { amount: amount(terms.refundAmount) }),
    ...(terms.couponReleased === null ? [] : [say("cancel.coupon", { code: terms.couponReleased })]),
    ...reasonLines(terms.reason, words)
  ]
}

/** Describes an address change. If the recipient changes, both old and new recipient are shown with their address. */
const modify = (terms: ModifyTerms, { say }: Words): ReadonlyArray<string> => {
  const { orderId, recipient, recipientBefore } = terms
  const number = orderNumberOf(orderId)
  const [before, after] = [addressLine(terms.addressBefore), addressLine(terms.addressAfter)]
  return recipientBefore === undefined
    ? [
        say("modify.title", { number }),
        say("modify.recipient", { recipient }),
        say("modify.before", { address: before }),
        say("modify.after", { address: after })
      ]
    : [
        say(before === after ? "modify.titleRecipient" : "modify.title", { number }),
        say("modify.personBefore", { recipient: recipientBefore, address: before }),
        say("modify.personAfter", { recipient, address: after })
      ]
}

/** States the shipping that is refunded besides the goods. */
const shippingLines = ({ shippingRefund }: Pick<RefundTerms, "shippingRefund">, { amount, say }: Words) =>
  shippingRefund === 0 ? [] : [say("refund.shipping", { amount: amount(shippingRefund) })]

const returnLines = (terms: ReturnTerms, words: Words): ReadonlyArray<string> => {
  const { amount, say } = words
  return [
    say("return.title", { number: orderNumberOf(terms.orderId) }),
    ...unitLines(terms.lines, words),
    say("return.refund", { method: terms.refundMethod, amount: amount(terms.refundAmount) }),
    ...shippingLines(terms, words),
    say("return.approval", { isApproved: String(terms.isApprovedAtOnce) }),
    ...(terms.replaces === undefined
      ? []
      : [say("return.replaces", { lines: words.list(units(terms.replaces.lines, words)) })]),
    ...reasonLines(terms.reason, words)
  ]
}

const refund = (terms: RefundTerms, words: Words): ReadonlyArray<string> => [
  words.say("refund.title", {
    method: terms.refundMethod,
    amount: words.amount(terms.refundAmount),
    number: orderNumberOf(terms.orderId)
  }),
  ...shippingLines(terms, words)
]

const withdraw = (terms: WithdrawTerms, words: Words): ReadonlyArray<string> => [
  words.say("withdraw.title", { number: orderNumberOf(terms.orderId) }),
  ...unitLines(terms.lines, words)
]

const backorder = (terms: BackorderTerms, words: Words): ReadonlyArray<string> => {
  const { day, say } = words
  return [
    say("backorder.title", { quantity: terms.quantity, name: terms.name }),
    terms.expectedOn === null ? say("backorder.unplanned") : say("backorder.expected", { date: day(terms.expectedOn) }),
    say("backorder.for", { person: terms.forWhom }),
    ...noteLines(terms.note, words)
  ]
}

const forget = (terms: ForgetTerms, { say }: Words): ReadonlyArray<string> => [
  say("forget.title", { content: terms.content })
]

const linesOf = (terms: Terms, words: Words): ReadonlyArray<string> => {
  switch (terms.act) {
    case "checkout":
      return checkout(terms, words)
    case "cancel_order":
      return cancel(terms, words)
    case "modify_order":
      return modify(terms, words)
    case "initiate_return":
      return returnLines(terms, words)
    case "process_refund":
      return refund(terms, words)
    case "withdraw_return":
      return withdraw(terms, words)
    case "place_backorder":
      return backorder(terms, words)
    case "forget_preference":
      return forget(terms, words)
  }
}

/**
 * Words what an act would do, on several lines: plain text of at most 4,000 characters. It reads alike whether one act
 * is proposed or several.
 */
export const summary = (terms: Terms, locale: Locale): string => linesOf(terms, wordsOf(locale)).join("\n")

/** Returns the hint's line, if there is a hint. */
export const hintLines = (hint: Hint | null, locale: Locale): ReadonlyArray<string> => {
  const { amount, say } = wordsOf(locale)
  return hint === null
    ? []
    : [
        say("checkout.hint", {
          hasCoupon: String(hint.couponCode !== null),
          code: hint.couponCode ?? "",
          isUsedUp: String(hint.isCouponUsedUp),
          amount: amount(hint.amount),
          saves: amount(hint.saves)
        })
      ]
}

/** Returns a proposal as the customer reads it: the summary, and below it the hint. */
export const proposalText = (
  { hint, terms }: { readonly hint: Hint | null; readonly terms: Terms },
  locale: Locale
): string => [summary(terms, locale), ...hintLines(hint, locale)].join("\n")
