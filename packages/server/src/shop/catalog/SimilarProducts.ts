import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { type Retrieval } from "@storefront/domain/tools/ProductTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import { VectorIndex } from "./VectorIndex.ts"

const baseFields = {
  base_id: ProductId,
  base_name: UserText,
  /** The product has a vector, so vectors were compared. */
  is_compared: Schema.Boolean
}

/** The base product with a similar product; `product_id` is null when there is none. */
const Neighbour = Schema.Union(
  Schema.Struct({ ...baseFields, ...ProductRow.fields, similarity: Schema.NullOr(Schema.Number) }),
  Schema.Struct({ ...baseFields, product_id: Schema.Null })
)
const decode = Schema.decodeUnknown(Schema.Array(Neighbour))

const Product = Schema.Struct({ ...ProductRow.fields, similarity: Schema.NullOr(Schema.Number) })

/** Number of neighbours that the vector index reads first; it reads on when too few of them are active. */
const indexCandidates = 100

const notEmbedded = "This product has no embedding yet; products of its category were compared by their names."

/** Finds alternatives to a product. */
export class SimilarProducts extends Context.Tag("@storefront/server/shop/catalog/SimilarProducts")<
  SimilarProducts,
  {
    /**
     * Finds listed products similar to an active one, most similar first: by meaning, or without a vector by name and
     * brand within its category, then by price. A variant stands for its group.
     */
    readonly find: (
      id: ProductId,
      limit: number
    ) => Effect.Effect<
      {
        readonly base: { readonly product_id: ProductId; readonly name: UserText }
        readonly products: ReadonlyArray<typeof Product.Type>
        readonly retrieval: Retrieval
        readonly retrieval_note: string | null
      },
      ProductNotFound | DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const space = yield* EmbeddingSpace
      const index = yield* VectorIndex

      /** Query for the product's vector; empty without a usable vector table, which may not even exist. */
      const productVector = (hasVectors: boolean) =>
        hasVectors
          ? sql`SELECT e.embedding FROM base b JOIN product_embeddings e ON e.product_id = b.id AND e.model = ${space.model}`
          : sql`SELECT NULL AS embedding WHERE false`

      const nearestByVector = (hasVectors: boolean, limit: number) =>
        hasVectors
          ? sql`
            SELECT n.id, 1 - n.distance AS similarity, row_number() OVER (ORDER BY n.distance, n.id) AS position
            FROM own o
            CROSS JOIN LATERAL (
              SELECT e.product_id AS id, e.embedding <=> o.embedding AS distance
              FROM product_embeddings e
              JOIN products p ON p.id = e.product_id
              WHERE e.model = ${space.model} AND p.is_listed AND p.id <> (SELECT id FROM base)
              ORDER BY e.embedding <=> o.embedding
              LIMIT ${limit}
            ) n`
          : sql`SELECT NULL::uuid AS id, NULL::float8 AS similarity, NULL::bigint AS position WHERE false`

      const select = Effect.fnUntraced(function* (id: ProductId, limit: number, hasVectors: boolean) {
        const rows = yield* sql`
          WITH ${flashSales(sql)},
          base AS MATERIALIZED (
            SELECT g.id, g.name, g.name || ' ' || g.brand AS title, g.category, g.price,
              set_config('hnsw.ef_search', ${String(indexCandidates)}, true), set_config('hnsw.iterative_scan', 'strict_order', true)
            FROM products o JOIN products g ON g.id = COALESCE(o.group_id, o.id)
            WHERE o.id = ${id} AND o.is_active AND g.is_listed
          ),
          own AS MATERIALIZED (${productVector(hasVectors)}),
          near AS MATERIALIZED (${nearestByVector(hasVectors, limit)}),
          alike AS MATERIALIZED (
            SELECT p.id, row_number() OVER (
                ORDER BY similarity(p.name || ' ' || p.brand, b.title) DESC, abs(p.price - b.price), p.id
              ) AS position
            FROM base b
            JOIN products p ON p.category = b.category AND p.is_listed AND p.id <> b.id
            WHERE NOT EXISTS (SELECT FROM own)
            ORDER BY position
            LIMIT ${limit}
          ),
          found AS (
            SELECT id, similarity, position FROM near UNION ALL SELECT id, NULL, position FROM alike
          )
          SELECT b.id AS base_id, b.name AS base_name, EXISTS (SELECT FROM own) AS is_compared, f.similarity, ${ProductRow.columns(sql)}
          FROM base b
          LEFT JOIN (found f JOIN products p ON p.id = f.id) ON true
          ORDER BY f.position`
        return yield* decode(rows)
      }, orUnavailable)

      const find = Effect.fn("SimilarProducts.find")(function* (id: ProductId, limit: number) {
        const problem = yield* index.storageProblem
        const rows = yield* select(id, limit, Option.isNone(problem))
        const [first] = rows
        if (first === undefined) {
          return yield* new ProductNotFound()
        }
        return {
          base: { product_id: first.base_id, name: first.base_name },
          products: Array.filterMap(rows, (row) => (row.product_id === null ? Option.none() : Option.some(row))),
          retrieval: first.is_compared ? ("vector" as const) : ("text_fallback" as const),
          retrieval_note: first.is_compared ? null : Option.getOrElse(problem, () => notEmbedded)
        }
      })

      return { find }
    })
  )
}
