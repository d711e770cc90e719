import { type Category } from "@storefront/domain/Catalog"
import { checkBundleEligibility, getActiveDeals } from "@storefront/domain/tools/PricingTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { dayOf, list, money, plural } from "@storefront/domain/Wording"
import { Array } from "effect"
import { call, type Calls } from "../../Playbook.ts"
import { type Wish } from "../../Wish.ts"
import { bullets, listing, paragraph, theProduct } from "../Blocks.ts"
import { type AnswerPart, eachDone, known } from "../Steps.ts"
import { asksForCart, cartAtBest, found, maxProducts, wanted } from "./Optimizing.ts"

/** Products of promotions whose names are looked up for one answer. */
const maxNamed = 4

/** Names of products by id. */
type Names = ReadonlyMap<string, string>

/** The names of products that promotions only give by id. No tool but the price history knows them. */
function* productNames(ids: ReadonlyArray<string>, most: number): Calls<Names> {
  const wanted = [...new Set(ids)].slice(0, Math.min(most, maxNamed))
  const known = yield* eachDone(wanted, (product_id) => call(getPriceHistory, { product_id, days: 7 }))
  return new Map(known.map(([id, { product_name }]) => [id, product_name]))
}

type Promotion = (typeof getActiveDeals.successSchema.Type)["promotions"][number]

/** Promotions, with their products when all their names are known. */
export const promotionLines = (promotions: ReadonlyArray<Promotion>, names: Names = new Map()) =>
  bullets(
    promotions.map(({ end_date, name, rules, summary }) => {
      const ids = "product_ids" in rules ? rules.product_ids : []
      const products = ids.flatMap((id) => names.get(id) ?? [])
      const which = products.length > 0 && products.length === ids.length ? ` (${list(products)})` : ""
      return `${name}: ${summary}${which}, until ${dayOf(end_date)}`
    })
  )

/** Coupons and promotions, as many as a tool gives unless a limit is said. */
export const dealsOf = (limit: number | null, category: Category | null) =>
  known(call(getActiveDeals, { limit, category }))

/** " for Home": what deals were asked for. */
export const forCategory = (category: Category | null) => (category === null ? "" : ` for ${category}`)

/** The promotions of one kind that are running. */
export function* promotionsOf(kind: "Flash sales" | "Bundle offers", { filters: { category } }: Wish): AnswerPart {
  const isFlash = kind === "Flash sales"
  const { promotions } = yield* dealsOf(isFlash ? mostRows : null, category)
  const running = promotions.filter(({ type }) => (type === "flash_sale") === isFlash)
  const ids = running.flatMap(({ rules }) => (!isFlash && "product_ids" in rules ? rules.product_ids : []))
  return listing(
    `${kind}${forCategory(category)} at the moment`,
    promotionLines(running, yield* productNames(ids, maxNamed))
  )
}

type Checked = typeof checkBundleEligibility.successSchema.Type

/** What some products, with their units, make up and what is missing for other offers. */
const checkedLines = (checked: Checked, missing: Names, held: ReadonlyMap<string, number>): string => {
  const names = new Map([
    ...missing,
    ...checked.products_checked.map((known) => [known.product_id, known.name] as const)
  ])
  const called = (ids: ReadonlyArray<string>) => ids.flatMap((id) => names.get(id) ?? [])
  const bundles = checked.bundle_deals.map(
    (deal) =>
      `${deal.promotion_name}: ${list(called(deal.qualifying_product_ids))} together cost ${money(deal.bundle_total)}, and you save ${deal.discount_pct}% of it, ${money(deal.savings)}, until ${dayOf(deal.end_date)}`
  )
  const freeUnits = checked.buy_x_get_y_deals.map((deal) => {
    // One unit of each was checked; the customer may have more.
    const further = deal.eligible_product_ids.reduce((sum, id) => sum + (held.get(id) ?? 1) - 1, 0)
    const missing = Math.max(0, deal.units_missing - further)
    const offer = `${deal.promotion_name}: buy ${deal.buy_quantity}, get ${deal.free_quantity} free, until ${dayOf(deal.end_date)}; with`
    const counted = list(called(deal.eligible_product_ids))
    return { missing, line: `${offer} ${counted}${missing === 0 ? "" : ` and ${plural(missing, "more unit")}`}` }
  })
  const nearMisses = checked.near_misses.map(({ missing_categories, missing_product_ids: ids, promotion_name }) => {
    const known = called(ids).map(theProduct)
    const products = known.length === ids.length ? known : [plural(ids.length, "more product") + " of it"]
    return `${promotion_name}: add ${list([...products, ...missing_categories.map((name) => `something from ${name}`)])}`
  })
  const [open, complete] = Array.partition(freeUnits, ({ missing }) => missing === 0)
  const incomplete = [...nearMisses, ...open.map(({ line }) => line)]
  return paragraph(
    listing(
      `Offers that are complete with ${list(checked.products_checked.map(({ name }) => theProduct(name)))}`,
      bullets([...bundles, ...complete.map(({ line }) => line)])
    ),
    incomplete.length === 0 ? null : listing("What is missing for others", bullets(incomplete))
  )
}

/** What is saved by buying several products together: those that were named, those in the cart, or any. */
export function* bundles(wish: Wish): AnswerPart {
  const named = wanted(wish)
  if (named.length === 0 && !asksForCart(wish.text)) {
    return yield* promotionsOf("Bundle offers", wish)
  }
  const items = named.length > 0 ? yield* found(named) : (yield* cartAtBest()).cart_items
  const held = new Map<string, number>()
  for (const { product_id, quantity } of items) {
    held.set(product_id, (held.get(product_id) ?? 0) + quantity)
  }
  const checked = yield* known(call(checkBundleEligibility, { product_ids: [...held.keys()] }), {
    not_found: "Not all of these products are sold any more, so they make up no bundle."
  })
  const missing = checked.near_misses.flatMap(({ missing_product_ids }) => missing_product_ids)
  return checkedLines(checked, yield* productNames(missing, maxProducts - Math.max(1, named.length)), held)
}
