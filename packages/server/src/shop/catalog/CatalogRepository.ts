import { SqlClient, SqlSchema } from "@effect/sql"
import {
  ProductDetail,
  ProductPage,
  type ProductQuery,
  ProductReview,
  ProductSummary
} from "@storefront/domain/api/ProductsApi"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { ReviewAuthor, reviewerOf } from "@storefront/domain/Reviews"
import { maxVariants } from "@storefront/domain/tools/VariantFields"
import { CardDetail, CardSummary, CardVariant } from "@storefront/domain/turn/Cards"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { likeContaining } from "../../platform/text/Text.ts"
import * as ProductRow from "./ProductRow.ts"
import { soldRows } from "./SoldProducts.ts"
import { sumOfUnits, unitsOnSale } from "./StockByWarehouse.ts"
import { Options } from "./Variants.ts"

/** Numeric columns as the driver returns them. */
const numeric = { price: MoneyFromNumeric, original_price: MoneyFromNumeric, rating: Schema.NumberFromString }

const SummaryRow = Schema.Struct({ ...ProductSummary.fields, ...numeric })

const ReviewRow = Schema.Struct({ ...Struct.omit(ProductReview.fields, "reviewer"), ...ReviewAuthor.fields })

const DetailRow = Schema.Struct({ ...ProductDetail.fields, ...numeric, reviews: Schema.Array(ReviewRow) })

/** Numeric columns of cards. */
const cardNumeric = { ...numeric, highest_price: MoneyFromNumeric }

const CardSummaryRow = Schema.Struct({ ...CardSummary.fields, ...cardNumeric })

/** Amounts within JSON are text. */
const VariantRow = Schema.Struct({
  ...CardVariant.fields,
  options: Options,
  price: MoneyFromNumeric,
  original_price: MoneyFromNumeric
})

const CardDetailRow = Schema.Struct({ ...CardDetail.fields, ...cardNumeric, variants: Schema.Array(VariantRow) })

const Counts = Schema.Struct({ total: Schema.Int, categories: Schema.Array(Category) })

const decodeSummaries = Schema.decodeUnknown(Schema.Array(SummaryRow))
const decodeCardSummaries = Schema.decodeUnknown(Schema.Array(CardSummaryRow))
const decodeCardDetails = Schema.decodeUnknown(Schema.Array(CardDetailRow))
const decodeCounts = Schema.decodeUnknown(Schema.Tuple(Counts))

const toSummary = (row: typeof SummaryRow.Type) => new ProductSummary(row, skipValidation)

/** Sort orders. Each ends with the id, so that pages neither repeat nor miss a product. */
const sortOrders: Readonly<Record<ProductQuery["sort"], string>> = {
  rating: "rating DESC, review_count DESC, id",
  price_asc: "price, id",
  price_desc: "price DESC, id DESC",
  newest: "created_at DESC, id DESC",
  name: "name, id"
}

