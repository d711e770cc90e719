import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Category } from "../Catalog.ts"
import { ProductNotFound } from "../Errors.ts"
import { ProductId, ReviewId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { RatingDistribution } from "../Reviews.ts"
import { categoryName, KnownNames } from "../ShopNames.ts"
import { CatalogueAuthentication } from "./Authentication.ts"
import { bounded, rule } from "./Fields.ts"
import { choice, pageOffset, pageSize, query } from "./Queries.ts"

const summary = {
  id: ProductId,
  name: Schema.String,
  /** Truncated to 200 characters in lists. */
  description: Schema.String,
  category: Category,
  brand: Schema.String,
  price: MoneyFromNumber,
  /** Equal to `price` when the product is not on sale. */
  original_price: MoneyFromNumber,
  /** A path on this server, for example `/images/products/glide-cordless-vacuum.svg`. */
  image_url: Schema.String,
  /** Mean of the unflagged reviews, 0 without reviews. */
  rating: Schema.Number,
  review_count: Schema.Int
}

export class ProductSummary extends Schema.Class<ProductSummary>("ProductSummary")(summary) {}

export class ProductPage extends Schema.Class<ProductPage>("ProductPage")({
  products: Schema.Array(ProductSummary),
  /** Matching products on all pages. */
  total: Schema.Int,
  /** Categories with active products, regardless of the filters. */
  categories: Schema.Array(Category)
}) {}

export class WarehouseStock extends Schema.Class<WarehouseStock>("WarehouseStock")({
  name: Schema.String,
  region: Schema.String,
  quantity: Schema.Int
}) {}

export class ProductReview extends Schema.Class<ProductReview>("ProductReview")({
  id: ReviewId,
  rating: Schema.Int,
  title: Schema.String,
  body: Schema.String,
  verified: Schema.Boolean,
  /** First name and initial of the last name; without an account, the name given with the review. */
  reviewer: Schema.String,
  date: Schema.DateTimeUtc
}) {}

export class ProductDetail extends Schema.Class<ProductDetail>("ProductDetail")({
  ...summary,
  specs: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Boolean) }),
  in_stock: Schema.Boolean,
  total_stock: Schema.Int,
  warehouses: Schema.Array(WarehouseStock),
  /** The ten newest. */
  reviews: Schema.Array(ProductReview),
  rating_distribution: RatingDistribution
}) {}

/** A price bound: a decimal number, kept as text for exact comparison and short enough for `numeric`. */
const price = Schema.String.pipe(
  Schema.maxLength(1000),
  Schema.filter((text) => /^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text)), {
    jsonSchema: {}
  })
).annotations({ ...rule("must be a number that is not negative"), jsonSchema: { type: "number", minimum: 0 } })

export const ProductQuery = query({
  category: Schema.optional(categoryName("One of the names in `categories` of the list")),
  /** Inclusive bounds, compared as exact decimals with the stored price. */
  min_price: Schema.optional(price),
  max_price: Schema.optional(price),
  /** Matched literally and case-insensitively within name and description. */
  search: Schema.optional(bounded(0, 200).annotations(rule("must be at most 200 characters"))),
  sort: Schema.optionalWith(
    choice("rating", "price_asc", "price_desc", "newest", "name").annotations({
      jsonSchema: {
        type: "string",
        enum: ["rating", "price_asc", "price_desc", "newest", "name"],
        default: "rating"
      }
    }),
    { default: () => "rating" as const }
  ),
  limit: pageSize(50, 100),
  offset: pageOffset
})
export type ProductQuery = typeof ProductQuery.Type

/** Provides the shop's names, against which a request is decoded. */
export class CatalogueNames extends HttpApiMiddleware.Tag<CatalogueNames>()(
  "@storefront/domain/api/ProductsApi/CatalogueNames",
  { provides: KnownNames }
) {}

export class ProductsApi extends HttpApiGroup.make("products")
  .add(
    HttpApiEndpoint.get("list", "/")
      .setUrlParams(ProductQuery)
      .addSuccess(ProductPage)
      .annotate(OpenApi.Summary, "Browse and search the catalogue")
      .annotate(
        OpenApi.Description,
        "Filters are combined; `total` counts all products that match, whatever the page. A `min_price` above `max_price` gives an empty list."
      )
  )
  .add(
    HttpApiEndpoint.get("detail", "/:product_id")
      .setPath(Schema.Struct({ product_id: Schema.String }))
      .addSuccess(ProductDetail)
      .addError(ProductNotFound.http)
      .annotate(OpenApi.Summary, "Read one product with stock and reviews")
      .annotate(
        OpenApi.Description,
        "Stock by warehouse, the ten newest reviews, and the number of reviews per rating."
      )
  )
  .middleware(CatalogueNames)
  .middleware(CatalogueAuthentication)
  .prefix("/products")
  .annotate(OpenApi.Description, "Active products.") {}
