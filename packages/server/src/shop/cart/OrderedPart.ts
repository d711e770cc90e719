import { type ProductId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import { type CartContents, type PricedCart, pricedCart } from "./CartContents.ts"
import { refuse } from "./CheckoutRefused.ts"

/**
 * The part of a cart that is ordered when not all of it is. Its prices are those of an order of these lines alone. The
 * coupon is used if it is valid for them, and then leaves the cart; one that only needs more or other products stays for
 * the rest. The rest decides nothing: a product in it may be sold out, or not sold any more.
 */

/** The cart as if only these products were in it. */
const onlyOf = (cart: PricedCart, contents: CartContents, ids: ReadonlyArray<ProductId>): PricedCart => {
  const lines = contents.lines.filter(({ product_id }) => ids.includes(product_id))
  const part = pricedCart({ ...cart, contents: { ...contents, lines } })
  const reason = part.priced.coupon?.reason
  return reason === "category" || reason === "min_spend"
    ? pricedCart({ ...part, contents: { ...contents, lines, coupon_code: null }, coupon: null })
    : part
}

/** Returns the part of a cart with these products; without ids the whole. Fails when the cart is empty, or lacks one. */
export const orderedPart = Effect.fnUntraced(function* (
  cart: PricedCart,
  contents: CartContents,
  ids: ReadonlyArray<ProductId> = contents.lines.map(({ product_id }) => product_id)
) {
  const held = new Set(contents.lines.map(({ product_id }) => product_id))
  const missing = ids.filter((id) => !held.has(id))
  if (held.size === 0) {
    return yield* refuse({ reason: "empty_cart" })
  }
  if (missing.length > 0) {
    return yield* refuse({ reason: "not_in_cart", missing, inCart: contents.lines })
  }
  return ids.length < held.size ? onlyOf(cart, contents, ids) : cart
})
