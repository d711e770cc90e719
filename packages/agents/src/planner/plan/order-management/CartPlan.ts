import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  addToCart,
  applyCouponToCart,
  checkout,
  getCart,
  maxQuantity,
  removeCouponFromCart,
  removeFromCart,
  updateCartQuantity
} from "@storefront/domain/tools/CartTools"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { type Money } from "@storefront/domain/Money"
import { type Intent } from "../../Intents.ts"
import { type ProductReference, type Wish } from "../../Wish.ts"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, isUnagreed } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { askedFor } from "../../dialogue/Agreeing.ts"
import { pickProduct } from "../References.ts"
import { aboutProduct } from "../AboutProduct.ts"
import { type AnswerPart, type Answers, notAvailable, spoken, told } from "../AnswerParts.ts"
import { billTo, billToShipping, shipTo } from "./CartAddressing.ts"
import * as Wording from "./CartWording.ts"
import * as Checkout from "./CheckoutWording.ts"

/** How many products are taken out in one turn when the whole cart is to be emptied. */
const maxEmptied = 6

const withItems: ReadonlySet<Intent> = new Set<Intent>(["add_to_cart", "update_cart", "remove_from_cart"])

/** Splits a wish about several products of the cart into one wish for each of them. */
export const oneByOne = (wish: Wish): ReadonlyArray<Wish> =>
  withItems.has(wish.intent) && wish.items.length > 0
    ? wish.items.map(({ product, quantity }) => ({ ...wish, items: [], product, quantity }))
    : [wish]

/** The product a wish is about, even if it was said as something to look for rather than as a name. */
const productOf = ({ filters, product }: Wish): ProductReference | null =>
  product ?? (filters.query === null ? null : { name: filters.query, source: "message" })

/** "-3", "1.5" */
const isNoCount = (quantity: number): boolean => quantity < 0 || !Number.isInteger(quantity)

const add = (wish: Wish) => {
  const reference = productOf(wish)
  const quantity = wish.quantity ?? 1
  return reference === null
    ? Wording.whichProduct
    : quantity < 1 || isNoCount(quantity)
      ? Wording.howMany(reference.name)
      : quantity > maxQuantity
        ? Wording.tooMany
        : aboutProduct(reference, ({ name, product_id }) =>
            told(
              call(addToCart, { product_id, quantity }),
              (failure) => Wording.notInCart(name, failure),
              Wording.added
            )
          )
}

/** Tells something about the line of the cart that is meant; nothing named means the only one. */
const aboutLine = (wish: Wish, tell: (item: Wording.CartItem) => AnswerPart | string): AnswerPart =>
  told(call(getCart, {}), "your cart", ({ items }) => {
    const [only, ...others] = items
    const reference = productOf(wish)
    if (only === undefined) {
      return Wording.emptyCart
    }
    if (reference === null) {
      return others.length === 0 ? tell(only) : Wording.whichLine(items)
    }
    const line = pickProduct(reference.name, items)
    switch (line._tag) {
      case "Found":
        return tell(line.value)
      case "Several":
        return Wording.whichLine(line.candidates)
      default:
        return Wording.noSuchLine(reference.name, items)
    }
  })

const setQuantity = ({ name, product_id }: Wording.CartItem, quantity: number): AnswerPart =>
  told(
    call(updateCartQuantity, { product_id, quantity }),
    (failure) => Wording.unchanged(name, failure),
    Wording.changed
  )

const remove = ({ name, product_id }: Wording.CartItem): AnswerPart =>
  told(call(removeFromCart, { product_id }), (failure) => Wording.unchanged(name, failure), Wording.removed)

const saysMore = (text: string) => /\b(?:more|another|extra|additional|further)\b(?! than)/iu.test(text)
const saysLess = (text: string) => /\b(?:fewer|less)\b(?! than)/iu.test(text)

/** The quantity that is meant: the one that was said, or so many more or fewer than there are. */
const meantQuantity = ({ quantity, text }: Wish, held: number): number | null =>
  quantity === null ? null : saysMore(text) ? held + quantity : saysLess(text) ? Math.max(0, held - quantity) : quantity

const saysChange = /\b(?:change|update|set|make|adjust|reduce|increase|raise|lower|double|only|just)\b/iu

/** "I need 4 bottles in my cart" of what is not in it yet. */
function* update(wish: Wish): AnswerPart {
  const isNew = wish.quantity !== null && wish.product?.source === "message" && !saysChange.test(wish.text)
  return yield* isNew && !saysMore(wish.text) && !saysLess(wish.text) ? updateOrAdd(wish) : updateLine(wish)
}

function* updateOrAdd(wish: Wish): AnswerPart {
  const cart = yield* call(getCart, {})
  const isIn =
    cart instanceof ToolFailure || wish.product === null || pickProduct(wish.product.name, cart.items)._tag !== "None"
  return yield* spoken(isIn ? updateLine(wish) : add(wish))
}

const updateLine = (wish: Wish): AnswerPart =>
  aboutLine(wish, (item) => {
    const quantity = meantQuantity(wish, item.quantity)
    return quantity === null || isNoCount(wish.quantity ?? quantity)
      ? Wording.howMany(item.name)
      : quantity > maxQuantity
        ? Wording.tooMany
        : setQuantity(item, quantity)
  })

const everything =
  /\b(?:everything|all(?! of (?:it|them|the)\b)|empty|clear|the (?:whole )?lot|(?:whole|entire) (?:cart|basket|trolley|bag|thing)|(?:wipe|reset|nuke|dump|scrap) (?:my|the|that) (?:\w+ )?(?:cart|basket|trolley|bag))\b/iu

