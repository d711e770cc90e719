import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { EmailAddress } from "@storefront/domain/api/AuthApi"
import { type ProductQuery } from "@storefront/domain/api/ProductsApi"
import { Effect, Layer, Option, Schema } from "effect"
import { inject } from "vitest"
import { AccountRepository } from "../../../src/shop/accounts/AccountRepository.ts"
import { CartLines } from "../../../src/shop/cart/CartLines.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import * as ProductCandidates from "../../../src/shop/catalog/ProductCandidates.ts"
import { ProductFinder } from "../../../src/shop/catalog/ProductFinder.ts"
import type * as Database from "../../../src/platform/database/Database.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { Memories } from "../../../src/shop/memories/Memories.ts"
import { ReviewLookup } from "../../../src/shop/reviews/ReviewLookup.ts"
import { migrateWithNames } from "../../../src/testing/DemoNames.ts"
import { newcomer, newProduct, market } from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as TestPostgres from "../../../src/testing/TestPostgres.ts"

const url = inject("testDatabaseUrl")

/** A database of that locale on the test server. */
const localised = (url: string, locale: string) =>
  Layer.unwrapScoped(
    Effect.map(TestPostgres.createDatabase(url, "template0", locale), ({ url }) =>
      Layer.effectDiscard(migrateWithNames).pipe(Layer.provideMerge(TestPostgres.layer(url)), Layer.orDie)
    )
  )

const databases: ReadonlyArray<readonly [string, Layer.Layer<SqlClient.SqlClient, Database.DatabaseUnusable>]> = [
  ...TestDatabase.engines.map(({ layer, name }) => [name, layer] as const),
  ...(url === undefined
    ? []
    : Object.entries(TestPostgres.locales).map(
        ([name, locale]) => [`PostgreSQL in the locale ${name}`, localised(url, locale)] as const
      ))
]

const decodeEmail = Schema.decode(EmailAddress)

const forms = ["NFC", "NFD"] as const

/** A name as it is stored, and what people type for it. */
const names = [
  ["Éclair Crème Mould", ["éclair crème", "ÉCLAIR CRÈME"]],
  ["INDIGO Lamp IX", ["indigo lamp ix", "Indigo Lamp"]],
  ["İstanbul Isıtıcı", ["istanbul ısıtıcı", "İSTANBUL ISITICI"]],
  ["Straßenkarte Groß", ["STRASSENKARTE GROSS", "straßenkarte", "Straẞenkarte"]],
  ["ΟΔΟΣ Φωτιστικό", ["οδος φωτιστικό", "Οδοσ ΦΩΤΙΣΤΙΚΌ"]],
  ["한국 머그컵", ["한국 머그컵", "머그컵"]],
  ["The ﬁnest oﬃce™", ["FINEST OFFICE", "finest officetm", "ｆｉｎｅｓｔ"]]
] as const

const everything = { sort: "name", limit: 50, offset: 0 } as const satisfies ProductQuery

for (const [name, database] of databases) {
  const TestLayer = Layer.mergeAll(
    AccountRepository.layer,
    CatalogRepository.layer,
    ProductFinder.layer,
    CartLines.layer,
    Memories.layer,
    ReviewLookup.layer
  ).pipe(Layer.provide(ToolEffects.layer), Layer.provideMerge(market), Layer.provideMerge(database))

  layer(TestLayer, { excludeTestServices: true })(`text on ${name}`, (it) => {
    it.effect("is found in whatever form and case it is stored and typed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const catalogue = yield* CatalogRepository
        const finder = yield* ProductFinder
        const cart = yield* CartLines
        const reviews = yield* ReviewLookup
        const { id } = yield* newProduct({ east: 50 })
        const author = yield* newcomer
        yield* sql`INSERT INTO reviews (product_id, user_id, rating, body) VALUES (${id}, ${author.id}, 4, '-')`
        for (const [stored, typed] of names) {
          for (const form of forms) {
            const text = stored.normalize(form)
            yield* sql`UPDATE products SET name = ${text}, brand = ${text}, description = ${text} WHERE id = ${id}`
            yield* sql`UPDATE reviews SET body = ${text} WHERE product_id = ${id}`
            for (const search of typed.flatMap((words) => forms.map((form) => words.normalize(form)))) {
              const told = `${text} by ${search}`
              const listed = yield* catalogue.list({ ...everything, search })
              assert.deepStrictEqual([listed.total, listed.products[0]?.id], [1, id], told)
              const [found] = yield* finder.find(search, 3)
              assert.strictEqual(found?.product_id, id, told)
              const buyer = yield* newcomer
              const { result } = yield* cart.add(buyer.id, { product_name: search }, 1)
              assert.strictEqual(result.product_id, id, told)
              const said = yield* reviews.search({ productId: id, keyword: search, limit: 5 })
              assert.strictEqual(said.total_matches, 1, told)
            }
            const branded = yield* ProductCandidates.list(
              sql,
              { brand: stored.toLowerCase().normalize(form === "NFC" ? "NFD" : "NFC") },
              { sort: "rating", limit: 5, offset: 0 }
            )
            assert.deepStrictEqual(
              branded.map(({ product_id }) => product_id),
              [id],
              text
            )
          }
        }
      })
    )

    it.effect("is remembered once for all its forms and cases", () =>
      Effect.gen(function* () {
        const memories = yield* Memories
        const owner = yield* newcomer
        for (const content of ["Crème, ISO 5", "crème, iso 5".normalize("NFD"), "CRÈME, ISO 5"]) {
          yield* memories.remember(owner.id, { category: "other", content, importance: 5, expiresInDays: null })
        }
        assert.lengthOf(yield* memories.recall({ owner: owner.id, category: null, limit: 5 }), 1)
      })
    )

    it.effect("of an e-mail address is stored in small letters whatever the locale makes of them", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountRepository
        for (const typed of ["INFO.II@Example.com", "İIıß.ΟΔΟΣ@example.com", "Éé@example.com".normalize("NFD")]) {
          const email = yield* decodeEmail(typed)
          yield* accounts.add({ email, name: "I", passwordHash: "-" })
          assert.isTrue(Option.isSome(yield* accounts.findCredentials(yield* decodeEmail(typed.normalize("NFC")))))
        }
      })
    )
  })
}
