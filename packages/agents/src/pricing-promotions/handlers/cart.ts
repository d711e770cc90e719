import { CurrentUser, type User } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { bundleEligibility } from "@storefront/domain/rules/BundleEligibility"
import { isStandardShippingFree } from "@storefront/domain/rules/Loyalty"
import { divideHalfUp } from "@storefront/domain/rules/Rounding"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import { savingFields } from "@storefront/domain/tools/PricingFields"
import { type optimizeCart } from "@storefront/domain/tools/PricingTools"
import { invalidArgument, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type BestPrice, Carts } from "@storefront/server/shop/cart/Carts"
import { ListPrices } from "@storefront/server/shop/catalog/ListPrices"
import { OfferedPromotions } from "@storefront/server/shop/pricing/OfferedPromotions"
import { Array, DateTime, Effect } from "effect"
import { productsNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { refusingGroups } from "../../tools/VariantFailures.ts"
import { cartTools } from "../toolkit.ts"

type NamedItems = NonNullable<typeof optimizeCart.parametersSchema.Type.product_ids_with_quantities>

/** Rejected coupons listed. */
const maxRejected = 10

const emptyCart = new ToolFailure({
  error: "conflict",
  message:
    "Nothing in the customer's cart can be bought. Ask which products are meant, and pass them as product_ids_with_quantities instead.",
  reason: "empty_cart"
})

const someNotFound =
  "The shop does not have all of these products. Look the missing ones up by name, unless one of the candidates is meant, or leave them out."

/** Reasons why shipping is not included. */
const withoutShipping: { readonly [O in Exclude<BestPrice["obstacle"], "empty_cart" | null>]: string } = {
  no_address: "Without shipping: the cart has no address.",
  not_deliverable: "Without shipping: the shop does not deliver to the address of the cart.",
  out_of_stock: "Without shipping: too few are in stock."
}

/** Returns remarks on a price: nothing reduces it, or it excludes shipping. */
const remarks = (savings: number, obstacle: BestPrice["obstacle"]): { readonly message?: string } => {
  const sentences = [
    ...(savings === 0 ? ["No promotion, coupon or loyalty discount takes anything off these products now."] : []),
    ...(obstacle === null || obstacle === "empty_cart" ? [] : [withoutShipping[obstacle]])
  ]
  return sentences.length === 0 ? {} : { message: sentences.join(" ") }
}

/** Rounds to one decimal, half up. */
const percentage = (part: Money, whole: Money): number => (whole === 0 ? 0 : divideHalfUp(1000 * part, whole) / 10)

export const cartHandlers = Effect.gen(function* () {
  const products = yield* ListPrices
  const carts = yield* Carts
  const promotions = yield* OfferedPromotions
  const failNotFound = yield* productsNotFound
  const refuseGroups = yield* refusingGroups

  /** Returns the products in the order of the ids; fails if any is not on sale. */
  const listAll = Effect.fnUntraced(function* (ids: ReadonlyArray<ProductId>) {
    const found = Array.isNonEmptyReadonlyArray(ids) ? yield* products.list(ids) : []
    const byId = new Map(found.map((product) => [product.product_id, product]))
    const missing = ids.filter((id) => !byId.has(id))
    if (missing.length > 0) {
      yield* refuseGroups(missing)
      return yield* failNotFound(ids, missing, someNotFound)
    }
    return ids.flatMap((id) => Array.fromNullable(byId.get(id)))
  })

  /** Returns products with their quantities, in the order of first mention; duplicates are summed. */
  const withQuantities = Effect.fnUntraced(function* (items: NamedItems) {
    const quantities = new Map<ProductId, number>()
    for (const { product_id, quantity } of items) {
      quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
    }
    if ([...quantities.values()].some((units) => units > maxQuantity)) {
      const rule = `must not name a product with more than ${maxQuantity} units in all`
      return yield* Effect.fail(invalidArgument("product_ids_with_quantities", rule))
    }
    const found = yield* listAll([...quantities.keys()])
    return found.map((product) => ({ ...product, quantity: quantities.get(product.product_id) ?? 0 }))
  })

  const bestPriceOfCart = Effect.fnUntraced(function* (owner: User) {
    const quote = yield* carts.quote(owner)
    const items = (quote.contents?.lines ?? []).filter(({ purchasable }) => purchasable)
    return items.length === 0 ? yield* Effect.fail(emptyCart) : { ...quote, items }
  })

  const bestPriceOfItems = Effect.fnUntraced(function* (owner: User, namedItems: NamedItems) {
    const items = yield* withQuantities(namedItems)
    const lines = items.map(({ category, group_id, price, product_id, quantity }) => ({
      productId: product_id,
      groupId: group_id,
      category,
      unitPrice: price,
      quantity
    }))
    return { ...(yield* carts.bestPrice(owner, lines)), items }
  })

  return cartTools.of({
    optimize_cart: Effect.fnUntraced(function* ({ product_ids_with_quantities: namedItems }) {
      const user = yield* CurrentUser
      const { facts, items, obstacle, optimized, shippingCost } = yield* namedItems === undefined
        ? bestPriceOfCart(user)
        : bestPriceOfItems(user, namedItems)
      const { priced, rejected } = optimized
      return {
        cart_items: Array.zipWith(
          items,
          priced.lines,
          ({ category, name, price, product_id, quantity }, { gross: subtotal }) => ({
            product_id,
            name,
            category,
            price,
            quantity,
            subtotal
          })
        ),
        original_total: priced.subtotal,
        coupon: priced.coupon,
        savings: savingFields(priced.savings),
        total_savings: priced.discount,
        final_total: priced.total,
        savings_percentage: percentage(priced.discount, priced.subtotal),
        free_shipping: isStandardShippingFree(facts.tier, priced.total),
        shipping_cost: shippingCost,
        total_with_shipping: shippingCost === null ? null : Money.make(priced.total + shippingCost),
        rejected_coupons: rejected.slice(0, maxRejected).map(({ code, reason }) => ({ code, reason_code: reason })),
        loyalty_tier: facts.tier.name,
        ...remarks(priced.savings.length, obstacle)
      }
    }),

    check_bundle_eligibility: Effect.fnUntraced(function* ({ product_ids }) {
      const checked = yield* listAll(product_ids)
      const lines = checked.map(({ category, group_id, price, product_id }) => ({
        productId: product_id,
        groupId: group_id,
        category,
        unitPrice: price,
        quantity: 1
      }))
      const running = yield* promotions.at(yield* DateTime.now)
      const { bundles, freeUnits, nearMisses } = bundleEligibility(lines, running)
      const eligible = bundles.length > 0 || freeUnits.some(({ unitsMissing }) => unitsMissing === 0)
      return {
        eligible,
        products_checked: checked.map(({ name, product_id }) => ({ product_id, name })),
        bundle_deals: bundles.map(({ discountPct, gross, productIds, promotion, saving }) => ({
          promotion_name: promotion.name,
          discount_pct: discountPct,
          bundle_total: gross,
          savings: saving,
          end_date: promotion.endDate,
          qualifying_product_ids: productIds
        })),
        buy_x_get_y_deals: freeUnits.map(({ buyQuantity, freeQuantity, productIds, promotion, unitsMissing }) => ({
          promotion_name: promotion.name,
          buy_quantity: buyQuantity,
          free_quantity: freeQuantity,
          eligible_product_ids: productIds,
          units_missing: unitsMissing,
          end_date: promotion.endDate
        })),
        near_misses: nearMisses.map(({ missingCategories, missingProducts, promotion }) => ({
          promotion_name: promotion.name,
          missing_product_ids: missingProducts,
          missing_categories: missingCategories
        })),
        ...(eligible
          ? {}
          : { message: "No promotion for several products is complete with one unit each of these products." })
      }
    })
  })
})
