import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Effect, Layer } from "effect"
import { v7 } from "uuid"
import { PriceHistory } from "../../../src/shop/catalog/PriceHistory.ts"
import { ProductDetails } from "../../../src/shop/catalog/ProductDetails.ts"
import { ProductFinder } from "../../../src/shop/catalog/ProductFinder.ts"
import { TrendingProducts } from "../../../src/shop/catalog/TrendingProducts.ts"
import {
  backpack,
  bottle,
  catalogue,
  discontinued,
  hush,
  jacket,
  kettle,
  keyboard,
  powerBank,
  socks,
  trailShoes,
  unknownProduct
} from "../../../src/testing/SmallCatalogue.ts"
import { seller } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { Category } from "@storefront/domain/Catalog"

/** Sells some units in an order of some days ago. */
const sell = Effect.fnUntraced(function* (
  daysAgo: number,
  status: OrderStatus,
  ...lines: ReadonlyArray<readonly [product: { readonly id: string }, quantity: number]>
) {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  const address = JSON.stringify({ street: "1 Elm St", city: "Boston", state: "MA", zip: "02101", country: "US" })
  const tracking = ["placed", "confirmed", "cancelled"].includes(status) ? null : `SF${id.slice(-12).toUpperCase()}`
  yield* sql`
    INSERT INTO orders (id, user_id, status, subtotal, total, carrier_id, tracking_number, recipient_name,
      shipping_address, billing_address, delivery_region, created_at)
    SELECT ${id}, ${seller.id}, ${status}, 0, 0, (SELECT min(id::text)::uuid FROM carriers), ${tracking}, 'A',
      ${address}::jsonb, ${address}::jsonb, 'east', now() - make_interval(secs => ${daysAgo * 86_400})`
  yield* Effect.forEach(
    lines,
    ([product, quantity], index) =>
      sql`INSERT INTO order_items ${sql.insert({
        order_id: id,
        line_no: index + 1,
        product_id: product.id,
        product_name: "as sold",
        quantity,
        unit_price: "0.00",
        subtotal: "0.00"
      })}`
  )
})

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(
    ProductFinder.layer,
    ProductDetails.layer,
    PriceHistory.layer,
    TrendingProducts.layer
  ).pipe(Layer.provide(catalogue), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`reading products on ${engine.name}`, (it) => {
    describe("by name", () => {
      const found = (name: string, limit = 5) =>
        Effect.flatMap(ProductFinder, (finder) =>
          Effect.map(finder.find(name, limit), (products) => products.map(({ name }) => String(name)))
        )
      const first = [
        [trailShoes.name.toUpperCase(), trailShoes],
        ["ridge runner", trailShoes],
        ["kestrleon hush", hush],
        ["hedphones", hush],
        ["K87", keyboard],
        ["vaccum cleaner", { name: "Brindlecote Glide Cordless Vacuum" }],
        ["the jacket", jacket]
      ] as const
      for (const [name, product] of first) {
        it.effect(`takes "${name}" for the ${product.name}`, () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* found(name))[0], product.name)
          })
        )
      }

      it.effect("puts the equal name before names that hold it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE products SET name = 'Kettle' WHERE id = ${bottle.id}`
          assert.deepStrictEqual((yield* found("kettle")).slice(0, 2), ["Kettle", kettle.name])
          yield* sql`UPDATE products SET name = ${bottle.name} WHERE id = ${bottle.id}`
        })
      )

      it.effect("finds brands, ties by id", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* found("Oskaberg"), [jacket.name, socks.name])
          assert.deepStrictEqual(yield* found("Oskaberg", 1), [jacket.name])
        })
      )

      it.effect("finds words of the description after all names", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* found("laptop"), [powerBank.name])
        })
      )

      it.effect("finds nothing that is not sold or not there", () =>
        Effect.gen(function* () {
          assert.notInclude(yield* found(discontinued.name, 50), discontinued.name)
          assert.deepStrictEqual(yield* found("zzz"), [])
          assert.deepStrictEqual(yield* found("%"), [])
        })
      )
    })

    describe("in detail", () => {
      it.effect("knows everything about one, all warehouses by name", () =>
        Effect.gen(function* () {
          const details: unknown = yield* Effect.flatMap(ProductDetails, ({ find }) => find(hush.id))
          assert.deepInclude(details, {
            product_id: hush.id,
            description: hush.description,
            image_url: "/images/products/x.svg",
            specs: { "Battery life": "38 h", Bluetooth: true },
            in_stock: true,
            total_stock: 2,
            warehouses: [
              { warehouse: "Eastgate", region: "east", quantity: 0 },
              { warehouse: "Midland", region: "central", quantity: 0 },
              { warehouse: "Pacific", region: "west", quantity: 2 }
            ]
          })
        })
      )

      it.effect("lists warehouses that never had it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${jacket.id}`
          const details = yield* Effect.flatMap(ProductDetails, ({ find }) => find(jacket.id))
          assert.deepInclude(details, { in_stock: false, total_stock: 0 })
          assert.deepStrictEqual(
            details.warehouses.map(({ quantity }) => quantity),
            [0, 0, 0]
          )
        })
      )

      it.effect("knows nothing of what is not sold", () =>
        Effect.gen(function* () {
          const { find } = yield* ProductDetails
          for (const id of [discontinued.id, unknownProduct]) {
            assert.strictEqual((yield* Effect.flip(find(id)))._tag, "ProductNotFound")
          }
        })
      )
    })

    describe("with their prices", () => {
      it.effect("gives as many days as asked, today included, oldest first", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            INSERT INTO price_history (product_id, day, price)
            SELECT ${kettle.id}, current_date - n, 60 + n / 100.0 FROM generate_series(-1, 40) n`
          const { find } = yield* PriceHistory
          const history = yield* find(kettle.id, 30)
          assert.lengthOf(history.points, 30)
          assert.deepStrictEqual(
            history.points.map(({ price }) => Number(price)),
            Array.from({ length: 30 }, (_, n) => 6_029 - n)
          )
          assert.strictEqual(history.points.at(-1)?.date, new Date().toISOString().slice(0, 10))
          assert.deepStrictEqual<unknown>([history.product_name, history.current_price], [kettle.name, 6_400])
        })
      )

      it.effect("gives none where none was recorded", () =>
        Effect.gen(function* () {
          const { find } = yield* PriceHistory
          assert.deepStrictEqual((yield* find(hush.id, 365)).points, [])
          for (const id of [discontinued.id, unknownProduct]) {
            assert.strictEqual((yield* Effect.flip(find(id, 30)))._tag, "ProductNotFound")
          }
        })
      )
    })

    it.effect("lists what sells by units, orders and id", () =>
      Effect.gen(function* () {
        yield* sell(1, "placed", [trailShoes, 2], [bottle, 3], [discontinued, 9])
        yield* sell(2, "delivered", [trailShoes, 1], [kettle, 1])
        yield* sell(3, "cancelled", [hush, 9])
        yield* sell(4, "returned", [hush, 9])
        yield* sell(29.9, "shipped", [backpack, 1])
        yield* sell(30.1, "shipped", [keyboard, 9])
        const { list } = yield* TrendingProducts
        const facts = (query: Partial<Parameters<typeof list>[0]>) =>
          Effect.map(list({ category: null, days: 30, limit: 10, ...query }), (products) =>
            products.map(({ name, order_count, units_sold }) => [String(name), units_sold, order_count])
          )
        assert.deepStrictEqual(yield* facts({}), [
          [trailShoes.name, 3, 2],
          [bottle.name, 3, 1],
          [backpack.name, 1, 1],
          [kettle.name, 1, 1]
        ])
        assert.deepStrictEqual(yield* facts({ category: Category.make("Home") }), [[kettle.name, 1, 1]])
        assert.deepStrictEqual(yield* facts({ limit: 1 }), [[trailShoes.name, 3, 2]])
        assert.deepStrictEqual(yield* facts({ days: 1 }), [])
        assert.deepStrictEqual((yield* facts({ days: 365 }))[0], [keyboard.name, 9, 1])
      })
    )
  })
}
