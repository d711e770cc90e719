import { Money } from "@storefront/domain/Money"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import {
  checkBundleEligibility,
  getActiveDeals,
  optimizeCart,
  validateCoupon
} from "@storefront/domain/tools/PricingTools"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../../Playbook.ts"
import { type WantedItem, type Wish } from "../../Wish.ts"
import { aboutProducts, type FoundProduct, productsOf } from "../AboutProduct.ts"
import { type AnswerPart, notAvailable } from "../AnswerParts.ts"
import * as Wording from "./CartWording.ts"

/** The largest total that the tools work with. */
export const maxTotal = Money.make(99_999_999)

type Optimized = typeof optimizeCart.successSchema.Type

/** Products that one answer can look up by name, with a call left for what is asked about them. */
const maxProducts = 6

/** Products of promotions whose names are looked up for one answer. */
const maxNamed = 4

/** Asks about what is in the cart. */
export const asksForCart = (text: string): boolean => /\b(?:cart|basket|trolley)\b/iu.test(text)

/** The products that were named, each with its quantity. */
export const wanted = (wish: Wish): ReadonlyArray<WantedItem> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

/** A quantity as a cart can hold it; one when none was named. */
export const units = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** Looks several products up and tells something about all of them. */
const withProducts = (
  items: ReadonlyArray<WantedItem>,
  tell: (products: ReadonlyArray<FoundProduct>) => AnswerPart
): AnswerPart =>
  aboutProducts(
    items.map(({ product }) => product),
    tell
  )

/** The lowest price of the customer's cart, or why it cannot be told. */
function* optimizedCart(): Calls<Optimized | string> {
  const optimized = yield* call(optimizeCart, {})
  if (!(optimized instanceof ToolFailure)) {
    return optimized
  }
  return optimized.reason === "empty_cart" ? Wording.emptyCart : notAvailable("the best price of your cart")
}

/** The lowest price of the products that were named. */
const priceOf = (items: ReadonlyArray<WantedItem>): AnswerPart =>
  withProducts(items, function* (products) {
    const optimized = yield* call(optimizeCart, {
      product_ids_with_quantities: products.map(({ product_id }, index) => ({
        product_id,
        quantity: units(items[index]?.quantity ?? null)
      }))
    })
    return optimized instanceof ToolFailure
      ? Wording.notOptimized(optimized)
      : Wording.optimized(optimized, items.length === 1 ? "it costs" : "together they cost")
  })

/** The lowest price of what was named or, if nothing was, of the customer's cart. */
export function* optimize(wish: Wish): AnswerPart {
  const items = wanted(wish)
  if (items.length > maxProducts) {
    return Wording.tooMany(maxProducts)
  }
  if (items.length > 0) {
    return yield* priceOf(items)
  }
  const optimized = yield* optimizedCart()
  return typeof optimized === "string" ? optimized : Wording.optimized(optimized, "your cart costs")
}

const totalOf = (items: Optimized["cart_items"]) => items.reduce((total, { subtotal }) => total + subtotal, 0)

const validated = (code: string, total: number) =>
  call(validateCoupon, { code: code.slice(0, 40), cart_total: Math.min(maxTotal, total) / 100 })

/** What a coupon does for the customer's cart: it is tried on all of it, then on what it applies to. */
export function* couponForCart(code: string): AnswerPart {
  const optimized = yield* optimizedCart()
  if (typeof optimized === "string") {
    return optimized
  }
  if (optimized.coupon?.code === code) {
    return Wording.bestCoupon(code, optimized)
  }
  const onAll = yield* validated(code, optimized.original_total)
  if (onAll instanceof ToolFailure) {
    return notAvailable(`the coupon ${code}`)
  }
  const scope = onAll.applicable_categories
  if (scope === null) {
    return Wording.otherCoupon(code, optimized, onAll)
  }
  const eligible = optimized.cart_items.filter(({ category }) => scope.includes(category))
  if (eligible.length === 0) {
    return Wording.outOfScope(code, scope)
  }
  const validation = yield* validated(code, totalOf(eligible))
  return validation instanceof ToolFailure
    ? notAvailable(`the coupon ${code}`)
    : Wording.otherCoupon(code, optimized, validation)
}

/** The names of products that promotions only give by id. No tool but the price history knows them. */
export function* productNames(ids: ReadonlyArray<string>, most = maxNamed): Calls<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of [...new Set(ids)].slice(0, most)) {
    const product = yield* call(getPriceHistory, { product_id: id, days: 7 })
    if (!(product instanceof ToolFailure)) {
      names.set(id, product.product_name)
    }
  }
  return names
}

/** Units of products by id; a product that is named twice is added up. */
const unitsById = (items: ReadonlyArray<readonly [id: string, units: number]>): ReadonlyMap<string, number> => {
  const all = new Map<string, number>()
  for (const [id, units] of items) {
    all.set(id, (all.get(id) ?? 0) + units)
  }
  return all
}

/** Which promotions some products make up together, after `calls` have been made to find them. */
function* bundlesOf(items: ReadonlyMap<string, number>, calls: number): AnswerPart {
  const checked = yield* call(checkBundleEligibility, { product_ids: [...items.keys()] })
  if (checked instanceof ToolFailure) {
    return Wording.notChecked(checked)
  }
  const missing = checked.near_misses.flatMap(({ missing_product_ids }) => missing_product_ids)
  const names = yield* productNames(missing, Math.min(maxNamed, maxProducts - calls))
  return Wording.bundleCheck(checked, names, items)
}

/** What is saved by buying several products together: those that were named, those in the cart, or any. */
export function* bundles(wish: Wish): AnswerPart {
  const items = wanted(wish)
  if (items.length > maxProducts) {
    return Wording.tooMany(maxProducts)
  }
  if (items.length > 0) {
    return yield* withProducts(items, (products) =>
      bundlesOf(
        unitsById(products.map(({ product_id }, index) => [product_id, units(items[index]?.quantity ?? null)])),
        items.length
      )
    )
  }
  if (asksForCart(wish.text)) {
    const optimized = yield* optimizedCart()
    return typeof optimized === "string"
      ? optimized
      : yield* bundlesOf(unitsById(optimized.cart_items.map(({ product_id, quantity }) => [product_id, quantity])), 1)
  }
  const { category } = wish.filters
  const found = yield* call(getActiveDeals, category === null ? {} : { category })
  if (found instanceof ToolFailure) {
    return notAvailable("the deals")
  }
  const promotions = found.promotions.filter(({ type }) => type !== "flash_sale")
  const named = promotions.flatMap(({ rules }) => ("product_ids" in rules ? rules.product_ids : []))
  return Wording.promotionsOf("bundle offers", promotions, yield* productNames(named), category)
}
