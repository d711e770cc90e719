import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { maxListedVariants, type Variant } from "@storefront/domain/tools/VariantFields"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import { listedByKey, matchedId } from "./ProductKeys.ts"
import { searchWords } from "./SearchLanguage.ts"
import { containsUnspaced, searchTables, similarNames } from "./SimilarNames.ts"
import { Variants } from "./Variants.ts"

const FoundProduct = Schema.Struct({
  ...Struct.omit(ProductRow.fields, "rating", "review_count"),
  matched_id: matchedId
})

/** Resolves product names as customers write them. */
export class ProductFinder extends Context.Tag("@storefront/server/shop/catalog/ProductFinder")<
  ProductFinder,
  {
    /**
     * Finds listed products, best first: those with this GTIN, SKU or external id, exact names, then similar names or
     * brands, then texts that contain the words. A variant is found as its group. Of a group's variants, the one
     * comes first that has the key, then those whose values the name or the question names.
     */
    readonly find: (
      name: string,
      limit: number,
      question?: string
    ) => Effect.Effect<
      ReadonlyArray<typeof FoundProduct.Type & { readonly variants: ReadonlyArray<Variant> }>,
      DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const variants = yield* Variants
      const select = SqlSchema.findAll({
        Request: Schema.Struct({ name: Schema.String, words: Schema.Array(Schema.String), limit: Schema.Int }),
        Result: FoundProduct,
        execute: ({ limit, name, words }) => sql`
          WITH RECURSIVE ${searchTables(sql, name, words)}, ${flashSales(sql)},
          keyed AS MATERIALIZED (${listedByKey(sql, name)}),
          alike AS MATERIALIZED (
            SELECT s.id, s.similarity FROM (${similarNames(sql, sql`p.is_listed`)}) s
            ORDER BY s.name = folded(${name}) DESC, s.similarity DESC, s.id
            LIMIT ${limit}
          ),
          described AS MATERIALIZED (
            SELECT p.id, ts_rank_cd(p.search, a.phrase) AS rank
            FROM search_query a
            JOIN products p ON p.search @@ a.phrase OR ${containsUnspaced(sql, name)}
            WHERE p.is_listed AND p.id NOT IN (SELECT id FROM alike)
            ORDER BY rank DESC, p.id
            LIMIT ${limit}
          ),
          found AS (
            SELECT id, similarity, 0 AS rank FROM alike UNION ALL SELECT id, 0, rank FROM described
            UNION ALL
            SELECT id, 0, 0 FROM keyed
            WHERE id NOT IN (SELECT id FROM alike) AND id NOT IN (SELECT id FROM described)
          )
          SELECT ${ProductRow.columns(sql)}, k.matched_id
          FROM found f
          JOIN products p ON p.id = f.id AND p.is_listed
          LEFT JOIN keyed k ON k.id = p.id
          ORDER BY k.id IS NOT NULL DESC, p.folded_name = folded(${name}) DESC, f.similarity DESC, f.rank DESC, p.id
          LIMIT ${limit}`
      })
      return {
        find: Effect.fn("ProductFinder.find")(function* (name: string, limit: number, question = "") {
          const products = yield* orUnavailable(select({ name, words: searchWords(name), limit }))
          const groups = products.flatMap(({ product_id, variant_count }) => (variant_count > 0 ? [product_id] : []))
          const matched = products.flatMap(({ matched_id }) => matched_id ?? [])
          const variantsOf = yield* variants.of(groups, `${name} ${question}`, maxListedVariants, matched)
          return products.map((product) => ({ ...product, variants: variantsOf(product.product_id) }))
        })
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(Variants.layer))
}
