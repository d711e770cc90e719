import { type Category } from "@storefront/domain/Catalog"
import {
  type checkBundleEligibility,
  type getActiveDeals,
  type optimizeCart,
  type validateCoupon
} from "@storefront/domain/tools/PricingTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, list, money, plural } from "@storefront/domain/Wording"
import { notAvailable, theProduct } from "../AnswerParts.ts"
import { promotionLine, refusal } from "./Wording.ts"

type Optimized = typeof optimizeCart.successSchema.Type
type Checked = typeof checkBundleEligibility.successSchema.Type
type FreeUnits = Checked["buy_x_get_y_deals"][number]
type Validation = typeof validateCoupon.successSchema.Type
type Promotions = (typeof getActiveDeals.successSchema.Type)["promotions"]

/** Names of products by id. */
type Names = ReadonlyMap<string, string>

/** An empty cart has no best price, nor has a cart of products that are no longer sold. */
export const emptyCart =
  "There is nothing in your cart that I could price. Name the products and how many of each, and I work out what they cost at best."

/** More products were named than can be looked up at once. */
export const tooMany = (most: number): string =>
  `I can look up ${most} products by name at once. Please name fewer, or put them into your cart first and ask me about the cart.`

/** Why named products have no best price. */
export const notOptimized = ({ error }: ToolFailure): string =>
  error === "not_found"
    ? "Not all of these products are sold any more, so I cannot price them together."
    : error === "invalid_argument"
      ? "I cannot price so many units of one product; 99 of each are the most."
      : notAvailable("the best price of these products")

const itemLine = ({ name, price, quantity, subtotal }: Optimized["cart_items"][number]): string =>
  quantity === 1
    ? `- ${name}, ${money(price)}`
    : `- ${name}, ${quantity} × ${money(price)}, ${money(subtotal)} together`

const shipping = ({ free_shipping }: Optimized) => (free_shipping ? ["Standard shipping is free."] : [])

/** What something costs at best, line by line; `costs` is the middle of the sentence: "your cart costs". */
export const optimized = (result: Optimized, costs: string): string => {
  const { cart_items, coupon, final_total, original_total, savings, savings_percentage, total_savings } = result
  const price =
    savings.length === 0
      ? `Nothing takes anything off at the moment: ${costs} ${money(final_total)}.`
      : `At best ${costs} ${money(final_total)} instead of ${money(original_total)}: you save ${money(total_savings)} (${savings_percentage}%).`
  const reasons =
    savings.length === 0
      ? []
      : [
          "What you save:",
          ...savings.map(({ amount, explanation }) => `- ${explanation} That takes off ${money(amount)}.`),
          coupon === null ? "No coupon makes it cheaper." : `The coupon to use is ${coupon.code}.`
        ]
  return [price, ...cart_items.map(itemLine), ...reasons, ...shipping(result)].join("\n")
}

/** A coupon that is the best one for the cart. */
export const bestCoupon = (code: string, result: Optimized): string =>
  `${code} works on your cart, and no other coupon you can use saves more.\n${optimized(result, "your cart costs")}`

/** A coupon for nothing that is in the cart. */
export const outOfScope = (code: string, scope: ReadonlyArray<Category>): string =>
  `${code} does not work on your cart: it applies to ${list(scope)} only.`

/** A coupon that is not the best one for the cart; `validation` is about what it applies to. */
export const otherCoupon = (code: string, { coupon }: Optimized, validation: Validation): string => {
  if (!validation.valid) {
    return refusal(code, null, validation)
  }
  return coupon === null
    ? `${code} is valid, but it takes nothing more off your cart than the promotions do.`
    : `${code} works on your cart, but ${coupon.code} saves at least as much there: ${money(coupon.discount)}.`
}

/** Why we do not know which promotions the products make up. */
export const notChecked = ({ error }: ToolFailure): string =>
  error === "not_found"
    ? "Not all of these products are sold any more, so they make up no bundle."
    : notAvailable("the bundles")

