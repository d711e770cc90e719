import { type RestOfCart } from "@storefront/domain/confirmation/Terms"
import { type ProductId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { type CartPrice } from "@storefront/domain/rules/CartPricing"
import { isLastUse } from "@storefront/domain/rules/CouponRules"
import { Array, Effect } from "effect"
import { termName } from "../../platform/effects/TermText.ts"
import { type CartContents, type PricedCart, pricedCart } from "./CartContents.ts"
import { refuse } from "./CheckoutRefused.ts"

/**
 * The ordered part of a cart, priced as if it were the whole. The coupon is redeemed if it is valid for this part; one
 * that fails only for its minimum spend or category stays in the cart. The rest may contain products no longer sold.
 */
export interface OrderedPart {
  readonly cart: PricedCart
  /** Absent when the whole cart is ordered. */
  readonly rest?: RestOfCart
}

/** Prices a cart as if it held only these lines. */
const pricedWithLines = (cart: PricedCart, contents: CartContents, lines: CartContents["lines"]): PricedCart => {
  const part = pricedCart({ ...cart, contents: { ...contents, lines } })
  const reason = part.priced.coupon?.reason
  return reason === "category" || reason === "min_spend"
    ? pricedCart({ ...part, contents: { ...contents, lines, coupon_code: null }, coupon: null })
    : part
}

/** Maximum number of lost promotions to name. */
const maxNamedPromotions = 2

/** Returns the total savings under a promotion's label. */
const savingsOf = ({ savings }: CartPrice, promotion: string): number =>
  savings.reduce((sum, { amount, label }) => (label === promotion ? sum + amount : sum), 0)

/** Returns the promotions that are lost by splitting a cart, and the savings lost with them. */
const lostSavings = (
  whole: CartPrice,
  one: CartPrice,
  other: CartPrice
): Pick<RestOfCart, "lost" | "lostPromotions"> => {
  const lost = whole.promotionDiscount - one.promotionDiscount - other.promotionDiscount
  const promotions = whole.savings.flatMap(({ label, type }) =>
    (type === "bundle" || type === "buy_x_get_y") &&
    savingsOf(whole, label) > savingsOf(one, label) + savingsOf(other, label)
      ? [termName(label)]
      : []
  )
  return lost > 0 && promotions.length > 0
    ? { lost: Money.make(lost), lostPromotions: Array.take(Array.dedupe(promotions), maxNamedPromotions) }
    : { lost: Money.make(0), lostPromotions: [] }
}

const splitCart = (whole: PricedCart, contents: CartContents, ids: ReadonlyArray<ProductId>): OrderedPart => {
  const [remaining, ordered] = Array.partition(contents.lines, ({ product_id }) => ids.includes(product_id))
  const cart = pricedWithLines(whole, contents, ordered)
  const rest = pricedCart({ ...whole, contents: { ...contents, lines: remaining, coupon_code: null }, coupon: null })
  const isRedeemed = cart.priced.coupon !== null
  return {
    cart,
    rest: {
      coupon: isRedeemed ? null : contents.coupon_code,
      isCouponUsedUp: isRedeemed && whole.coupon !== null && isLastUse(whole.coupon),
      ...lostSavings(whole.priced, cart.priced, rest.priced)
    }
  }
}

/** Returns the part of a cart with these products, or all of it. Fails when it is empty or lacks one of them. */
export const orderedPart = Effect.fnUntraced(function* (
  cart: PricedCart,
  contents: CartContents,
  ids: ReadonlyArray<ProductId> = contents.lines.map(({ product_id }) => product_id)
) {
  const cartIds = new Set(contents.lines.map(({ product_id }) => product_id))
  const missing = ids.filter((id) => !cartIds.has(id))
  if (cartIds.size === 0) {
    return yield* refuse({ reason: "empty_cart" })
  }
  if (missing.length > 0) {
    return yield* refuse({ reason: "not_in_cart", missing, inCart: contents.lines })
  }
  const part: OrderedPart = ids.length < cartIds.size ? splitCart(cart, contents, ids) : { cart }
  return part
})
