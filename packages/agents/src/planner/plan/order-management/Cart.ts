import * as CartTools from "@storefront/domain/tools/CartTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { couponProblem, dayOf, numberedList, list, money, plural } from "@storefront/domain/EnglishWording"
import { addressLine } from "@storefront/domain/words/ProposalText"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { Record, Schema } from "effect"
import { hasException } from "../../text/ClauseWords.ts"
import { matchesName, isSameTitle, resolveProduct, pickProduct, onlyCandidate } from "../ProductResolution.ts"
import { itemOf, paragraph, sentences, theAmountOf, theProduct } from "../Formatting.ts"
import { chooseFrom, noSuchVariant, withValues } from "../Variants.ts"
import { type Calls } from "../../Playbook.ts"
import { wishOf, type Wish } from "../../Wish.ts"
import {
  type AnswerPart,
  type FailureAnswers,
  askFor,
  call,
  callAll,
  changeRecord,
  keepState,
  resultOf,
  resultsOf,
  proposeOrDo,
  maxRemovalsPerPart,
  sayList,
  partText,
  type Flow
} from "../Flows.ts"
import { notAllowed } from "./OrderChanges.ts"

type CartItem = (typeof CartTools.getCart.successSchema.Type)["items"][number]

/** Describes a cart line, and what keeps it from being ordered. */
const itemLine = ({ available_quantity: left, name, price, purchasable, quantity }: CartItem): string =>
  `${name}, ${money(price)}${quantity === 1 ? "" : ` × ${quantity}`}${!purchasable ? ", not sold any more" : left < quantity ? `, only ${left} in stock` : ""}`

const sayItems = (lead: string, items: ReadonlyArray<CartItem>) =>
  sayList(lead, items, itemLine, itemOf, { asked: "other" })

const emptyCart = "Your cart is empty. Tell me what you would like to put into it."

const failureAnswers = (name: string) => ({
  out_of_stock: ({ available_quantity: left = 0 }: ToolFailure) =>
    `${name}: only ${plural(left, "unit")} in stock, what is in your cart included.`,
  max_quantity: () =>
    askFor(`A cart holds at most ${CartTools.maxQuantity} units of one product. How many shall it be?`),
  max_products: `Your cart holds ${CartTools.maxLines} different products already. Remove one, or order these first.`,
  inactive_product: `${name} is not sold any more; it can only be removed from your cart.`
})

const howMany = (name: string): AnswerPart => askFor(`How many of ${theProduct(name)} shall your cart hold?`)

/**
 * Changes the cart if every word of the reference matches the product: "the mechanical mouse" is not the mechanical
 * keyboard. If not, asks the customer to say `act`.
 */
const changeLine = <A>(
  wish: Wish,
  product: { readonly name: string; readonly brand: string; readonly matched_id?: string | undefined },
  act: string,
  calls: Calls<A | ToolFailure>,
  answers: FailureAnswers = {}
): AnswerPart | string =>
  product.matched_id !== undefined || matchesName(wish.product?.name ?? "", product)
    ? proposeOrDo(calls, { ...failureAnswers(product.name), ...answers }, act, changeRecord(wish, product.name))
    : `I am not sure that is what you mean. Tell me to ${act}, and I do.`

function* addProduct(wish: Wish, turn: TurnView, answered: ReadonlyArray<Wish>): AnswerPart {
  const reference = wish.product
  if (reference === null) {
    return yield* askFor("Which product shall I put into your cart? Its name is enough.")
  }
  if (wish.quantity !== null && (!Number.isInteger(wish.quantity) || wish.quantity < 1)) {
    return yield* howMany(reference.name)
  }
  const found = yield* resolveProduct(reference)
  const { product_id, variants } = found
  const { quantity: units, stated } = yield* chooseFrom(found, wish)
  const name = withValues(found.name, stated)
  const quantity = units ?? 1
  // The parts of one title may have been read as several products.
  const isSameTitleAdded = ({ intent, product }: Wish) =>
    intent === wish.intent && product !== null && isSameTitle(turn.message, found.name, [product.name, reference.name])
  if (wish.quantity === null && answered.some(isSameTitleAdded)) {
    return ""
  }
  const act = `put ${theAmountOf({ name, quantity })} into your cart`
  const options = variants.length === 0 && stated.length === 0 ? null : stated.map((value) => ({ value }))
  const text = yield* partText(
    changeLine(
      { ...wish, quantity: units },
      { ...found, name },
      act,
      call(CartTools.addToCart, { product_id, options, quantity }),
      { no_such_variant: ({ choices = [] }) => noSuchVariant(found.name, stated, choices) }
    )
  )
  const lost = (variants.length > 0 ? null : wish.rest) ?? (wish.speed === "standard" ? null : wish.speed)
  return lost === null ? text : `${text} The cart keeps no size, colour or other wish, so nothing of “${lost}”.`.trim()
}

