import { type AddressResult } from "@storefront/domain/Address"
import { type Money } from "@storefront/domain/Money"
import { CouponProblem } from "@storefront/domain/Pricing"
import {
  type addToCart,
  type applyCouponToCart,
  type getCart,
  maxLines,
  maxQuantity,
  type removeCouponFromCart,
  type removeFromCart,
  type setBillingAddress,
  type setShippingAddress,
  type updateCartQuantity
} from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Schema } from "effect"
import { day, lines, list, money, plural } from "@storefront/domain/Wording"
import { amountOf, notAvailable, theProduct } from "../AnswerParts.ts"
import { type AddressPart, addressParts } from "./ReadAddress.ts"
import { sentences } from "./Wording.ts"

/** A cart as the tool tells it. */
export type Cart = typeof getCart.successSchema.Type
export type CartItem = Cart["items"][number]
type Priced = Pick<Cart, "coupon" | "discount" | "savings" | "subtotal" | "total">

/** With a capital, to start a sentence. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const times = (quantity: number) => (quantity === 1 ? "" : ` × ${quantity}`)

/** Why a line cannot be ordered as it is, to follow its price. */
const obstacleOf = ({ available_quantity, purchasable, quantity }: CartItem): string =>
  !purchasable ? ", not sold any more" : available_quantity < quantity ? `, only ${available_quantity} in stock` : ""

/** A line of a list of what is in a cart. */
export const itemLine = (item: CartItem) =>
  `${item.name}, ${money(item.price)}${times(item.quantity)}${obstacleOf(item)}`

const addressLine = ({ city, country, state, street, zip }: AddressResult) =>
  `${street}, ${city}, ${state} ${zip}${country === "US" ? "" : `, ${country}`}`

/** Why a coupon gives nothing, to follow a colon. */
export const couponProblems: { readonly [P in CouponProblem]: string } = {
  unknown: "there is no such coupon for you",
  inactive: "it is not active",
  not_started: "it is not valid yet",
  expired: "it has expired",
  usage_limit: "it has been used as often as it can be",
  category: "nothing in your cart is in a category it is for",
  min_spend: "your cart does not reach its minimum spend"
}

const isCouponProblem = Schema.is(CouponProblem)

/** What a cart costs, and why. */
export const costs = ({ coupon, discount, savings, subtotal, total }: Priced): string =>
  sentences(
    discount === 0
      ? `Together ${money(total)}, without shipping.`
      : `Goods ${money(subtotal)}, you save ${money(discount)} (${list(savings.map(({ amount, label }) => `${label} ${money(amount)}`))}): ${money(total)} in total, without shipping.`,
    coupon === null || coupon.reason === null
      ? null
      : `The coupon ${coupon.code} on it gives nothing: ${couponProblems[coupon.reason]}.`
  )

/** Where a cart goes; null while that is open. */
export const deliveryOf = ({ recipient_name, shipping_address }: Cart): string | null =>
  shipping_address === null
    ? null
    : `It goes to ${recipient_name === null ? "" : `${recipient_name}, `}${addressLine(shipping_address)}.`

export const emptyCart = "Your cart is empty. Tell me what you would like to put into it."

/** What is in a cart, what it costs and where it goes. */
export const cart = (cart: Cart): string =>
  cart.items.length === 0
    ? emptyCart
    : [
        `Your cart holds ${plural(cart.items.length, "product")}:`,
        lines(cart.items.map(itemLine)),
        costs(cart),
        deliveryOf(cart) ?? "No delivery address is set yet."
      ].join("\n")

export const whichProduct = "Which product shall I put into your cart? Its name is enough."

/** More units than a cart takes. */
export const tooMany = `A cart holds at most ${maxQuantity} units of one product. How many shall it be?`

/** A number of units of a product, with its price. */
const atPrice = (name: string, quantity: number, price: Money) =>
  quantity === 1 ? `${theProduct(name)} at ${money(price)}` : `${amountOf({ name, quantity })} at ${money(price)} each`

/** A product in the cart. */
export const added = (result: typeof addToCart.successSchema.Type): string =>
  sentences(
    `Your cart now holds ${atPrice(result.name, result.quantity_in_cart, result.price)}.`,
    result.item_count === 1
      ? `That makes ${money(result.subtotal)} before discounts.`
      : `With the rest that makes ${plural(result.item_count, "product")} for ${money(result.subtotal)} before discounts.`
  )

const restockOf = ({ next_restock: next }: ToolFailure): string | null =>
  next === undefined || next === null
    ? null
    : `${plural(next.quantity, "more unit")} should arrive on ${day(next.date)}.`

/** Why the cart does not hold that much of a product. */
const limited = (name: string, failure: ToolFailure): string => {
  switch (failure.reason) {
    case "out_of_stock": {
      const left = failure.available_quantity ?? 0
      return sentences(
        left === 0
          ? `${capital(theProduct(name))} is out of stock at the moment.`
          : `There ${left === 1 ? "is only 1 unit" : `are only ${left} units`} of ${theProduct(name)} in stock, what is in your cart included.`,
        restockOf(failure)
      )
    }
    case "max_quantity":
      return `A cart holds at most ${maxQuantity} units of one product, so I left ${theProduct(name)} as it was.`
    case "max_products":
      return `Your cart holds ${maxLines} different products already. Remove one, or order these first.`
    case "inactive_product":
      return `${capital(theProduct(name))} is not sold any more; it can only be removed from your cart.`
    default:
      return `I did not change ${theProduct(name)} in your cart. Please look at the cart and ask me again.`
  }
}

