import * as CartTools from "@storefront/domain/tools/CartTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { couponProblem, lines, list, money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { Record } from "effect"
import { spares } from "../../text/ClauseWords.ts"
import { type ProductReference, type Wish } from "../../Wish.ts"
import { isCalled, isOneName, meantProduct, pickProduct, theOne } from "../Picking.ts"
import { newUnits } from "../About.ts"
import { paragraph, sentences, theAmountOf, theProduct } from "../Blocks.ts"
import { type AnswerPart, call, done, each, known, leftToShop, mostDone, spoken, type Steps, told } from "../Steps.ts"
import { addressLine } from "./Addressing.ts"

/** A cart as the tool tells it. */
export type Cart = typeof CartTools.getCart.successSchema.Type
type CartItem = Cart["items"][number]

/** What is in a cart, a line each, with why something of it cannot be ordered as it is. */
export const itemLines = (items: ReadonlyArray<CartItem>): string =>
  lines(
    items,
    ({ available_quantity: left, name, price, purchasable, quantity }) =>
      `${name}, ${money(price)}${quantity === 1 ? "" : ` × ${quantity}`}${!purchasable ? ", not sold any more" : left < quantity ? `, only ${left} in stock` : ""}`
  )

/** What a cart costs, and why. */
export const costs = (cart: Pick<Cart, "coupon" | "discount" | "savings" | "subtotal" | "total">): string => {
  const { coupon, discount, savings, subtotal, total } = cart
  return sentences(
    discount === 0
      ? `Together ${money(total)}, without shipping.`
      : `Goods ${money(subtotal)}, you save ${money(discount)} (${list(savings.map(({ amount, label }) => `${label} ${money(amount)}`))}): ${money(total)} in total, without shipping.`,
    coupon === null || coupon.reason === null
      ? null
      : `The coupon ${coupon.code} on it gives nothing: ${couponProblem[coupon.reason]}.`
  )
}

/** Where a cart goes; null while that is open. */
export const deliveryOf = ({ recipient_name, shipping_address }: Cart): string | null =>
  shipping_address === null
    ? null
    : `It goes to ${recipient_name === null ? "" : `${recipient_name}, `}${addressLine(shipping_address)}.`

export const emptyCart = "Your cart is empty. Tell me what you would like to put into it."

/** Why the cart does not hold a product, or as much of it, as was wanted. */
const unchanged = (name: string) => ({
  out_of_stock: ({ available_quantity: left = 0, next_restock: next = null }: ToolFailure) =>
    `${name}: only ${plural(left, "unit")} in stock, what is in your cart included. ${newUnits(next === null ? [] : [next])}`,
  max_quantity: tooMany,
  max_products: `Your cart holds ${CartTools.maxLines} different products already. Remove one, or order these first.`,
  inactive_product: `${name} is not sold any more; it can only be removed from your cart.`,
  not_found: `${name} is not there any more.`
})

const tooMany = `A cart holds at most ${CartTools.maxQuantity} units of one product. How many shall it be?`

/** Asks for another number of units if a cart cannot hold that one. */
const miscounted = (name: string, quantity: number, least = 0): string | null =>
  !Number.isInteger(quantity) || quantity < least
    ? `How many of ${theProduct(name)} shall your cart hold?`
    : quantity > CartTools.maxQuantity
      ? tooMany
      : null

/** Returns whether every word that was said belongs to its name: "the mechanical mouse" is not the mechanical keyboard. */
const isNamed = (wish: Wish, product: { readonly name: string; readonly brand: string }): boolean =>
  isCalled(wish.product?.name ?? "", product)

function* add(wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>): AnswerPart {
  const reference = wish.product
  if (reference === null) {
    return "Which product shall I put into your cart? Its name is enough."
  }
  const quantity = wish.quantity ?? 1
  const wrong = miscounted(reference.name, quantity, 1)
  if (wrong !== null) {
    return wrong
  }
  const found = yield* meantProduct(reference)
  const { name, product_id } = found
  const isAdded = ({ intent, product }: Wish) =>
    intent === wish.intent && product !== null && isOneName(turn.message, name, [product.name, reference.name])
  if (wish.quantity === null && before.some(isAdded)) {
    return ""
  }
  return yield* spoken(
    done(
      isNamed(wish, found),
      `put ${theAmountOf({ name, quantity })} into your cart`,
      call(CartTools.addToCart, { product_id, quantity }),
      unchanged(name),
      ({ quantity_in_cart: all }) => (all === quantity ? "" : `That makes ${theAmountOf({ name, quantity: all })}.`)
    )
  )
}

const itemsInCart = () => known(call(CartTools.getCart, {}))

/** The line that is meant; nothing named means the only one. */
const lineOf = (items: ReadonlyArray<CartItem>, reference: ProductReference | null): Steps<CartItem> =>
  theOne(
    reference === null ? items : pickProduct(reference.name, items),
    (several) => `Which product in your cart do you mean?\n${itemLines(several)}`,
    items.length === 0 ? emptyCart : `I found no “${reference?.name}” in your cart. It holds:\n${itemLines(items)}`
  )

