import { Schema } from "effect"
import { Category, Day, Gtin, PriceTrend, Rating } from "../Catalog.ts"
import { UserId } from "../Identity.ts"
import { ProductId } from "../Ids.ts"
import { Region } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { categoryName } from "../ShopNames.ts"
import {
  amountOf,
  flag,
  limit,
  lowStockOnly,
  offset,
  oneOf,
  productId,
  productIds,
  sellerId,
  text,
  total,
  wholeOr
} from "./Parameters.ts"
import { languageName } from "../ShopSettings.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"
import { Shows, showsProduct, showsProducts } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"
import { Variants } from "./VariantFields.ts"

const category = categoryName("Only this category")

/** Sort order of products. Default: by relevance with a query, else by rating. */
export const ProductSort = Schema.Literal("relevance", "price_asc", "price_desc", "rating", "newest")
export type ProductSort = typeof ProductSort.Type

/**
 * Retrieval method of a search. `hybrid`: text and vectors; `vector`: vectors only; `text_fallback`: text only, because
 * vector search was unavailable or found nothing; `filter`: no query.
 */
export const Retrieval = Schema.Literal("hybrid", "vector", "text_fallback", "filter")
export type Retrieval = typeof Retrieval.Type

/**
 * Way in which the closest products fall short when nothing has everything asked for. `fewer_words` covers products
 * with fewer of the words, and those that only mention the kind of goods or are only similar in meaning.
 */
export const Shortfall = Schema.Literal("other_price", "fewer_words", "other_price_fewer_words")
export type Shortfall = typeof Shortfall.Type

const productList = showsProducts("products")

/** Price under a promotion open to everybody; absent without one. */
const promotionFields = {
  /** Price of a single unit, before coupons and loyalty discount. */
  price_now: Schema.optional(MoneyFromNumber),
  /** Name of the promotion. */
  promotion: Schema.optional(Schema.String)
}

/** Fields of a product in all tools. */
export const ProductFields = {
  product_id: ProductId,
  name: UserText,
  category: Category,
  /** Empty if there is none. */
  brand: UserText,
  /** Number of active variants of a group, whose `price` is the lowest of theirs; 0 for other products. */
  variant_count: Schema.Int,
  price: MoneyFromNumber,
  ...promotionFields,
  /** Equal to `price` if the seller has not reduced it. */
  original_price: MoneyFromNumber,
  /** True if today's price is below the original one. */
  on_sale: Schema.Boolean,
  rating: Rating,
  review_count: Schema.Int,
  in_stock: Schema.Boolean
}

/** Specifications of a product, as its seller entered them. */
const Specs = Schema.Record({ key: UserText, value: Schema.Union(UserText, Schema.Boolean) })

/** Fields of a search hit; `description` is truncated to 150 characters, at a word boundary. */
export const ProductHitFields = { ...ProductFields, description: UserText }

/** Explanation of an empty list or a shortfall; otherwise absent. */
const message = Schema.optional(Schema.String)

const retrieved = {
  count: Schema.Int,
  retrieval: Retrieval,
  /** Reason for a text-only search. */
  retrieval_note: Schema.NullOr(Schema.String),
  message
}

/** The product or variant whose SKU, barcode or external id the words are; absent if none has it. */
const matchedId = Schema.optional(ProductId)

/** Null if the products are what was asked for; a shortfall applies to all of them. */
const nearest = Schema.NullOr(Shortfall)