/** Why a product is not in the cart as it was wanted. */
export const notInCart = (name: string, failure: ToolFailure): string => {
  switch (failure.error) {
    case "conflict":
      return limited(name, failure)
    case "not_found":
      return `${capital(theProduct(name))} is not on sale any more.`
    case "invalid_argument":
      return tooMany
    default:
      return `I could not put ${theProduct(name)} into your cart just now. Please try again in a moment.`
  }
}

/** The quantity of a product was set, or it was removed. */
export const changed = ({
  cart_subtotal,
  name,
  price,
  quantity
}: typeof updateCartQuantity.successSchema.Type): string =>
  quantity === 0
    ? `I took ${theProduct(name)} out of your cart. What is left costs ${money(cart_subtotal)} before discounts.`
    : `Your cart now holds ${atPrice(name, quantity, price)}. All of it costs ${money(cart_subtotal)} before discounts.`

export const removed = ({ item_count, name }: typeof removeFromCart.successSchema.Type): string =>
  `I took ${theProduct(name)} out of your cart. ${item_count === 0 ? "The cart is empty now." : `${plural(item_count, "product")} ${item_count === 1 ? "is" : "are"} left in it.`}`

/** What was taken out of a cart that is to be emptied, except for what is kept, and the question about the rest. */
export const emptied = (gone: ReadonlyArray<string>, left: number, kept: string | null): string =>
  gone.length === 0
    ? kept === null || left > 0
      ? notAvailable("your cart")
      : `Your cart holds nothing but ${theProduct(kept)}.`
    : sentences(
        `I took ${list(gone.map(theProduct))} out of your cart.`,
        left === 0
          ? kept === null
            ? "It is empty now."
            : `Only ${theProduct(kept)} is left in it.`
          : `${plural(left, "product")} ${left === 1 ? "is" : "are"} left in it. Shall I empty your cart?`
      )

/** Why something in the cart stayed as it was. */
export const unchanged = (name: string, failure: ToolFailure): string =>
  failure.error === "conflict"
    ? limited(name, failure)
    : failure.error === "not_found"
      ? `${capital(theProduct(name))} is not in your cart.`
      : notAvailable("your cart")

export const howMany = (name: string): string => `How many of ${theProduct(name)} shall your cart hold?`

/** The customer has to choose among what is in the cart. */
export const whichLine = (items: ReadonlyArray<CartItem>): string =>
  `Which product in your cart do you mean?\n${lines(items.map(itemLine))}`

/** Nothing in the cart has that name. */
export const noSuchLine = (name: string, items: ReadonlyArray<CartItem>): string =>
  `I found no “${name}” in your cart. It holds:\n${lines(items.map(itemLine))}`

const partNames: { readonly [P in AddressPart]: string } = {
  street: "street and house number",
  city: "city",
  state: "state",
  zip: "ZIP code"
}

/** Asks for what an address lacks. */
export const missingParts = (missing: ReadonlyArray<AddressPart>, purpose: "shipping" | "billing"): string =>
  missing.length === addressParts.length
    ? `Which ${purpose} address shall I use? Please tell me street, city, state and ZIP code${purpose === "shipping" ? ", and who receives the parcel" : ""}.`
    : `For the ${purpose} address I still need the ${list(missing.map((part) => partNames[part]))}.`

export const whoReceives = "What is the name of the recipient?"

export const shipping = ({ recipient_name, shipping_address }: typeof setShippingAddress.successSchema.Type): string =>
  `Your cart will be delivered to ${recipient_name}, ${addressLine(shipping_address)}.`

export const billing = ({
  billing_address,
  billing_same_as_shipping
}: typeof setBillingAddress.successSchema.Type): string =>
  billing_same_as_shipping
    ? `The bill goes to the shipping address: ${addressLine(billing_address)}.`
    : `The bill goes to ${addressLine(billing_address)}.`

/** Why an address was not set. */
export const addressRefused = (failure: ToolFailure): string => {
  if (failure.reason === "no_address") {
    return "Your cart has no shipping address yet. Where shall it be delivered?"
  }
  const errors = failure.field_errors ?? []
  return failure.error !== "invalid_argument"
    ? notAvailable("your cart")
    : failure.reason === "not_deliverable"
      ? "We cannot deliver to that address: we only deliver within the United States. Which other address shall I use?"
      : `I could not use that address: ${list(errors.map(({ field, message }) => `the ${field.replaceAll("_", " ")} ${message}`))}.`
}

export const whichCoupon = "Which coupon code shall I use on your cart?"

export const couponApplied = (result: typeof applyCouponToCart.successSchema.Type): string =>
  `The coupon ${result.coupon_code} is on your cart. ${costs(result)}`

export const couponRemoved = (result: typeof removeCouponFromCart.successSchema.Type): string =>
  result.subtotal === 0
    ? "There is no coupon on your cart; it is empty."
    : `There is no coupon on your cart any more. ${costs(result)}`

/** Why a coupon is not on the cart. */
export const couponRefused = (code: string, { error, reason }: ToolFailure): string =>
  reason === "empty_cart"
    ? `Your cart is empty, so the coupon ${code} has nothing to work on.`
    : isCouponProblem(reason)
      ? `I cannot use the coupon ${code} on your cart: ${couponProblems[reason]}.`
      : error === "invalid_argument"
        ? `“${code}” is no coupon code. Please check it.`
        : `I could not put the coupon ${code} on your cart just now. Please try again in a moment.`
