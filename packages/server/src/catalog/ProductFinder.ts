import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { inStock } from "./ProductRow.ts"

const FoundProduct = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  brand: UserText,
  category: Category,
  price: MoneyFromNumeric,
  in_stock: Schema.Boolean
})

/** Word similarity from which on a name resembles what was said. */
const minSimilarity = 0.3

/** Turns names as people say them into products. Failures of the database are defects. */
export class ProductFinder extends Context.Tag("@storefront/server/catalog/ProductFinder")<
  ProductFinder,
  {
    /**
     * Active products, best first: those of exactly that name, those whose name or brand resembles it, those whose
     * text contains its words.
     */
    readonly find: (name: string, limit: number) => Effect.Effect<ReadonlyArray<typeof FoundProduct.Type>>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Struct({ name: Schema.String, limit: Schema.Int }),
        Result: FoundProduct,
        execute: ({ limit, name }) => sql`
          WITH wanted AS (SELECT ${name}::text AS name, websearch_to_tsquery('english', ${name}) AS words),
          compared AS (
            SELECT p.*, lower(p.name) = lower(w.name) AS is_equal, p.search @@ w.words AS has_words,
              ts_rank_cd(p.search, w.words) AS word_rank,
              greatest(word_similarity(w.name, p.name), word_similarity(w.name, p.brand)) AS similarity
            FROM products p, wanted w
            WHERE p.is_active
          )
          SELECT p.id AS product_id, p.name, p.brand, p.category, p.price, ${inStock(sql)} AS in_stock
          FROM compared p
          WHERE p.is_equal OR p.similarity >= ${minSimilarity} OR p.has_words
          ORDER BY p.is_equal DESC, CASE WHEN p.similarity >= ${minSimilarity} THEN p.similarity ELSE 0 END DESC,
            p.word_rank DESC, p.id
          LIMIT ${limit}`
      })
      return {
        find: Effect.fn("ProductFinder.find")((name: string, limit: number) => Effect.orDie(select({ name, limit })))
      }
    })
  )
}