const requireCart = () => resultOf(call(CartTools.getCart, {}))

/** Adds the values of a variant to the name by which it is found in the cart. */
const ofLine = (wish: Wish): Wish =>
  wish.product === null || wish.values.length === 0
    ? wish
    : { ...wish, product: { ...wish.product, name: withValues(wish.product.name, wish.values) } }

/** Resolves a cart line; without a reference, the only one. */
function* resolveLine(items: ReadonlyArray<CartItem>, { product: reference, rest }: Wish): Flow<CartItem> {
  const named = reference === null ? items : pickProduct(reference.name, items)
  const line = yield* onlyCandidate(
    // "Remove the boots in black"
    named.length > 1 && rest !== null ? pickProduct(`${reference?.name ?? ""} ${rest}`, named) : named,
    (several) => sayItems("Which product in your cart do you mean?", several),
    items.length === 0 ? emptyCart : sayItems(`I found no “${reference?.name}” in your cart. It holds`, items)
  )
  yield* keepState({ products: [itemOf(line)] })
  return line
}

const setQuantity = (wish: Wish, item: CartItem, quantity: number): AnswerPart | string => {
  const { name, product_id } = item
  const act = `change ${theProduct(name)} in your cart to ${quantity}`
  return Number.isInteger(quantity)
    ? changeLine(wish, item, act, call(CartTools.updateCartQuantity, { product_id, quantity }))
    : howMany(name)
}

const increase = /\b(?:more|another|extra|additional|further)\b(?! than)/iu
const decrease = /\b(?:fewer|less)\b(?! than)/iu

/** Sets a quantity, or changes it by a difference: "two more". */
function* updateQuantity(said: Wish): AnswerPart {
  const wish = ofLine(said)
  const { quantity, text } = wish
  const item = yield* resolveLine((yield* requireCart()).items, wish)
  const [old, units] = [item.quantity, quantity ?? NaN]
  const newQuantity = increase.test(text) ? old + units : decrease.test(text) ? Math.max(0, old - units) : units
  return yield* partText(setQuantity(wish, item, newQuantity))
}

const meansEverything =
  /\b(?:everything|all(?! of (?:it|them|the)\b)|empty|clear|(?:whole|entire) (?:cart|basket)|(?:wipe|reset) (?:my|the|that) (?:cart|basket))\b/iu

function* emptyCartAnswer(): AnswerPart {
  const { items } = yield* requireCart()
  const taken = items.slice(0, maxRemovalsPerPart)
  const ids = taken.map(({ product_id }) => ({ product_id }))
  yield* resultsOf(callAll(CartTools.removeFromCart, ids), "empty your cart")
  yield* keepState({
    done: taken.map(({ name, quantity }) => changeRecord({ ...wishOf("remove_from_cart", ""), quantity }, name))
  })
  return items.length === 0
    ? emptyCart
    : items.length > maxRemovalsPerPart
      ? "There is more; say it again and I go on."
      : ""
}

function* removeProduct(said: Wish): AnswerPart {
  const wish = ofLine(said)
  const { product, text } = wish
  if (hasException(text)) {
    const { items } = yield* requireCart()
    return yield* sayItems("Which of these shall I remove? One at a time, please", items)
  }
  if (product === null && meansEverything.test(text)) {
    return yield* emptyCartAnswer()
  }
  const item = yield* resolveLine((yield* requireCart()).items, wish)
  const { name, product_id } = item
  const quantity = wish.quantity ?? item.quantity
  if (!Number.isInteger(quantity) || quantity < 1) {
    return yield* howMany(name)
  }
  const act = `remove ${theProduct(name)} from your cart`
  return yield* partText(
    quantity < item.quantity
      ? setQuantity(wish, item, item.quantity - quantity)
      : changeLine({ ...wish, quantity }, item, act, call(CartTools.removeFromCart, { product_id }))
  )
}

