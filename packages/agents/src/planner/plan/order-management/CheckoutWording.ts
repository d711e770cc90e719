import { type SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { type checkout } from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { lines, list, money, plural } from "@storefront/domain/Wording"
import { amountOf } from "../AnswerParts.ts"
import { type Cart, costs, couponProblems, deliveryOf, emptyCart, itemLine } from "./CartWording.ts"
import { sentences } from "./Wording.ts"

const speeds: { readonly [S in SpeedTier]: string } = {
  standard: "standard shipping",
  express: "express shipping",
  overnight: "overnight shipping"
}

const shallI = (total: Money, speed: SpeedTier, isFree: boolean): string =>
  `Shall I place the order for your cart for ${money(total)} ${isFree ? "with free" : "plus"} ${speeds[speed]}?`

const namedTotal = /^place the order for my cart for \$([\d,]+)\.(\d\d)(?!\d)/

/** The total in our question about an order; the question comes as the instruction that a yes turns it into. */
export const askedTotal = (instruction: string): Money | null => {
  const [, dollars, cents] = namedTotal.exec(instruction) ?? []
  return dollars === undefined || cents === undefined ? null : Money.make(Number(dollars.replaceAll(",", "") + cents))
}

const whereTo =
  "Before it can be ordered I need to know where it goes: the recipient, street, city, state and ZIP code."

const named = (items: Cart["items"]) => list(items.map(({ name }) => name))

/** What has to be done before a cart can be ordered; if nothing, the question whether to order it. */
const nextStep = (cart: Cart, speed: SpeedTier, isFree: boolean): string => {
  const gone = cart.items.filter(({ purchasable }) => !purchasable)
  const short = cart.items.filter(({ available_quantity, quantity }) => available_quantity < quantity)
  const delivery = deliveryOf(cart)
  return gone.length > 0
    ? `Before it can be ordered, what is not sold any more has to be removed: ${named(gone)}.`
    : short.length > 0
      ? `Before it can be ordered, you need to take fewer of what is short in stock: ${named(short)}.`
      : cart.coupon !== null && !cart.coupon.valid
        ? `Say "remove the coupon", and it can be ordered without it.`
        : delivery === null
          ? whereTo
          : `${delivery} ${shallI(cart.total, speed, isFree)}`
}

/** What there is to know before a cart is ordered, and the question whether to order it; `isFree` is about shipping. */
export const checkoutQuestion = (cart: Cart, speed: SpeedTier, isFree: boolean): string =>
  cart.items.length === 0
    ? emptyCart
    : ["You would order:", lines(cart.items.map(itemLine)), costs(cart), nextStep(cart, speed, isFree)].join("\n")

const days = (min: number, max: number) => (min === max ? plural(max, "day") : `${min}-${max} days`)

/** An order that was placed; `tierBefore` is the tier the customer had. */
export const ordered = (result: typeof checkout.successSchema.Type, tierBefore: string): string => {
  const { amount_charged, items, shipping, total } = result
  return sentences(
    `Order ${result.order_id} ${result.replayed === true ? "was placed already" : "is placed"}: ${list(items.map(amountOf))}.`,
    `Goods ${money(total)}, ${shipping.free_shipping ? `free ${speeds[shipping.speed_tier]}` : `${speeds[shipping.speed_tier]} ${money(shipping.cost)}`}: ${money(amount_charged)} is charged.`,
    `${shipping.carrier} brings it in ${days(shipping.estimated_days_min, shipping.estimated_days_max)}${shipping.shipments === 1 ? "" : `, in ${shipping.shipments} parcels`}.`,
    result.loyalty_tier === tierBefore ? null : `You are now a ${result.loyalty_tier} member.`
  )
}

const blockingLines = ({ lines: blocking }: ToolFailure) => blocking ?? []

/** What comes before we ask again, when the cart costs something else than was agreed. */
export const totalChanged = "Nothing was ordered, because the total has changed."

/** Offers the speeds at which a cart can be sent instead of the one that was wanted. */
const slower = ({ possible_speeds: possible = [] }: ToolFailure, total: Money, speed: SpeedTier): string => {
  const [first] = possible
  return sentences(
    `Nothing was ordered: your cart cannot go to its address with ${speeds[speed]}, only with ${list(
      possible.map((tier) => speeds[tier]),
      "or"
    )}.`,
    first === undefined ? null : shallI(total, first, false)
  )
}

/** Why a cart was not ordered at a total, and what can be done. */
export const notOrdered = (failure: ToolFailure, total: Money, speed: SpeedTier): string => {
  switch (failure.reason) {
    case "speed_not_possible":
      return slower(failure, total, speed)
    case "empty_cart":
      return emptyCart
    case "no_address":
      return `Your cart has no address that we can deliver to. ${whereTo}`
    case "inactive_product":
      return `Nothing was ordered, because something in your cart is not sold any more: ${list(blockingLines(failure).map(({ name }) => name))}. Ask me to remove it, and I can order the rest.`
    case "out_of_stock":
      return `Nothing was ordered: there is not enough in stock that we could send to you.\n${lines(
        blockingLines(failure).map(
          ({ available, name, requested }) => `${name}, ${requested} wanted, ${available} available`
        )
      )}\nTell me a smaller quantity, and I try again.`
    case "coupon_invalid":
      return `Nothing was ordered: the coupon on your cart gives nothing${failure.coupon_problem === undefined ? "" : `, because ${couponProblems[failure.coupon_problem]}`}. Say "remove the coupon" to order without it.`
    case "total_changed":
      return "Nothing was ordered, because the total has changed. Ask me for your cart to see what it costs now."
    default:
      return failure.error === "forbidden"
        ? "Your account cannot place orders in this chat; please contact our support."
        : failure.error === "invalid_argument"
          ? "Nothing was ordered: an order of this size cannot be placed in this chat. Please contact our support."
          : "I could not place the order just now. Please try again in a moment; your cart shows what is not ordered yet."
  }
}
