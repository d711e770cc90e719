import { type SpeedTier } from "@storefront/domain/Inventory"
import { type Money } from "@storefront/domain/Money"
import { type checkout } from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { lines, list, money, plural } from "../language/Answers.ts"
import {
  amountOf,
  type Cart,
  costs,
  couponProblems,
  deliveryOf,
  emptyCart,
  itemLine,
  sentences
} from "./cartWording.ts"

const speeds: { readonly [S in SpeedTier]: string } = {
  standard: "standard shipping",
  express: "express shipping",
  overnight: "overnight shipping"
}

const shallI = (speed: SpeedTier): string => `Shall I place the order for your cart with ${speeds[speed]}?`

const whereTo =
  "Before it can be ordered I need to know where it goes: the recipient, street, city, state and ZIP code."

/** Everything there is to know before a cart is ordered, and the question for it. */
export const checkoutQuestion = (cart: Cart, speed: SpeedTier): string => {
  if (cart.items.length === 0) {
    return emptyCart
  }
  const gone = cart.items.filter(({ purchasable }) => !purchasable)
  return [
    `You would order:`,
    lines(cart.items.map(itemLine)),
    costs(cart),
    ...(gone.length > 0
      ? [`Before it can be ordered, ${list(gone.map(({ name }) => name))} has to be removed: it is not sold any more.`]
      : [deliveryOf(cart) === null ? whereTo : `${deliveryOf(cart)} ${shallI(speed)}`])
  ].join("\n")
}

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

const newTotal = (total: Money | undefined) => (total === undefined ? "" : `: it is ${money(total)} now`)

/** Why a cart was not ordered, and what can be done. */
export const notOrdered = (failure: ToolFailure, speed: SpeedTier): string => {
  switch (failure.reason) {
    case "empty_cart":
      return emptyCart
    case "no_address":
      return `Your cart has no address that we can deliver to. ${whereTo}`
    case "inactive_product":
      return `Nothing was ordered: ${list(blockingLines(failure).map(({ name }) => name))} is not sold any more. Say "remove it from my cart" and I can order the rest.`
    case "out_of_stock":
      return `Nothing was ordered: there is not enough in stock that we could send to you with ${speeds[speed]}.\n${lines(
        blockingLines(failure).map(
          ({ available, name, requested }) => `${name}, ${requested} wanted, ${available} available`
        )
      )}\nChange the quantity or the shipping speed, and I try again.`
    case "coupon_invalid":
      return `Nothing was ordered: the coupon on your cart gives nothing${failure.coupon_problem === undefined ? "" : `, because ${couponProblems[failure.coupon_problem]}`}. Say "remove the coupon" to order without it.`
    case "total_changed":
      return `Nothing was ordered, because the total has changed${newTotal(failure.new_total)}. ${shallI(speed)}`
    default:
      return failure.error === "forbidden"
        ? "Your account cannot place orders in this chat; please contact our support."
        : "I could not place the order just now, and nothing was charged. Please try again in a moment."
  }
}