function* applyCoupon(wish: Wish): AnswerPart {
  const { code } = wish
  const { coupon: old } = yield* requireCart()
  return yield* code === null
    ? askFor("Which coupon code shall I use on your cart?")
    : proposeOrDo(
        call(CartTools.applyCouponToCart, { code }),
        {
          ...Record.map(couponProblem, (problem) => `I cannot use the coupon ${code} on your cart: ${problem}.`),
          empty_cart: `Your cart is empty, so the coupon ${code} has nothing to work on.`
        },
        "use that coupon",
        changeRecord(wish),
        () => (old === null || old.code === code ? "" : `A cart holds one coupon: ${code} replaces ${old.code}.`)
      )
}

type Cart = typeof CartTools.getCart.successSchema.Type

const deliveryLine = ({ recipient_name: name, shipping_address: to }: Cart): string =>
  to === null ? "No delivery address is set yet." : `It goes to ${name === null ? "" : `${name}, `}${addressLine(to)}.`

/** Says how to get to the shop's till, or when the customer got the link. */
const tillLine = ({ checkout_link: link }: Cart): string =>
  link === undefined
    ? "Tell me to check out, and you get the link to the shop's till."
    : `You got a link to the shop's till on ${dayOf(link.given_at)}.${link.is_current ? "" : " It does not have what your cart holds now: tell me to check out, and you get a new one."}`

function* showCart(): AnswerPart {
  const cart = yield* requireCart()
  const { items, savings, subtotal, total } = cart
  yield* keepState({ list: items.map(itemOf) })
  return items.length === 0
    ? emptyCart
    : paragraph(
        `Your cart holds ${plural(items.length, "product")}:`,
        numberedList(items, itemLine),
        sentences(
          `Goods ${money(subtotal)},`,
          ...savings.map(({ amount, label }) => `less ${money(amount)} (${label}),`),
          `${money(total)} in total, without shipping.`
        ),
        cart.checkout_url === null && cart.checkout_link === undefined ? deliveryLine(cart) : tillLine(cart)
      )
}

/** Either contract of `checkout`; the shop tells the outcome of both itself. */
const checkout = {
  name: CartTools.checkout.name,
  parametersSchema: CartTools.checkout.parametersSchema,
  successSchema: Schema.Union(CartTools.checkout.successSchema, CartTools.checkoutAtTill.successSchema)
}

/** Checks out; the shop's till takes no speed, and refuses it as a parameter that it does not have. */
function* callCheckout(speed: Wish["speed"]): Calls<typeof checkout.successSchema.Type | ToolFailure> {
  const outcome = yield* call(checkout, { speed_tier: speed })
  const takesNoSpeed =
    speed !== null &&
    outcome instanceof ToolFailure &&
    outcome.error === "invalid_argument" &&
    outcome.reason === undefined
  return takesNoSpeed ? yield* call(checkout, {}) : outcome
}

const checkOut = ({ speed }: Wish, turn: TurnView): AnswerPart =>
  proposeOrDo(
    callCheckout(speed),
    {
      no_checkout_key: ({ lines = [] }) =>
        `The shop's till does not know ${list(lines.map(({ name }) => name))}, so I have no link for your cart. Take that out of it, and I give you the link for the rest.`,
      empty_cart: emptyCart,
      inactive_product: "Nothing was ordered: remove what is not sold any more from your cart first.",
      coupon_invalid: 'Nothing was ordered: say "remove the coupon", and it can be ordered without it.',
      no_address:
        "Nothing was ordered. To order it I need to know the delivery address: the recipient, street, city, state and ZIP code.",
      out_of_stock: ({ lines = [] }) =>
        `Nothing was ordered: not enough is in stock that could be sent to you. ${list(lines.map(({ available, name, requested }) => `${name}: ${available} of ${requested}`))}. Tell me a smaller quantity, and I try again.`,
      speed_not_possible: ({ possible_speeds: possible = [] }) =>
        `Nothing was ordered: your cart cannot go to its address with ${speed ?? "standard"} shipping, only with ${list(possible, "or")}. Tell me to order it that way.`,
      forbidden: notAllowed({ done: "placed" }, turn)
    },
    "order your cart",
    undefined,
    (result) => (speed !== null && "checkout_url" in result ? "You choose the delivery at the shop's till." : "")
  )

export const cartAnswers = {
  cart: showCart,
  add_to_cart: addProduct,
  update_cart: updateQuantity,
  remove_from_cart: removeProduct,
  apply_coupon: applyCoupon,
  remove_coupon: (wish: Wish) =>
    proposeOrDo(call(CartTools.removeCouponFromCart, {}), {}, "take the coupon off your cart", changeRecord(wish)),
  checkout: checkOut
}
