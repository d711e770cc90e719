import * as CartTools from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { couponProblem, lines, list, money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { Array, Record } from "effect"
import { spares } from "../../text/ClauseWords.ts"
import { isCalled, isOneName, meantProduct, pickProduct, theOne } from "../Picking.ts"
import { itemOf, paragraph, sentences, theAmountOf, theProduct } from "../Blocks.ts"
import { type Calls } from "../../Playbook.ts"
import { plainWish, type ProductReference, type Wish } from "../../Wish.ts"
import {
  type AnswerPart,
  asking,
  call,
  callAll,
  deedOf,
  keep,
  known,
  knownAll,
  leftToShop,
  mostAtOnce,
  sayingList,
  spoken,
  type Steps
} from "../Steps.ts"
import { refused } from "./Acting.ts"
import { addressLine } from "./Addressing.ts"

type Cart = typeof CartTools.getCart.successSchema.Type
type CartItem = Cart["items"][number]

/** A line of a cart, with why it cannot be ordered as it is. */
const itemLine = ({ available_quantity: left, name, price, purchasable, quantity }: CartItem): string =>
  `${name}, ${money(price)}${quantity === 1 ? "" : ` × ${quantity}`}${!purchasable ? ", not sold any more" : left < quantity ? `, only ${left} in stock` : ""}`

const sayingItems = (lead: string, items: ReadonlyArray<CartItem>, kept: Parameters<typeof keep>[0] = {}) =>
  sayingList(lead, items, itemLine, itemOf, kept)

const costs = ({ coupon, savings, subtotal, total }: Cart): string =>
  sentences(
    `Goods ${money(subtotal)},`,
    ...savings.map(({ amount, label }) => `less ${money(amount)} (${label}),`),
    `${money(total)} in total, without shipping.`,
    coupon === null || coupon.reason === null
      ? null
      : `The coupon ${coupon.code} on it gives nothing: ${couponProblem[coupon.reason]}.`
  )

const emptyCart = "Your cart is empty. Tell me what you would like to put into it."

const unchanged = (name: string) => ({
  out_of_stock: ({ available_quantity: left = 0 }: ToolFailure) =>
    `${name}: only ${plural(left, "unit")} in stock, what is in your cart included.`,
  max_quantity: () =>
    asking(`A cart holds at most ${CartTools.maxQuantity} units of one product. How many shall it be?`),
  max_products: `Your cart holds ${CartTools.maxLines} different products already. Remove one, or order these first.`,
  inactive_product: `${name} is not sold any more; it can only be removed from your cart.`,
  not_found: `${name} is not there any more.`
})

const howMany = (name: string): AnswerPart => asking(`How many of ${theProduct(name)} shall your cart hold?`)

/**
 * Changes the cart if every word that was said belongs to the product: "the mechanical mouse" is not the mechanical keyboard.
 * `act` is what else the customer may tell us to do.
 */
const changed = <A>(
  wish: Wish,
  product: { readonly name: string; readonly brand: string },
  act: string,
  asked: Calls<A | ToolFailure>,
  word?: (answer: A) => string
): AnswerPart | string =>
  isCalled(wish.product?.name ?? "", product)
    ? leftToShop(asked, unchanged(product.name), act, deedOf(wish, product.name), word)
    : `I am not sure that is what you mean. Tell me to ${act}, and I do.`

function* add(wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>): AnswerPart {
  const reference = wish.product
  if (reference === null) {
    return yield* asking("Which product shall I put into your cart? Its name is enough.")
  }
  const quantity = wish.quantity ?? 1
  if (!Number.isInteger(quantity) || quantity < 1) {
    return yield* howMany(reference.name)
  }
  const found = yield* meantProduct(reference)
  const { name, product_id } = found
  // The parts of one title may be read as several products.
  const isAdded = ({ intent, product }: Wish) =>
    intent === wish.intent && product !== null && isOneName(turn.message, name, [product.name, reference.name])
  if (wish.quantity === null && before.some(isAdded)) {
    return ""
  }
  const word = ({ quantity_in_cart: all }: typeof CartTools.addToCart.successSchema.Type) =>
    sentences(
      all === quantity ? null : `That makes ${theAmountOf({ name, quantity: all })}.`,
      wish.rest === null ? null : `The cart keeps no size, colour or other wish, so nothing of “${wish.rest}”.`
    )
  const asked = call(CartTools.addToCart, { product_id, quantity })
  return yield* spoken(changed(wish, found, `put ${theAmountOf({ name, quantity })} into your cart`, asked, word))
}

const theCart = () => known(call(CartTools.getCart, {}))

/** The line that is meant; nothing named means the only one. */
function* lineOf(items: ReadonlyArray<CartItem>, reference: ProductReference | null): Steps<CartItem> {
  const line = yield* theOne(
    reference === null ? items : pickProduct(reference.name, items),
    (several) => sayingItems("Which product in your cart do you mean?", several, { asked: "other" }),
    items.length === 0 ? emptyCart : sayingItems(`I found no “${reference?.name}” in your cart. It holds`, items)
  )
  yield* keep({ products: [itemOf(line)] })
  return line
}

const setQuantity = (wish: Wish, item: CartItem, quantity: number): AnswerPart | string => {
  const { name, product_id } = item
  const act = `change ${theProduct(name)} in your cart to ${quantity}`
  return Number.isInteger(quantity)
    ? changed(wish, item, act, call(CartTools.updateCartQuantity, { product_id, quantity }))
    : howMany(name)
}

const more = /\b(?:more|another|extra|additional|further)\b(?! than)/iu
const less = /\b(?:fewer|less)\b(?! than)/iu

const changes = /\b(?:change|update|set|make|reduce|increase|only|just)\b/iu

/** Another quantity, or so many more or less; "a lamp, one please" adds what is not in the cart yet. */
function* update(wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>): AnswerPart {
  const { product, quantity, text } = wish
  const { items } = yield* theCart()
  const isNew = product?.source === "message" && pickProduct(product.name, items).length === 0
  if (isNew && quantity !== null && ![changes, more, less].some((words) => words.test(text))) {
    return yield* add(wish, turn, before)
  }
  const item = yield* lineOf(items, product)
  const [held, said] = [item.quantity, quantity ?? NaN]
  const meant = more.test(text) ? held + said : less.test(text) ? Math.max(0, held - said) : said
  return yield* spoken(setQuantity(wish, item, meant))
}

const everything =
  /\b(?:everything|all(?! of (?:it|them|the)\b)|empty|clear|(?:whole|entire) (?:cart|basket)|(?:wipe|reset) (?:my|the|that) (?:cart|basket))\b/iu

function* emptyAll(): AnswerPart {
  const { items } = yield* theCart()
  const [taken, left] = Array.splitAt(items, mostAtOnce)
  const asked = callAll(
    CartTools.removeFromCart,
    taken.map(({ product_id }) => ({ product_id }))
  )
  yield* knownAll(asked, "empty your cart")
  yield* keep({
    done: taken.map(({ name, quantity }) => deedOf({ ...plainWish("remove_from_cart", ""), quantity }, name))
  })
  return items.length === 0 ? emptyCart : left.length === 0 ? "" : "There is more; say it again and I go on."
}

function* takeOut(wish: Wish): AnswerPart {
  const { product, text } = wish
  if (spares(text)) {
    const { items } = yield* theCart()
    return yield* sayingItems("Which of these shall I remove? One at a time, please", items, { asked: "other" })
  }
  if (product === null && everything.test(text)) {
    return yield* emptyAll()
  }
  const item = yield* lineOf((yield* theCart()).items, product)
  const { name, product_id } = item
  const quantity = wish.quantity ?? item.quantity
  const act = `remove ${theProduct(name)} from your cart`
  return yield* spoken(
    quantity < item.quantity
      ? setQuantity(wish, item, item.quantity - quantity)
      : changed({ ...wish, quantity }, item, act, call(CartTools.removeFromCart, { product_id }))
  )
}

const applyCoupon = (wish: Wish) => {
  const { code } = wish
  return code === null
    ? asking("Which coupon code shall I use on your cart?")
    : leftToShop(
        call(CartTools.applyCouponToCart, { code }),
        {
          ...Record.map(couponProblem, (problem) => `I cannot use the coupon ${code} on your cart: ${problem}.`),
          empty_cart: `Your cart is empty, so the coupon ${code} has nothing to work on.`
        },
        "use that coupon",
        deedOf(wish)
      )
}

const removeCoupon = (wish: Wish) =>
  leftToShop(call(CartTools.removeCouponFromCart, {}), {}, "take the coupon off your cart", deedOf(wish))

function* show({ product }: Wish): AnswerPart {
  const cart = yield* theCart()
  const { recipient_name: name, shipping_address: to } = cart
  const held = product === null ? [] : pickProduct(product.name, cart.items)
  const missing = product !== null && held.length === 0 ? product : null
  // "put it in" means what the cart does not hold.
  yield* keep({ list: cart.items.map(itemOf), products: (missing === null ? held : [missing]).map(itemOf) })
  return cart.items.length === 0
    ? emptyCart
    : paragraph(
        missing === null ? null : `Your cart does not hold ${theProduct(missing.name)}.`,
        `Your cart holds ${plural(cart.items.length, "product")}:`,
        lines(cart.items, itemLine),
        costs(cart),
        to === null
          ? "No delivery address is set yet."
          : `It goes to ${name === null ? "" : `${name}, `}${addressLine(to)}.`
      )
}

const order = ({ speed }: Wish): AnswerPart =>
  leftToShop(
    call(CartTools.checkout, { speed_tier: speed }),
    {
      empty_cart: emptyCart,
      inactive_product: "Nothing was ordered: remove what is not sold any more from your cart first.",
      coupon_invalid: 'Nothing was ordered: say "remove the coupon", and it can be ordered without it.',
      no_address:
        "Nothing was ordered. To order it I need to know the delivery address: the recipient, street, city, state and ZIP code.",
      out_of_stock: ({ lines = [] }) =>
        `Nothing was ordered: not enough is in stock that could be sent to you. ${list(lines.map(({ available, name, requested }) => `${name}: ${available} of ${requested}`))}. Tell me a smaller quantity, and I try again.`,
      speed_not_possible: ({ possible_speeds: possible = [] }) =>
        `Nothing was ordered: your cart cannot go to its address with ${speed ?? "standard"} shipping, only with ${list(possible, "or")}. Tell me to order it that way.`,
      forbidden: refused("placed"),
      invalid_argument: "Nothing was ordered: an order of this size cannot be placed in this chat."
    },
    "order your cart"
  )

/** How each wish about what is in the cart is answered. */
export const cartAnswers = {
  cart: show,
  add_to_cart: add,
  update_cart: update,
  remove_from_cart: takeOut,
  apply_coupon: applyCoupon,
  remove_coupon: removeCoupon,
  checkout: order
}
