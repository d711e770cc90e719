import { bestRated, cheapest } from "@storefront/domain/rules/ProductComparison"
import { type Shortfall } from "@storefront/domain/tools/ProductTools"
import { invalidArgument, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { currentQuestion } from "@storefront/server/assistant/turn/Turn"
import { ProductComparison } from "@storefront/server/shop/catalog/ProductComparison"
import { ProductDetails } from "@storefront/server/shop/catalog/ProductDetails"
import { ProductSearch, type SearchResult } from "@storefront/server/shop/catalog/ProductSearch"
import { SimilarProducts } from "@storefront/server/shop/catalog/SimilarProducts"
import { TrendingProducts } from "@storefront/server/shop/catalog/TrendingProducts"
import { Array, Effect } from "effect"
import { productNotFound, productsNotFound, tooFewSold } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { getPriceHistoryHandler } from "../tools/GetPriceHistoryHandler.ts"
import { type ServedHandlers } from "../tools/ServedHandlers.ts"
import { productTools } from "./toolkit.ts"

const nothingFound = "No product matches. Use other words, or leave out a filter."

const nothingMore = "There are no more matching products beyond this offset."

/** Messages about a search's shortfall. */
const shortfalls: { readonly [S in Shortfall]: string } = {
  other_price: "Nothing was found at this price. These are the nearest by price: say so.",
  fewer_words: "Nothing is quite that. These have some of the words, mention it, or are near in meaning: say so.",
  other_price_fewer_words: "Nothing is quite that, nor at this price. These come nearest: say so."
}

/** Adds the message on a shortfall or an empty list, if there is one. */
const remark = ({ nearest, products }: SearchResult, empty: string) =>
  nearest === null ? messageIfEmpty(products.length, empty) : { message: shortfalls[nearest] }

/** Rounds a cosine similarity for tool results. */
const thousandths = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000)

/** Rounds a fused score for tool results. */
const millionths = (value: number | null) => (value === null ? null : Math.round(value * 1_000_000) / 1_000_000)

export const productHandlers = Effect.gen(function* () {
  const catalogue = yield* ProductSearch
  const comparison = yield* ProductComparison
  const details = yield* ProductDetails
  const similar = yield* SimilarProducts
  const trending = yield* TrendingProducts
  const unknown = yield* productNotFound
  const unknownOf = yield* productsNotFound

  return {
    search_products: Effect.fn("search_products")(function* (query) {
      if (query.min_price !== undefined && query.max_price !== undefined && query.min_price > query.max_price) {
        return yield* Effect.fail(invalidArgument("min_price", "must not be above max_price"))
      }
      const found = yield* catalogue.search(query)
      const { nearest, products, retrieval, retrieval_note } = found
      return {
        products: products.map((product) => ({ ...product, score: millionths(product.score) })),
        count: products.length,
        offset: query.offset,
        nearest,
        retrieval,
        retrieval_note,
        ...remark(found, query.offset > 0 ? nothingMore : nothingFound)
      }
    }),

    get_product_details: Effect.fn("get_product_details")(function* ({ product_id }) {
      return yield* Effect.catchTag(details.find(product_id, yield* currentQuestion), "ProductNotFound", () =>
        unknown(product_id)
      )
    }),

    compare_products: Effect.fn("compare_products")(function* ({ product_ids }) {
      const products = yield* comparison.list(product_ids)
      const missing = product_ids.filter((id) => products.every(({ product_id }) => product_id !== id))
      if (!Array.isNonEmptyReadonlyArray(products) || products.length < 2) {
        return yield* unknownOf(product_ids, missing, tooFewSold)
      }
      return {
        products,
        count: products.length,
        missing_ids: missing,
        cheapest_id: cheapest(products).product_id,
        best_rated_id: bestRated(products)?.product_id ?? null
      }
    }),

    find_similar_products: Effect.fn("find_similar_products")(function* ({ limit, product_id }) {
      const { base, products, retrieval, retrieval_note } = yield* Effect.catchTag(
        similar.find(product_id, limit),
        "ProductNotFound",
        () => unknown(product_id)
      )
      return {
        base_product: base,
        products: products.map((product) => ({ ...product, similarity: thousandths(product.similarity) })),
        count: products.length,
        retrieval,
        retrieval_note,
        ...messageIfEmpty(products.length, "No other product is similar to it. Search for the kind of product instead.")
      }
    }),

    semantic_search: Effect.fn("semantic_search")(function* (query) {
      const found = yield* catalogue.searchByMeaning(query)
      const { nearest, products, retrieval, retrieval_note } = found
      return {
        products: products.map((product) => ({
          ...product,
          similarity: retrieval === "vector" ? thousandths(product.similarity) : null
        })),
        count: products.length,
        nearest,
        retrieval,
        retrieval_note,
        ...remark(found, nothingFound)
      }
    }),

    get_trending_products: Effect.fn("get_trending_products")(function* ({ category = null, days, limit }) {
      const products = yield* trending.list({ category, days, limit })
      return {
        products,
        count: products.length,
        period_days: days,
        ...messageIfEmpty(products.length, "Nothing was sold in this period. Try a longer one, or all categories.")
      }
    }),

    get_price_history: yield* getPriceHistoryHandler
  } satisfies ServedHandlers<typeof productTools.tools>
})

/** Handlers for agents that run these tools in their own process, on its database. */
export const layer = productTools.toLayer(productHandlers)