/** The catalogue as shoppers see it: active products only. Lists have groups for their variants. */
export class CatalogRepository extends Context.Tag("@storefront/server/shop/catalog/CatalogRepository")<
  CatalogRepository,
  {
    /** Lists a page of products, with the number of matches and the categories that have products. */
    readonly list: (query: ProductQuery) => Effect.Effect<ProductPage, DatabaseUnavailable>
    /** Finds an active product. A group has the stock of its variants, and a variant the reviews of its group. */
    readonly find: (id: ProductId) => Effect.Effect<ProductDetail, ProductNotFound | DatabaseUnavailable>
    /** Reads several products for cards, in no particular order, without those that do not exist. */
    readonly summaries: (
      ids: ReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<typeof CardSummary.Type>, DatabaseUnavailable>
    /** Reads the details of several products like `summaries`. */
    readonly details: (
      ids: ReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<typeof CardDetail.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, name, category, brand, price, original_price, image_url, rating, review_count")
      const summaryColumns = sql`${columns}, left(description, 200) AS description`
      const cardColumns = sql`external_id, page_url, ${ProductRow.variantCount(sql)} AS variant_count,
            COALESCE((SELECT max(v.price) FROM products v WHERE v.group_id = p.id AND v.is_active), p.price) AS highest_price`

      /** Returns the filters that the precomputed `product_counts` do not cover. */
      const uncountedFilters = ({ max_price, min_price, search = "" }: ProductQuery) => [
        ...optionalCondition(min_price, (bound) => sql`price >= ${bound}::numeric`),
        ...optionalCondition(max_price, (bound) => sql`price <= ${bound}::numeric`),
        ...(search === ""
          ? []
          : [
              sql`(folded_name LIKE folded(${likeContaining(search)}) OR folded_description LIKE folded(${likeContaining(search)}))`
            ])
      ]

      const list = Effect.fn("CatalogRepository.list")(function* (query: ProductQuery) {
        const inCategory = optionalCondition(query.category, (category) => sql`category = ${category}`)
        const matches = sql.and([sql`is_listed`, ...inCategory, ...uncountedFilters(query)])
        const total =
          uncountedFilters(query).length === 0
            ? sql`SELECT COALESCE(sum(active_count), 0) FROM product_counts WHERE ${sql.and([sql`true`, ...inCategory])}`
            : sql`SELECT count(*) FROM products WHERE ${matches}`
        const products = yield* sql`
          SELECT ${summaryColumns} FROM products WHERE ${matches}
          ORDER BY ${sql.literal(sortOrders[query.sort])} LIMIT ${query.limit} OFFSET ${query.offset}`.pipe(
          Effect.flatMap(decodeSummaries),
          orUnavailable
        )
        const [counts] = yield* sql`
          SELECT (${total})::int AS total, ARRAY(
            SELECT category FROM product_counts WHERE active_count > 0 ORDER BY category
          ) AS categories`.pipe(Effect.flatMap(decodeCounts), orUnavailable)
        return new ProductPage({ products: products.map(toSummary), ...counts }, skipValidation)
      })

      const summaries = Effect.fn("CatalogRepository.summaries")((ids: ReadonlyArray<ProductId>) =>
        sql`
          SELECT ${summaryColumns}, ${cardColumns}, ${unitsOnSale(sql)} AS total_stock
          FROM products p WHERE p.id IN ${sql.in(ids)} AND p.is_active`.pipe(
          Effect.flatMap(decodeCardSummaries),
          orUnavailable
        )
      )

      /** Product whose reviews `p` has. */
      const reviewed = sql.literal("COALESCE(p.group_id, p.id)")
      const detailColumns = sql`${columns}, description, ${ProductRow.specs(sql)} AS specs, stock.total > 0 AS in_stock, stock.total AS total_stock,
            stock.warehouses, rating_distribution`
      const detailJoins = sql`
          CROSS JOIN LATERAL (
            SELECT ${sumOfUnits(sql, "h.quantity")} AS total, COALESCE(jsonb_agg(
              jsonb_build_object('name', h.name, 'region', h.region, 'quantity', h.quantity) ORDER BY h.name
            ), '[]') AS warehouses
            FROM (
              SELECT w.name, w.region, sum(i.quantity) AS quantity
              FROM (${soldRows(sql)}) sold
              JOIN warehouse_inventory i ON i.product_id = sold.id
              JOIN warehouses w ON w.id = i.warehouse_id
              GROUP BY w.id
            ) h
          ) stock
          CROSS JOIN LATERAL (
            SELECT jsonb_object_agg(star, (
              SELECT count(*) FROM reviews r WHERE r.product_id = ${reviewed} AND NOT r.is_flagged AND r.rating = star
            )) AS rating_distribution
            FROM generate_series(1, 5) star
          ) stars`

      const details = Effect.fn("CatalogRepository.details")((ids: ReadonlyArray<ProductId>) =>
        sql`
          SELECT ${detailColumns}, ${cardColumns}, ARRAY(
              SELECT jsonb_build_object('product_id', v.id, 'options', v.options, 'price', v.price::text,
                'original_price', v.original_price::text, 'image_url', v.image_url, 'quantity', (
                  SELECT ${sumOfUnits(sql, "i.quantity")} FROM warehouse_inventory i WHERE i.product_id = v.id))
              FROM products v WHERE v.group_id = p.id AND v.is_active
              ORDER BY v.created_at, v.id LIMIT ${maxVariants}
            ) AS variants
          FROM products p ${detailJoins} WHERE p.id IN ${sql.in(ids)} AND p.is_active`.pipe(
          Effect.flatMap(decodeCardDetails),
          orUnavailable
        )
      )

      const select = SqlSchema.findOne({
        Request: ProductId,
        Result: DetailRow,
        execute: (id) => sql`
          SELECT ${detailColumns}, newest.reviews FROM products p ${detailJoins}
          CROSS JOIN LATERAL (
            SELECT COALESCE(jsonb_agg(r ORDER BY r.date DESC, r.id DESC), '[]') AS reviews
            FROM (
              SELECT r.id, r.rating, r.title, r.body, r.verified_purchase AS verified, r.author,
                u.name AS account_name, r.created_at AS date
              FROM reviews r LEFT JOIN users u ON u.id = r.user_id
              WHERE r.product_id = ${reviewed} AND NOT r.is_flagged
              ORDER BY r.created_at DESC, r.id DESC LIMIT 10
            ) r
          ) newest
          WHERE p.id = ${id} AND p.is_active`
      })

      const find = Effect.fn("CatalogRepository.find")(function* (id: ProductId) {
        const row = yield* orUnavailable(select(id))
        const { reviews, ...product } = yield* Effect.mapError(row, () => new ProductNotFound())
        return new ProductDetail(
          {
            ...product,
            reviews: reviews.map(
              ({ account_name, author, ...review }) =>
                new ProductReview({ ...review, reviewer: reviewerOf({ account_name, author }) }, skipValidation)
            )
          },
          skipValidation
        )
      })

      return { list, find, summaries, details }
    })
  )
}
