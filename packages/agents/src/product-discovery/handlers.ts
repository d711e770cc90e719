import { invalidArgument } from "@storefront/domain/tools/ToolContract"
import { ProductDetails } from "@storefront/server/catalog/ProductDetails"
import { ProductSearch } from "@storefront/server/catalog/ProductSearch"
import { TrendingProducts } from "@storefront/server/catalog/TrendingProducts"
import { Effect } from "effect"
import { checkStock } from "../shared/CheckStock.ts"
import { getPriceHistory } from "../shared/PriceHistory.ts"
import { productNotFound } from "../shared/ProductNotFound.ts"
import { getUserProfile } from "../shared/UserProfile.ts"
import { toolkit } from "./toolkit.ts"

const nothingFound = "No product matches. Use other words, or leave out a filter."

const whenEmpty = (items: ReadonlyArray<unknown>, message: string) => (items.length > 0 ? {} : { message })

/** A cosine as tools show it. */
const thousandths = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000)

/** A fused score as tools show it. */
const millionths = (value: number | null) => (value === null ? null : Math.round(value * 1_000_000) / 1_000_000)

/** The handlers of product-discovery. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const catalogue = yield* ProductSearch
    const details = yield* ProductDetails
    const trending = yield* TrendingProducts
    return toolkit.of({
      check_stock: yield* checkStock,
      get_price_history: yield* getPriceHistory,
      get_user_profile: yield* getUserProfile,

      search_products: Effect.fn("search_products")(function* (query) {
        if (query.min_price !== undefined && query.max_price !== undefined && query.min_price > query.max_price) {
          return yield* Effect.fail(invalidArgument("min_price", "must not be above max_price"))
        }
        const { products, retrieval, retrieval_note } = yield* catalogue.search(query)
        return {
          products: products.map((product) => ({ ...product, score: millionths(product.score) })),
          count: products.length,
          offset: query.offset,
          retrieval,
          retrieval_note,
          ...whenEmpty(products, nothingFound)
        }
      }),

      get_product_details: Effect.fn("get_product_details")(({ product_id }) =>
        Effect.mapError(details.find(product_id), productNotFound(product_id))
      ),

      semantic_search: Effect.fn("semantic_search")(function* (query) {
        const { products, retrieval, retrieval_note } = yield* catalogue.searchByMeaning(query)
        return {
          products: products.map((product) => ({
            ...product,
            similarity: retrieval === "vector" ? thousandths(product.similarity) : null
          })),
          count: products.length,
          retrieval,
          retrieval_note,
          ...whenEmpty(products, nothingFound)
        }
      }),

      get_trending_products: Effect.fn("get_trending_products")(function* ({ category = null, days, limit }) {
        const products = yield* trending.list({ category, days, limit })
        return {
          products,
          count: products.length,
          period_days: days,
          ...whenEmpty(products, "Nothing was sold in this period. Try a longer one, or all categories.")
        }
      })
    })
  })
)