/** Names of products, known ones only. */
const called = (ids: ReadonlyArray<string>, names: Names): ReadonlyArray<string> =>
  ids.flatMap((id) => names.get(id) ?? [])

const completeLine =
  (names: Names) =>
  ({
    bundle_total,
    discount_pct,
    end_date,
    promotion_name,
    qualifying_product_ids,
    savings
  }: Checked["bundle_deals"][number]) =>
    `- ${promotion_name}: ${list(called(qualifying_product_ids, names))} together cost ${money(bundle_total)}, and you save ${discount_pct}% of it, ${money(savings)}, until ${dayOf(end_date)}`

/** Units of products by id. */
type Units = ReadonlyMap<string, number>

/** Units beyond the one of each product that was checked. */
const furtherUnits = ({ eligible_product_ids }: FreeUnits, units: Units) =>
  eligible_product_ids.reduce((further, id) => further + (units.get(id) ?? 1) - 1, 0)

const freeUnitsLine =
  (names: Names, units: Units) =>
  (deal: FreeUnits): string => {
    const { buy_quantity, eligible_product_ids, end_date, free_quantity, promotion_name, units_missing } = deal
    const counted = list(called(eligible_product_ids, names))
    const offer = `- ${promotion_name}: buy ${buy_quantity}, get ${free_quantity} free, until ${dayOf(end_date)}`
    const further = furtherUnits(deal, units)
    if (units_missing <= further) {
      return `${offer}; complete with ${counted}`
    }
    const toGo = further === 0 ? `${plural(units_missing, "more unit")} to go` : "but more units are needed"
    return `${offer}; ${counted} ${eligible_product_ids.length === 1 ? "counts" : "count"}, ${toGo}`
  }

const nearMissLine =
  (names: Names) =>
  ({ missing_categories, missing_product_ids, promotion_name }: Checked["near_misses"][number]): string => {
    const known = called(missing_product_ids, names).map(theProduct)
    const products =
      known.length === missing_product_ids.length
        ? known
        : [plural(missing_product_ids.length, "more product") + " of it"]
    const categories = missing_categories.map((category) => `something from ${category}`)
    return `- ${promotion_name}: add ${list([...products, ...categories])}`
  }

/** Which promotions these units make up, and what is missing for others. */
export const bundleCheck = (checked: Checked, missing: Names, units: Units): string => {
  const { bundle_deals, buy_x_get_y_deals, near_misses, products_checked } = checked
  const names = new Map([...missing, ...products_checked.map(({ name, product_id }) => [product_id, name] as const)])
  const asked = list(products_checked.map(({ name }) => theProduct(name)))
  const isComplete = (deal: FreeUnits) => deal.units_missing <= furtherUnits(deal, units)
  const complete = [
    ...bundle_deals.map(completeLine(names)),
    ...buy_x_get_y_deals.filter(isComplete).map(freeUnitsLine(names, units))
  ]
  const incomplete = [
    ...near_misses.map(nearMissLine(names)),
    ...buy_x_get_y_deals.filter((deal) => !isComplete(deal)).map(freeUnitsLine(names, units))
  ]
  if (complete.length + incomplete.length === 0) {
    return `There is no bundle offer for ${asked} at the moment.`
  }
  return [
    complete.length === 0
      ? `With ${asked} alone no offer for several products is complete.`
      : products_checked.length === 1
        ? `Yes: there is an offer for ${asked}.`
        : `Yes: there is an offer for ${asked} together.`,
    ...complete,
    ...(incomplete.length > 0 ? ["What is missing for an offer:", ...incomplete] : [])
  ].join("\n")
}

/** Promotions of one kind. */
export const promotionsOf = (
  kind: "bundle offers" | "flash sales",
  promotions: Promotions,
  names: Names,
  category: Category | null
): string => {
  const about = category === null ? "" : ` for ${category}`
  return promotions.length === 0
    ? `There are no ${kind}${about} at the moment.`
    : [`These ${kind} are running${about}:`, ...promotions.map((promotion) => promotionLine(promotion, names))].join(
        "\n"
      )
}
