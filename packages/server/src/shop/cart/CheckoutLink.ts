import { Effect } from "effect"
import { type CheckoutTemplate, placeholder } from "../../platform/config/PayingConfig.ts"
import { type PricedCart } from "./CartContents.ts"
import { blockingLine, type CheckoutRefused, checkSold, orRefuse, refuse } from "./CheckoutRefused.ts"

/** The link that takes a cart to the shop's till. */

/** Encodes a key so that no till or reader of the link can take a part of it for punctuation. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Removes the query parameters that have no value without a coupon. */
const withoutCoupon = (template: string): string =>
  template.replaceAll(/([?&])[^?&#=]+=\{coupon\}(&?)/g, (_, mark: string, next: string) => (next === "" ? "" : mark))

/**
 * Builds the link of a cart. Fails if the cart is empty, or holds something that is not sold any more or that the till
 * does not know, or if its coupon is not valid. Stock and delivery are the till's.
 */
export const linkOf = Effect.fnUntraced(function* (
  template: CheckoutTemplate,
  { contents, priced }: PricedCart
): Effect.fn.Return<string, CheckoutRefused> {
  const { id, lines } = yield* orRefuse(contents, { reason: "empty_cart" })
  if (lines.length === 0) {
    return yield* refuse({ reason: "empty_cart" })
  }
  yield* checkSold(lines.filter(({ purchasable }) => !purchasable))
  const problem = priced.coupon?.reason ?? null
  if (problem !== null) {
    return yield* refuse({ reason: "coupon_invalid", problem })
  }
  const unknown = lines.filter(({ checkout_key: key }) => key === null)
  if (template.includes("{items}") && unknown.length > 0) {
    return yield* refuse({
      reason: "no_checkout_key",
      lines: unknown.map((line) => blockingLine(line, line.available_quantity))
    })
  }
  const items = lines.map(({ checkout_key: key, quantity }) => `${encodeKey(key ?? "")}:${quantity}`).join(",")
  const coupon = priced.coupon?.code ?? ""
  const values: Readonly<Record<string, string>> = { items, coupon, cart_id: id }
  const text = (coupon === "" ? withoutCoupon(template) : template).replaceAll(
    placeholder,
    (_, name: string) => values[name] ?? ""
  )
  return new URL(text).href
})
