import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { UserId } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import { ProductComparison } from "../../../src/shop/catalog/ProductComparison.ts"
import { SellerCatalogue } from "../../../src/shop/catalog/SellerCatalogue.ts"
import {
  backpack,
  bottle,
  catalogue,
  cookbook,
  eastgate,
  discontinued,
  hush,
  kettle,
  knives,
  trailShoes,
  unknownProduct,
  vacuum
} from "../../../src/testing/SmallCatalogue.ts"
import { seller } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { Category } from "@storefront/domain/Catalog"

const other = UserId.make("44444444-0000-4000-8000-000000000000")

/** Another seller took over the cookbook, and the kettle was never in one of the warehouses. */
const changes = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users (id, email, name, role, password_hash) VALUES (${other}, 'rook@example.com', 'Rook', 'seller', '-')`
    yield* sql`UPDATE products SET seller_id = ${other} WHERE id = ${cookbook.id}`
    yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${kettle.id} AND warehouse_id = ${eastgate}`
  })
)

const everything = {
  seller: null,
  category: null,
  includeInactive: false,
  lowStockOnly: false,
  limit: 50,
  offset: 0
}

const page = (listing: Partial<Parameters<typeof SellerCatalogue.Service.list>[0]>) =>
  Effect.flatMap(SellerCatalogue, (own) => own.list({ ...everything, ...listing }))

const list = (listing: Partial<Parameters<typeof SellerCatalogue.Service.list>[0]>) =>
  Effect.map(page(listing), ({ products }) => products)

const names = (products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => String(name))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(ProductComparison.layer, SellerCatalogue.layer).pipe(
    Layer.provide(changes),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`products of sellers on ${engine.name}`, (it) => {
    describe("in their catalogue", () => {
      it.effect("are listed newest first, those of one seller or of all", () =>
        Effect.gen(function* () {
          const all = yield* list({})
          assert.lengthOf(all, 14)
          assert.deepStrictEqual(names(all.slice(0, 3)), names([cookbook, knives, vacuum]))
          assert.deepStrictEqual(names(yield* list({ seller: other })), names([cookbook]))
          const own = yield* list({ seller: seller.id })
          assert.deepStrictEqual(names(own), names(all.slice(1)))
          assert.deepStrictEqual(names(yield* list({ seller: seller.id, limit: 2, offset: 1 })), names(own.slice(1, 3)))
          assert.deepStrictEqual(yield* list({ offset: 14 }), [])
          assert.deepStrictEqual(yield* list({ seller: UserId.make(unknownProduct) }), [])
          const totals = yield* Effect.forEach(
            [
              { limit: 2, offset: 1 },
              { lowStockOnly: true, limit: 1 },
              { seller: UserId.make(unknownProduct) },
              { offset: 14 }
            ],
            (listing) => Effect.map(page(listing), ({ total }) => total)
          )
          assert.deepStrictEqual(totals, [14, 4, 0, null])
        })
      )

      it.effect("can be narrowed to a category, and widened by what is no longer sold", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(
            names(yield* list({ category: Category.make("Sports") })),
            names([bottle, backpack, trailShoes])
          )
          const sports = yield* list({ category: Category.make("Sports"), includeInactive: true })
          assert.deepStrictEqual(names(sports), names([discontinued, bottle, backpack, trailShoes]))
          assert.deepStrictEqual(
            sports.map(({ is_active }) => is_active),
            [false, true, true, true]
          )
        })
      )

      it.effect("run low where some warehouse is at its threshold, or never had them", () =>
        Effect.gen(function* () {
          const low = yield* list({ lowStockOnly: true })
          assert.deepStrictEqual(
            low.map(({ in_stock, low_stock, name, total_stock }) => [String(name), total_stock, low_stock, in_stock]),
            [
              [vacuum.name, 0, true, false],
              [kettle.name, 40, true, true],
              [trailShoes.name, 105, true, true],
              [hush.name, 2, true, true]
            ]
          )
          assert.strictEqual((yield* list({})).filter(({ low_stock }) => low_stock).length, 4)
          assert.deepStrictEqual(yield* list({ lowStockOnly: true, category: Category.make("Books") }), [])
        })
      )
    })

    it.effect("stand side by side in the order asked for, without those that are not sold", () =>
      Effect.gen(function* () {
        const { list } = yield* ProductComparison
        const compared = yield* list([kettle.id, discontinued.id, hush.id])
        assert.deepStrictEqual(names(compared), names([kettle, hush]))
        assert.deepStrictEqual<unknown>(compared[1]!.specs, hush.specs)
        assert.deepStrictEqual(yield* list([unknownProduct, discontinued.id]), [])
      })
    )
  })
}
