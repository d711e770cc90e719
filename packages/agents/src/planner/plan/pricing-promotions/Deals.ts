import { type Category } from "@storefront/domain/Catalog"
import { dayOf, list, money, plural } from "@storefront/domain/Wording"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import { checkBundleEligibility, getActiveDeals, optimizeCart } from "@storefront/domain/tools/PricingTools"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { Array, Either } from "effect"
import { type WantedItem, type Wish } from "../../Wish.ts"
import { saysCart } from "../../text/ClauseWords.ts"
import { amountOf, bullets, listing, paragraph, theProduct } from "../Blocks.ts"
import { isOneName, meantProduct, productsOf } from "../Picking.ts"
import { type AnswerPart, call, each, eachDone, known, type Steps } from "../Steps.ts"

type Optimized = typeof optimizeCart.successSchema.Type

/** The products that were named, each with its quantity. */
export const wanted = (wish: Wish): ReadonlyArray<WantedItem> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

/** A quantity as a cart can hold it; one when none was named. */
export const units = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** The products that a text names, each with its units. */
export function* found(text: string, items: ReadonlyArray<WantedItem>) {
  const all = yield* each(items, function* ({ product, quantity }) {
    const { name, product_id } = yield* meantProduct(product)
    return { product_id, quantity, name, said: product.name }
  })
  const isNamedBefore = ({ name, quantity, said }: (typeof all)[number], place: number) =>
    quantity === null && all.slice(0, place).some((other) => isOneName(text, name, [other.said, said]))
  return all.flatMap((one, place) =>
    isNamedBefore(one, place) ? [] : [{ product_id: one.product_id, quantity: units(one.quantity) }]
  )
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
    return optimized(yield* cartAtBest(), "your cart costs")
  }
  const named = yield* found(wish.text, items)
  const best = yield* known(call(optimizeCart, { product_ids_with_quantities: named }), {
    not_found: "Not all of these products are sold any more, so I cannot price them together."
  })
  return optimized(best, named.length === 1 ? "it costs" : "together they cost")
}

/** Products of promotions whose names are looked up for one answer. */
const maxNamed = 4

/** Names of products by id. */
type Names = ReadonlyMap<string, string>

/** The names of products that promotions only give by id. No tool but the price history knows them. */
function* productNames(ids: ReadonlyArray<string>): Steps<Names> {
  const wanted = [...new Set(ids)].slice(0, maxNamed)
  const known = yield* eachDone(wanted, (product_id) => call(getPriceHistory, { product_id, days: 7 }))
  return new Map(known.map(([id, { product_name }]) => [id, product_name]))
}

type Promotion = (typeof getActiveDeals.successSchema.Type)["promotions"][number]

/** Promotions, with their products when all their names are known. */
export const promotionLines = (promotions: ReadonlyArray<Promotion>, names: Names = new Map()) =>
  bullets(promotions, ({ end_date, name, rules, summary }) => {
    const ids = "product_ids" in rules ? rules.product_ids : []
    const products = ids.flatMap((id) => names.get(id) ?? [])
    const which = products.length > 0 && products.length === ids.length ? ` (${list(products)})` : ""
    return `${name}: ${summary}${which}, until ${dayOf(end_date)}`
  })

/** Coupons and promotions, as many as a tool gives unless a limit is said. */
export const dealsOf = (limit: number | null, category: Category | null) =>
  known(call(getActiveDeals, { limit, category }))

/** " for Home": what deals were asked for. */
export const forCategory = (category: Category | null) => (category === null ? "" : ` for ${category}`)

/** The bundles that are offered, with their products. */
function* offered({ filters: { category } }: Wish): AnswerPart {
  const { promotions } = yield* dealsOf(null, category)
  const running = promotions.filter(({ type }) => type !== "flash_sale")
  const ids = running.flatMap(({ rules }) => ("product_ids" in rules ? rules.product_ids : []))
  const lead = `Bundle offers${forCategory(category)} at the moment`
  return listing(lead, promotionLines(running, yield* productNames(ids)))
}

type Checked = typeof checkBundleEligibility.successSchema.Type

/** What some products, with their units, make up and what is missing for other offers. */
const checkedLines = (checked: Checked, missing: Names, held: ReadonlyMap<string, number>): string => {
  const products = checked.products_checked.map(({ name, product_id }) => [product_id, name] as const)
  const names = new Map([...missing, ...products])
  const called = (ids: ReadonlyArray<string>) => list(ids.flatMap((id) => names.get(id) ?? []))
  const bundles = checked.bundle_deals.map(
    (deal) =>
      `${deal.promotion_name}: ${called(deal.qualifying_product_ids)} together cost ${money(deal.bundle_total)}, and you save ${deal.discount_pct}% of it, ${money(deal.savings)}, until ${dayOf(deal.end_date)}`
  )
  const freeUnits = checked.buy_x_get_y_deals.map((deal) => {
    // One unit of each was checked; the customer may have more.
    const further = deal.eligible_product_ids.reduce((sum, id) => sum + (held.get(id) ?? 1) - 1, 0)
    const missing = Math.max(0, deal.units_missing - further)
    const line = `${deal.promotion_name}: buy ${deal.buy_quantity}, get ${deal.free_quantity} free, until ${dayOf(deal.end_date)}; with ${called(deal.eligible_product_ids)}`
    return missing === 0 ? Either.right(line) : Either.left(`${line} and ${plural(missing, "more unit")}`)
  })
  const nearMisses = checked.near_misses.map(({ missing_categories, missing_product_ids: ids, promotion_name }) => {
    const known = ids.flatMap((id) => names.get(id) ?? []).map(theProduct)
    const products = known.length === ids.length ? known : [plural(ids.length, "more product") + " of it"]
    return `${promotion_name}: add ${list([...products, ...missing_categories.map((name) => `something from ${name}`)])}`
  })
  const [open, complete] = Array.separate(freeUnits)
  const incomplete = [...nearMisses, ...open]
  return paragraph(
    listing(
      `Offers that are complete with ${list(products.map(([, name]) => theProduct(name)))}`,
      bullets([...bundles, ...complete])
    ),
    incomplete.length === 0 ? null : listing("What is missing for others", bullets(incomplete))
  )
}

/** What is saved by buying several products together: those that were named, those in the cart, or any. */
export function* bundles(wish: Wish): AnswerPart {
  const named = wanted(wish)
  if (named.length === 0 && !saysCart(wish)) {
    return yield* offered(wish)
  }
  const items = named.length > 0 ? yield* found(wish.text, named) : (yield* cartAtBest()).cart_items
  const held = new Map<string, number>()
  for (const { product_id, quantity } of items) {
    held.set(product_id, (held.get(product_id) ?? 0) + quantity)
  }
  const checked = yield* known(call(checkBundleEligibility, { product_ids: [...held.keys()] }), {
    not_found: "Not all of these products are sold any more, so they make up no bundle."
  })
  const missing = checked.near_misses.flatMap(({ missing_product_ids }) => missing_product_ids)
  return checkedLines(checked, yield* productNames(missing), held)
}
