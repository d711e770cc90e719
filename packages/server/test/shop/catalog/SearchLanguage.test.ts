import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { Effect, Layer } from "effect"
import { ProductFinder } from "../../../src/shop/catalog/ProductFinder.ts"
import { follow, searchWords } from "../../../src/shop/catalog/SearchLanguage.ts"
import { catalogue, kettle, trailShoes } from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(ProductFinder.layer, Layer.provideMerge(catalogue, engine.layer)), {
    excludeTestServices: true
  })(`the language of searches on ${engine.name}`, (it) => {
    it.effect("is followed once, with what is searched and its index", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const state = sql`
          SELECT text_search()::text AS configuration, to_tsvector(text_search(), 'Wanderschuhe')::text AS words,
            pg_get_indexdef('products_fts'::regclass) LIKE '%USING gin (search) WHERE is_listed' AS is_indexed`
        yield* sql`UPDATE products SET name = 'Wanderschuhe' WHERE id = ${trailShoes.id}`
        assert.isFalse(yield* follow("en-GB"))
        assert.isTrue(yield* follow("de-AT"))
        assert.isFalse(yield* follow("de"))
        assert.deepStrictEqual(yield* state, [{ configuration: "german", words: "'wanderschuh':1", is_indexed: true }])
        assert.deepStrictEqual(
          yield* sql`SELECT id FROM products WHERE search @@ to_tsquery(text_search(), 'Wanderschuh')`,
          [{ id: trailShoes.id }]
        )
        // English stop words are words of other languages.
        const dollars = { code: "USD", decimals: 2 } as const
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* settleScoped({ currency: dollars, language: "de-AT" })
            assert.deepStrictEqual(searchWords("Die Welt an Bord"), ["die", "welt", "an", "bord"])
          })
        )
        assert.deepStrictEqual(searchWords("The world on board"), ["world", "board"])
        assert.isTrue(yield* follow("nb-NO"))
        assert.isTrue(yield* follow("ja"))
        assert.deepStrictEqual((yield* state)[0]?.["configuration"], "simple")
        assert.isFalse(yield* follow("th-TH"))
      })
    )

    it.effect("is changed by the owner of the products alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const refusal =
          yield* sql`CREATE ROLE clerk; GRANT ALL ON SCHEMA public TO clerk; SET LOCAL ROLE clerk`.raw.pipe(
            Effect.zipRight(follow("fr")),
            sql.withTransaction,
            Effect.flip
          )
        assert.include(
          refusal.message,
          "A shop in fr searches its products by the words of that language, and only the owner"
        )
        assert.isFalse(yield* follow("th"))
      })
    )

    it.effect("may have no spaces: names and keywords that contain the query are found", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE products SET name = '登山用軽量ブーツ' WHERE id = ${trailShoes.id}`
        yield* sql`UPDATE products SET keywords = '電気湯沸器' WHERE id = ${kettle.id}`
        const { find } = yield* ProductFinder
        const found = (name: string) =>
          Effect.map(find(name, 5), (products) => products.map(({ product_id }) => product_id))
        assert.deepStrictEqual(yield* found("ブーツ"), [trailShoes.id])
        assert.deepStrictEqual(yield* found("ブーツ 登山"), [trailShoes.id])
        assert.deepStrictEqual(yield* found("湯沸"), [kettle.id])
        assert.deepStrictEqual(yield* found("靴下"), [])
      })
    )
  })
}
