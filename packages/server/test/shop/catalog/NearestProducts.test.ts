import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { NearestProducts } from "../../../src/shop/catalog/NearestProducts.ts"
import { catalogue, cookbook, discontinued, hush, kettle, knives, vacuum } from "../../../src/testing/SmallCatalogue.ts"
import { ada, seller } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Many products whose ids lie between those of the catalogue and the end of all ids. */
const crowd = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO products (id, seller_id, name, description, category, brand, price, original_price, image_url)
      SELECT ('bbbbbbbb-0000-4000-8000-' || lpad(to_hex(n * 4096), 12, '0'))::uuid, ${seller.id}, 'Thing ' || n, '', 'Home',
        'Hearthlow', 5, 5, '/images/products/x.svg'
      FROM generate_series(1, 200) n`
  )
)

const id = (text: string) => ProductId.make(text)
const names = (products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => String(name))

for (const engine of TestDatabase.engines) {
  const TestLayer = NearestProducts.layer.pipe(
    Layer.provide(Layer.provide(crowd, catalogue)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`products with ids near to one on ${engine.name}`, (it) => {
    it.effect("begin with the one that was meant", () =>
      Effect.gen(function* () {
        const nearest = yield* NearestProducts
        const slips = {
          "aaaaaaaa-0000-4000-8000-0000000000f1": hush.name,
          "aaaaaaaa-0000-4000-8000-000000010002": "Nimbrix Pebble Wireless Earbuds",
          "aaaaaaaa-0000-4000-8000-000000000030": "Voltarra K87 Mechanical Keyboard",
          "bbbbbbbb-0000-4000-8000-000000065001": "Thing 101",
          "bbbbbbbb-0000-4000-8000-0000000c8fff": "Thing 200"
        }
        for (const [asked, meant] of Object.entries(slips)) {
          const found = yield* nearest.sold(id(asked))
          assert.lengthOf(found, 3)
          assert.strictEqual(names(found)[0], meant)
        }
      })
    )

    it.effect("are those of the shop, at both ends of all ids too", () =>
      Effect.gen(function* () {
        const nearest = yield* NearestProducts
        const all = [discontinued.id, "00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"]
        for (const asked of all) {
          const found = yield* nearest.sold(id(asked))
          assert.lengthOf(found, 3)
          assert.notInclude(names(found), discontinued.name)
        }
        const sql = yield* SqlClient.SqlClient
        yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`UPDATE products SET is_active = id IN (${kettle.id}, ${vacuum.id})`
              assert.deepStrictEqual(names(yield* nearest.sold(hush.id)).toSorted(), names([kettle, vacuum]).toSorted())
              yield* sql`UPDATE products SET is_active = false`
              assert.deepStrictEqual(yield* nearest.sold(hush.id), [])
              return yield* Effect.fail("undo")
            })
          )
          .pipe(Effect.flip)
      })
    )

    it.effect("are those of one's own cart, also what is no longer sold", () =>
      Effect.gen(function* () {
        const nearest = yield* NearestProducts
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO users (id, email, name, password_hash) VALUES (${ada.id}, ${ada.email}, ${ada.name}, '-')`
        assert.deepStrictEqual(yield* nearest.inCart(ada.id, hush.id), [])
        for (const [owner, ...products] of [
          [ada, kettle, discontinued, knives, vacuum],
          [seller, cookbook, hush]
        ] as const) {
          yield* sql`INSERT INTO carts (id, user_id) VALUES (${owner.id}, ${owner.id})`
          for (const product of products) {
            yield* sql`INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${owner.id}, ${product.id}, 1)`
          }
        }
        assert.lengthOf(yield* nearest.inCart(ada.id, hush.id), 3)
        const [first] = names(yield* nearest.inCart(ada.id, discontinued.id))
        assert.strictEqual(first, discontinued.name)
        assert.deepStrictEqual(
          names(yield* nearest.inCart(seller.id, discontinued.id)).toSorted(),
          names([cookbook, hush]).toSorted()
        )
      })
    )
  })
}