/** What we asked last, as the instruction that a yes turns it into; empty if a yes would not answer it. */
const lastQuestion = ({ history }: TurnView): string =>
  askedFor(history.findLast(({ role }) => role === "assistant")?.text ?? "") ?? ""

/** Wants the whole cart emptied, also by a yes to our question. */
const saysEverything = (turn: TurnView, { fromHistory, text }: Wish): boolean =>
  everything.test(text) || (fromHistory && everything.test(lastQuestion(turn)))

const exception =
  /(?:\bbut|,) (?:please )?(?:keep|leave|not)\b|\b(?:except(?: for)?|apart from|other than|besides|all but|everything but|save for)\b/iu

/** Everything but what is named: "clear my cart of everything except the keyboard". */
const saysAllBut = ({ text }: Wish): boolean => everything.test(text) && exception.test(text)

/** Empties a cart except for what is kept, as far as the calls of one turn go; then asks whether to go on. */
function* emptyCart(kept: ProductReference | null): AnswerPart {
  const cart = yield* call(getCart, {})
  if (cart instanceof ToolFailure) {
    return notAvailable("your cart")
  }
  const line = kept === null ? null : pickProduct(kept.name, cart.items)
  if (kept !== null && line?._tag !== "Found") {
    return Wording.noSuchLine(kept.name, cart.items)
  }
  const items = cart.items.filter((item) => line?._tag !== "Found" || item.product_id !== line.value.product_id)
  const gone: Array<string> = []
  for (const { name, product_id } of items.slice(0, maxEmptied)) {
    const removed = yield* call(removeFromCart, { product_id })
    if (removed instanceof ToolFailure) {
      break
    }
    gone.push(name)
  }
  return cart.items.length === 0
    ? Wording.emptyCart
    : Wording.emptied(gone, items.length - gone.length, line?._tag === "Found" ? line.value.name : null)
}

/** Takes out as many units as were said, or all of them. */
const takeOut = (wish: Wish, turn: TurnView): AnswerPart =>
  productOf(wish) === null && saysEverything(turn, wish)
    ? emptyCart(null)
    : saysAllBut(wish)
      ? emptyCart(productOf(wish))
      : aboutLine(wish, (item) =>
          wish.quantity !== null && isNoCount(wish.quantity)
            ? Wording.howMany(item.name)
            : wish.quantity !== null && wish.quantity < item.quantity
              ? setQuantity(item, item.quantity - wish.quantity)
              : remove(item)
        )

/** Tells what an order of the cart would be, and asks for it. */
function* askToOrder(cart: Wording.Cart, speed: SpeedTier): AnswerPart {
  const customer = speed === "standard" && cart.items.length > 0 ? yield* call(getUserProfile, {}) : null
  const isFree =
    customer !== null &&
    !(customer instanceof ToolFailure) &&
    cart.total >= customer.tier_benefits.free_shipping_threshold
  return Checkout.checkoutQuestion(cart, speed, isFree)
}

/** Orders the cart at the total that was agreed to; if the cart costs something else by now, asks again. */
function* orderAt(agreed: Money, speed: SpeedTier, note: string | null, tier: string): AnswerPart {
  const placed = yield* call(checkout, {
    speed_tier: speed,
    expected_total: agreed / 100,
    ...(note === null ? {} : { note: [...note].slice(0, 500).join("") })
  })
  if (!(placed instanceof ToolFailure)) {
    return Checkout.ordered(placed, tier)
  }
  const isChanged = placed.reason === "total_changed"
  const cart = isChanged || isUnagreed(placed) ? yield* call(getCart, {}) : placed
  return cart instanceof ToolFailure
    ? Checkout.notOrdered(placed, agreed, speed)
    : `${isChanged ? `${Checkout.totalChanged}\n` : ""}${yield* askToOrder(cart, speed)}`
}

/** Orders the cart once the customer has agreed, at the total we named last; otherwise looks at it and asks. */
function* order({ isExplicit, note, speed: said }: Wish, turn: TurnView): AnswerPart {
  const speed = said ?? "standard"
  const tier = turn.context.customer.loyalty_tier
  const asked = Checkout.askedTotal(lastQuestion(turn))
  if (isExplicit && asked !== null) {
    return yield* orderAt(asked, speed, note, tier)
  }
  const cart = yield* call(getCart, {})
  if (cart instanceof ToolFailure) {
    return notAvailable("your cart")
  }
  return isExplicit ? yield* orderAt(cart.total, speed, note, tier) : yield* askToOrder(cart, speed)
}

const applyCoupon = ({ code }: Wish) =>
  code === null
    ? Wording.whichCoupon
    : told(call(applyCouponToCart, { code }), (failure) => Wording.couponRefused(code, failure), Wording.couponApplied)

/** How each wish about the cart is answered. */
export const cartAnswers = {
  cart: () => told(call(getCart, {}), "your cart", Wording.cart),
  add_to_cart: add,
  update_cart: update,
  remove_from_cart: takeOut,
  shipping_address: ({ address }: Wish) => shipTo(address),
  billing_address: ({ address }: Wish) => billTo(address),
  billing_same: billToShipping,
  apply_coupon: applyCoupon,
  remove_coupon: () => told(call(removeCouponFromCart, {}), "your cart", Wording.couponRemoved),
  checkout: order
} satisfies Answers