const setQuantity = (wish: Wish, item: CartItem, quantity: number): AnswerPart | string =>
  miscounted(item.name, quantity) ??
  done(
    isNamed(wish, item),
    `change ${theProduct(item.name)} in your cart to ${quantity}`,
    call(CartTools.updateCartQuantity, { product_id: item.product_id, quantity }),
    unchanged(item.name)
  )

const more = /\b(?:more|another|extra|additional|further)\b(?! than)/iu
const less = /\b(?:fewer|less)\b(?! than)/iu

const saysChange = /\b(?:change|update|set|make|adjust|reduce|increase|raise|lower|double|only|just)\b/iu

/** Another quantity; of what is not in the cart yet, "I need 4 bottles in my cart" adds it. */
function* update(wish: Wish, turn: TurnView, before: ReadonlyArray<Wish>): AnswerPart {
  const { product, quantity, text } = wish
  const { items } = yield* itemsInCart()
  const mayBeNew = product?.source === "message" && ![saysChange, more, less].some((words) => words.test(text))
  if (quantity !== null && mayBeNew && pickProduct(product.name, items).length === 0) {
    return yield* add(wish, turn, before)
  }
  const item = yield* lineOf(items, product)
  const [held, said] = [item.quantity, quantity ?? NaN]
  const meant = more.test(text) ? held + said : less.test(text) ? Math.max(0, held - said) : said
  return yield* spoken(setQuantity(wish, item, meant))
}

const everything =
  /\b(?:everything|all(?! of (?:it|them|the)\b)|empty|clear|the (?:whole )?lot|(?:whole|entire) (?:cart|basket|trolley|bag|thing)|(?:wipe|reset|nuke|dump|scrap) (?:my|the|that) (?:\w+ )?(?:cart|basket|trolley|bag)|(?:keep|leave) (?:only|just)|(?:only|just) (?:keep|leave))\b/iu

/** Empties a cart except for what is kept, as far as the calls of one turn go. */
function* emptyAll(keep: ReadonlyArray<ProductReference>): AnswerPart {
  const { items } = yield* itemsInCart()
  const kept = yield* each(keep, (reference) => lineOf(items, reference))
  const unwanted = items.filter((item) => !kept.includes(item))
  if (unwanted.length === 0) {
    return items.length === 0 ? emptyCart : "Your cart holds nothing else."
  }
  const gone = yield* mostDone(unwanted, "empty your cart", ({ product_id }) =>
    call(CartTools.removeFromCart, { product_id })
  )
  return gone.length < unwanted.length ? "There is more; say it again and I go on." : ""
}

/** Takes out as many units as were said, or all of them. */
function* takeOut(wish: Wish): AnswerPart {
  const { product } = wish
  if (everything.test(wish.text) && (product === null || spares(wish.text))) {
    return yield* emptyAll(product === null ? [] : [product, ...wish.otherProducts])
  }
  const item = yield* lineOf((yield* itemsInCart()).items, product)
  const { name, product_id } = item
  const quantity = wish.quantity ?? item.quantity
  return yield* spoken(
    quantity < item.quantity
      ? setQuantity(wish, item, item.quantity - quantity)
      : done(
          isNamed(wish, item),
          `remove ${theProduct(name)} from your cart`,
          call(CartTools.removeFromCart, { product_id }),
          unchanged(name)
        )
  )
}

const applyCoupon = ({ code }: Wish) =>
  code === null
    ? "Which coupon code shall I use on your cart?"
    : leftToShop(call(CartTools.applyCouponToCart, { code }), {
        ...Record.map(couponProblem, (problem) => `I cannot use the coupon ${code} on your cart: ${problem}.`),
        empty_cart: `Your cart is empty, so the coupon ${code} has nothing to work on.`
      })

const removeCoupon = () => leftToShop(call(CartTools.removeCouponFromCart, {}), {})

/** What is in the cart, what it costs and where it goes. */
const show = ({ product }: Wish) =>
  told(call(CartTools.getCart, {}), (cart) =>
    cart.items.length === 0
      ? emptyCart
      : paragraph(
          product === null || pickProduct(product.name, cart.items).length > 0
            ? null
            : `Your cart does not hold ${theProduct(product.name)}.`,
          `Your cart holds ${plural(cart.items.length, "product")}:`,
          itemLines(cart.items),
          costs(cart),
          deliveryOf(cart) ?? "No delivery address is set yet."
        )
  )

/** How each wish about what is in the cart is answered. */
export const cartAnswers = {
  cart: show,
  add_to_cart: add,
  update_cart: update,
  remove_from_cart: takeOut,
  apply_coupon: applyCoupon,
  remove_coupon: removeCoupon
}
