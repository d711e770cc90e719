import { maxQuantity } from "@storefront/domain/tools/CartTools"
import { optimizeCart } from "@storefront/domain/tools/PricingTools"
import { money } from "@storefront/domain/Wording"
import { call } from "../../Playbook.ts"
import { type WantedItem, type Wish } from "../../Wish.ts"
import { meantProduct, productsOf } from "../Picking.ts"
import { amountOf, bullets, paragraph } from "../Blocks.ts"
import { type AnswerPart, each, instead, known, type Steps } from "../Steps.ts"

type Optimized = typeof optimizeCart.successSchema.Type

/** Products that one answer can look up by name, with a call left for what is asked about them. */
export const maxProducts = 6

/** Asks about what is in the cart. */
export const asksForCart = (text: string): boolean => /\b(?:cart|basket|trolley)\b/iu.test(text)

/** The products that were named, each with its quantity. */
export const wanted = (wish: Wish): ReadonlyArray<WantedItem> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

/** A quantity as a cart can hold it; one when none was named. */
export const units = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** The products that are named, each with its units; there are not to be more than can be looked up. */
export function* found(items: ReadonlyArray<WantedItem>) {
  if (items.length > maxProducts) {
    return yield* instead(
      `I can look up ${maxProducts} products by name at once. Please name fewer, or put them into your cart first and ask me about the cart.`
    )
  }
  const products = yield* each(items, ({ product }) => meantProduct(product))
  return products.map(({ product_id }, index) => ({ product_id, quantity: units(items[index]?.quantity ?? null) }))
}

/** The lowest price of the customer's cart. */
export const cartAtBest = (): Steps<Optimized> =>
  known(call(optimizeCart, {}), {
    empty_cart: "There is nothing in your cart that I could price. Name products and how many of each, and I do."
  })

/** What something costs at best, line by line; `costs` is the middle of the sentence: "your cart costs". */
export const optimized = (found: Optimized, costs: string): string => {
  const { cart_items, coupon, final_total, savings } = found
  return paragraph(
    savings.length === 0
      ? `Nothing takes anything off at the moment: ${costs} ${money(final_total)}.`
      : `At best ${costs} ${money(final_total)} instead of ${money(found.original_total)}: you save ${money(found.total_savings)} (${found.savings_percentage}%).`,
    bullets(cart_items.map(({ subtotal, ...item }) => `${amountOf(item)}, ${money(subtotal)}`)),
    ...(savings.length === 0
      ? []
      : [
          "What you save:",
          bullets(savings.map(({ amount, explanation }) => `${explanation} That takes off ${money(amount)}.`)),
          coupon === null ? "No coupon makes it cheaper." : `The coupon to use is ${coupon.code}.`
        ]),
    found.free_shipping ? "Standard shipping is free." : null
  )
}

/** The lowest price of what was named or, if nothing was, of the customer's cart. */
export function* optimize(wish: Wish): AnswerPart {
  const items = wanted(wish)
  if (items.length === 0) {
    return optimized(yield* cartAtBest(), "your cart costs")
  }
  const best = yield* known(call(optimizeCart, { product_ids_with_quantities: yield* found(items) }), {
    not_found: "Not all of these products are sold any more, so I cannot price them together.",
    invalid_argument: "I cannot price so many units of one product; 99 of each are the most."
  })
  return optimized(best, items.length === 1 ? "it costs" : "together they cost")
}
