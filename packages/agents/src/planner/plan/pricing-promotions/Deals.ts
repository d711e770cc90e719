import { type Category } from "@storefront/domain/Catalog"
import { dayOf, list, money, plural } from "@storefront/domain/Wording"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import { checkBundleEligibility, getActiveDeals, optimizeCart } from "@storefront/domain/tools/PricingTools"
import { Array } from "effect"
import { type WantedItem, type Wish } from "../../Wish.ts"
import { saysCart } from "../../text/ClauseWords.ts"
import { amountOf, bullets, listing, paragraph, theProduct } from "../Blocks.ts"
import { meantProduct, productsOf } from "../Picking.ts"
import { type AnswerPart, call, each, keep, known, type Steps } from "../Steps.ts"

type Optimized = typeof optimizeCart.successSchema.Type

const wanted = (wish: Wish): ReadonlyArray<WantedItem> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

/** A quantity as a cart can hold it; one when none was named. */
export const units = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** The units of the products that are wanted, by id; one that is only named again counts once. */
function* found(items: ReadonlyArray<WantedItem>): Steps<ReadonlyMap<string, number>> {
  const products = yield* each(items, ({ product }) => meantProduct(product))
  const counted = new Map<string, number>()
  for (const [{ product_id }, { quantity }] of Array.zip(products, items)) {
    const before = counted.get(product_id) ?? 0
    counted.set(product_id, quantity === null && before > 0 ? before : before + units(quantity))
  }
  return counted
}

/** The lowest price of the customer's cart. */
export const cartAtBest = (): Steps<Optimized> =>
  known(call(optimizeCart, {}), {
    empty_cart: "There is nothing in your cart that I could price. Name products and how many of each, and I do."
  })

/** What something costs at best, line by line; `costs` is the middle of the sentence: "your cart costs". */
function* optimized(found: Optimized, costs: string): AnswerPart {
  const { cart_items, coupon, final_total, savings } = found
  yield* keep({ code: coupon?.code ?? null })
  return paragraph(
    savings.length === 0
      ? `Nothing takes anything off at the moment: ${costs} ${money(final_total)}.`
      : `At best ${costs} ${money(final_total)} instead of ${money(found.original_total)}: you save ${money(found.total_savings)} (${found.savings_percentage}%).`,
    bullets(cart_items, ({ subtotal, ...item }) => `${amountOf(item)}, ${money(subtotal)}`),
    savings.length === 0 ? null : "What you save:",
    bullets(savings, ({ amount, explanation }) => `${explanation} That takes off ${money(amount)}.`),
    coupon === null ? null : `The coupon to use is ${coupon.code}.`
  )
}

/** The lowest price of what was named or, if nothing was, of the customer's cart. */
export function* optimize(wish: Wish): AnswerPart {
  const items = wanted(wish)
  if (items.length === 0) {
    return yield* optimized(yield* cartAtBest(), "your cart costs")
  }
  const named = [...(yield* found(items))].map(([product_id, quantity]) => ({ product_id, quantity }))
  const best = yield* known(call(optimizeCart, { product_ids_with_quantities: named }), {
    not_found: "Not all of these products are sold any more, so I cannot price them together."
  })
  return yield* optimized(best, named.length === 1 ? "it costs" : "together they cost")
}

type Promotion = (typeof getActiveDeals.successSchema.Type)["promotions"][number]

export const promotionLines = (promotions: ReadonlyArray<Promotion>) =>
  bullets(promotions, ({ end_date, name, summary }) => `${name}: ${summary}, until ${dayOf(end_date)}`)

/** Coupons and promotions, as many as a tool gives unless a limit is said. */
export const dealsOf = (limit: number | null, category: Category | null) =>
  known(call(getActiveDeals, { limit, category }))

/** " for Home": what deals were asked for. */
export const forCategory = (category: Category | null) => (category === null ? "" : ` for ${category}`)

type Checked = typeof checkBundleEligibility.successSchema.Type

/** What some products make up together, and what is missing for other offers. */
const checkedLines = ({ bundle_deals, buy_x_get_y_deals, near_misses, products_checked }: Checked): string => {
  const called = (ids: ReadonlyArray<string>) =>
    list(products_checked.flatMap(({ name, product_id }) => (ids.includes(product_id) ? [name] : [])))
  const bundles = bundle_deals.map(
    (deal) =>
      `${deal.promotion_name}: ${called(deal.qualifying_product_ids)} together cost ${money(deal.bundle_total)}, and you save ${deal.discount_pct}% of it, ${money(deal.savings)}, until ${dayOf(deal.end_date)}`
  )
  const freeUnits = buy_x_get_y_deals.map(
    (deal) =>
      `${deal.promotion_name}: buy ${deal.buy_quantity}, get ${deal.free_quantity} free, until ${dayOf(deal.end_date)}; with ${called(deal.eligible_product_ids)}`
  )
  const nearMisses = near_misses.map(({ missing_categories, missing_product_ids: ids, promotion_name }) => {
    const products = ids.length === 0 ? [] : [`${plural(ids.length, "more product")} of it`]
    return `${promotion_name}: add ${list([...products, ...missing_categories.map((name) => `something from ${name}`)])}`
  })
  return paragraph(
    listing(
      `Offers that work with ${list(products_checked.map(({ name }) => theProduct(name)))}`,
      bullets([...bundles, ...freeUnits])
    ),
    nearMisses.length === 0 ? null : listing("What is missing for others", bullets(nearMisses))
  )
}

/** What is saved by buying several products together: those that were named, those in the cart, or any. */
export function* bundles(wish: Wish): AnswerPart {
  const { category } = wish.filters
  const named = wanted(wish)
  if (named.length === 0 && !saysCart(wish)) {
    const { promotions } = yield* dealsOf(null, category)
    const running = promotions.filter(({ type }) => type !== "flash_sale")
    return listing(`Bundle offers${forCategory(category)} at the moment`, promotionLines(running))
  }
  const ids =
    named.length > 0
      ? [...(yield* found(named)).keys()]
      : [...new Set((yield* cartAtBest()).cart_items.map(({ product_id }) => product_id))]
  const checked = yield* known(call(checkBundleEligibility, { product_ids: ids }), {
    not_found: "Not all of these products are sold any more, so they make up no bundle."
  })
  return checkedLines(checked)
}
