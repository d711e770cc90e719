import { getMyProducts, getProductDetails, getTrendingProducts } from "@storefront/domain/tools/ProductTools"
import { plural } from "@storefront/domain/EnglishWording"
import { noFilters, type Wish } from "../../Wish.ts"
import { account, priceHistory, purchases, shopRule, stock, warehouses } from "../SharedAnswers.ts"
import { daysBack, itemOf, phrases, rowLimit } from "../Formatting.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, askFor, call, resultOf, sayList } from "../Flows.ts"
import { compare, criteria, defaultLimit, resolveBySearch, price, productDetails, similar } from "./Products.ts"
import { variantAnswer } from "../Variants.ts"
import { findProducts } from "./ProductSearch.ts"
import { forget, recall, remember } from "./Memories.ts"

function* details(wish: Wish): AnswerPart {
  const { matched_id, product_id } = yield* resolveBySearch(wish.product)
  const found = yield* resultOf(call(getProductDetails, { product_id }))
  return (yield* variantAnswer({ ...found, matched_id }, wish)) ?? productDetails(found, wish.rest)
}

function* trending({ days, filters: { category }, limit }: Wish): AnswerPart {
  const parameters = { limit: rowLimit(limit, defaultLimit), days: daysBack(days), category }
  const { period_days, products } = yield* resultOf(call(getTrendingProducts, parameters))
  return yield* sayList(
    `What sold best${criteria({ ...noFilters, category })} in the last ${plural(period_days, "day")}`,
    products,
    (product) =>
      `${product.name}, ${price(product)}, ${plural(product.units_sold, "unit")} sold${product.in_stock ? "" : ", out of stock at the moment"}`,
    itemOf
  )
}

/** Lists a seller's products, newest first, optionally only those low in stock. */
function* ownProducts({ filters: { category }, limit, lowStockOnly, otherId, text }: Wish): AnswerPart {
  const parameters = {
    limit: rowLimit(limit, 20),
    category,
    low_stock_only: lowStockOnly ? true : null,
    include_inactive: /\b(?:inactive|discontinued|no longer sold)\b/iu.test(text) ? true : null,
    seller_id: otherId
  }
  const { products } = yield* resultOf(call(getMyProducts, parameters), {
    forbidden: "Only sellers have products of their own to list, and only their own.",
    invalid_argument: "That is not the account id of a seller. Leave it out to see your own products."
  })
  return yield* sayList(
    `Your products${category === null ? "" : ` in ${category}`}${lowStockOnly ? " that run low" : ""}, the newest first, at most ${parameters.limit}`,
    products,
    (product) =>
      phrases(
        product.name,
        price(product),
        `${plural(product.total_stock, "unit")} in stock`,
        product.low_stock ? "low in some warehouse" : null,
        product.is_active ? null : "no longer sold"
      ),
    itemOf
  )
}

const answers: Answers = {
  shop_rule: shopRule,
  find_products: findProducts,
  product_details: details,
  compare_products: compare,
  similar_products: similar,
  trending,
  price_history: priceHistory(resolveBySearch),
  remember_preference: remember,
  recall_preferences: recall,
  forget_preference: forget,
  purchase_history: purchases,
  seller_products: ownProducts,
  profile: account,
  stock: stock(resolveBySearch),
  warehouse_availability: warehouses(resolveBySearch)
}

const offer = () =>
  askFor(
    "I can search the shop, describe and compare products, tell what sells best and how prices developed, and remember what you like. What are you looking for?"
  )

/** Answers about products and the customer's preferences. */
export const { answer, playbook } = specialist("product-discovery", answers, offer)