export const searchProducts = tool("search_products", {
  description: "Search the catalogue by words, filters, or both.",
  parameters: {
    query: Schema.optional(
      text(1, 200, () => `Kind of product, name, SKU or barcode, in ${languageName()}; no conditions`)
    ),
    category: Schema.optional(category),
    min_price: Schema.optional(amountOf("Lowest price")),
    max_price: Schema.optional(amountOf("Highest price")),
    min_rating: Schema.optional(
      Schema.Number.pipe(Schema.between(0, 5)).annotations({
        message: () => "must be a number from 0 to 5",
        description: "Fewest stars"
      })
    ),
    brand: Schema.optional(text(1, 80, "Only this brand")),
    in_stock: Schema.optional(Schema.Boolean.annotations({ description: "true: only what can be shipped now" })),
    sort_by: Schema.optional(oneOf(ProductSort.literals, "Order of the results")),
    limit: limit(10),
    offset
  },
  success: Schema.Struct({
    products: Schema.Array(
      Schema.Struct({ ...ProductHitFields, score: Schema.NullOr(Schema.Number), matched_id: matchedId })
    ),
    offset: Schema.Int,
    nearest,
    ...retrieved
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, everybody)

export const getProductDetails = tool("get_product_details", {
  description:
    "One product: full description, specifications, price, rating, stock per warehouse, and the variants of a group with their own ids, prices and stock.",
  parameters: { product_id: productId },
  success: Schema.Struct({
    ...ProductFields,
    description: UserText,
    image_url: Schema.String,
    /** The options too: those of a variant, or all values of a group's variants. */
    specs: Specs,
    /** Empty if there is none. */
    vendor: UserText,
    sku: Schema.NullOr(UserText),
    gtin: Schema.NullOr(Gtin),
    /** Path in the shop's own taxonomy, `Apparel > Shoes`; empty if there is none. */
    product_type: UserText,
    variants: Variants,
    total_stock: Schema.Int,
    warehouses: Schema.Array(Schema.Struct({ warehouse: Schema.String, region: Region, quantity: Schema.Int }))
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const semanticSearch = tool("semantic_search", {
  description: "Find products by meaning, for a wish such as an occasion, a need or a feeling.",
  parameters: {
    query: text(1, 500, () => `The wish, in ${languageName()}`),
    category: Schema.optional(category),
    max_price: Schema.optional(amountOf("Highest price")),
    limit: limit(5)
  },
  success: Schema.Struct({
    products: Schema.Array(Schema.Struct({ ...ProductHitFields, similarity: Schema.NullOr(Schema.Number) })),
    nearest,
    ...retrieved
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, everybody)

export const compareProducts = tool("compare_products", {
  description: "Two or three products side by side, with price, rating and specifications.",
  parameters: { product_ids: productIds(2, 3) },
  success: Schema.Struct({
    /** In the order of the requested ids. */
    products: Schema.Array(Schema.Struct({ ...ProductFields, specs: Specs })),
    count: Schema.Int,
    /** Ids of products that are unknown or no longer on sale. */
    missing_ids: Schema.Array(ProductId),
    cheapest_id: ProductId,
    /** Null if none was reviewed. */
    best_rated_id: Schema.NullOr(ProductId)
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, everybody)

export const findSimilarProducts = tool("find_similar_products", {
  description: "Products similar to one product, most similar first: alternatives to it.",
  parameters: { product_id: productId, limit: limit(5) },
  success: Schema.Struct({
    base_product: Schema.Struct({ product_id: ProductId, name: UserText }),
    /** `similarity` is null if it was not computed. */
    products: Schema.Array(Schema.Struct({ ...ProductFields, similarity: Schema.NullOr(Schema.Number) })),
    ...retrieved
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, everybody)

export const getTrendingProducts = tool("get_trending_products", {
  description: "What sells best: products by units sold in recent days.",
  parameters: {
    category: Schema.optional(category),
    days: wholeOr(1, 365, 30, "Days until now"),
    limit: limit(10)
  },
  success: Schema.Struct({
    products: Schema.Array(Schema.Struct({ ...ProductFields, order_count: Schema.Int, units_sold: Schema.Int })),
    count: Schema.Int,
    period_days: Schema.Int,
    message
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, everybody)

export const getPriceHistory = tool("get_price_history", {
  description: "How a product's price has changed: average, lowest, highest, and whether now is a good moment to buy.",
  parameters: {
    product_id: productId,
    days: wholeOr(7, 365, 30, "Days until now")
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    current_price: MoneyFromNumber,
    ...promotionFields,
    period_days: Schema.Int,
    data_points: Schema.Int,
    average_price: Schema.NullOr(MoneyFromNumber),
    min_price: Schema.NullOr(MoneyFromNumber),
    max_price: Schema.NullOr(MoneyFromNumber),
    trend: PriceTrend,
    is_good_deal: Schema.Boolean,
    points: Schema.Array(Schema.Struct({ date: Day, price: MoneyFromNumber })),
    message
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const findProduct = tool("find_product", {
  description:
    "Products by name as the customer says it, typos included, SKU or barcode, best match first: id, price, stock, variants. matched_id is what has the number.",
  parameters: { name: text(1, 200, () => `The name, in ${languageName()}, or the number`), limit: limit(5) },
  success: Schema.Struct({
    products: Schema.Array(
      Schema.Struct({
        product_id: ProductId,
        name: UserText,
        brand: UserText,
        category: Category,
        variant_count: Schema.Int,
        price: MoneyFromNumber,
        ...promotionFields,
        original_price: MoneyFromNumber,
        on_sale: Schema.Boolean,
        in_stock: Schema.Boolean,
        /** At most 20. */
        variants: Variants,
        matched_id: matchedId
      })
    ),
    count: Schema.Int,
    message
  })
}).annotate(AllowedRoles, everybody)

export const getMyProducts = tool("get_my_products", {
  description:
    "The catalogue of the seller who asks, newest first, with stock; for an admin, that of all sellers or of one.",
  parameters: {
    category: Schema.optional(category),
    include_inactive: flag("true: include products that are no longer sold"),
    low_stock_only: lowStockOnly,
    seller_id: Schema.optional(sellerId),
    limit: limit(20),
    offset
  },
  success: Schema.Struct({
    products: Schema.Array(
      Schema.Struct({
        ...ProductFields,
        total_stock: Schema.Int,
        /** True if some warehouse is at or below its reorder threshold. */
        low_stock: Schema.Boolean,
        is_active: Schema.Boolean,
        /** Null for the shop itself. */
        seller_id: Schema.NullOr(UserId)
      })
    ),
    count: Schema.Int,
    total,
    message
  })
})
  .annotate(Shows, productList)
  .annotate(AllowedRoles, ["seller", "admin"])
