import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { ProductId } from "@storefront/domain/Ids"
import { v7 } from "uuid"
import * as InventoryWriting from "../../../../src/shop/import/writing/InventoryWriting.ts"
import { OrderCancellation } from "../../../../src/shop/orders/OrderCancellation.ts"
import { ReturnOperations } from "../../../../src/shop/returns/ReturnOperations.ts"
import { actNow } from "../../../../src/testing/ActNow.ts"
import { orderIn, returnOf } from "../../../../src/testing/OrderFixtures.ts"
import { ada, orderId, shop } from "../../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../../src/testing/TestDatabase.ts"
import { importProducts, importText } from "../support/Importing.ts"
import { overtake } from "../support/pausedAt.ts"

/** Stores a single with 10 units in one warehouse, and an order of 2 of them in a status. */
const orderedSingle = Effect.fnUntraced(function* (n: number, status: "placed" | "returned", units = 10) {
  const sql = yield* SqlClient.SqlClient
  const product = { id: v7(), name: `Lamp ${n}`, brand: "", category: "Home" }
  const key = `lamp-${n}`
  yield* sql`
    INSERT INTO products ${sql.insert({ ...product, external_id: key, description: "", price: 50, original_price: 50, image_url: "/images/products/x.svg" })}`
  yield* sql`
    INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
    SELECT id, ${product.id}, ${units} FROM warehouses WHERE name = 'Eastgate' AND ${units} > 0`
  yield* orderIn(n, status, { lines: [{ product: { ...product, id: ProductId.make(product.id) }, east: 2 }] })
  return { ...product, key }
})

/** Turns a single into a group of one variant. */
const group = (key: string) =>
  importProducts(["external_id,name,price,category,group,options", `${key}/M,Lamp,50,Home,${key},Size=M`])

const count = (key: string) =>
  Effect.gen(function* () {
    const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: "Eastgate" })
    return yield* importText(writing, `product,quantity\n${key},7`)
  })

const cancel = (n: number) =>
  Effect.flatMap(OrderCancellation, ({ act }) => actNow(act, ada, { orderId: orderId(n), reason: "Changed my mind" }))

/** What a product has become, and its units, of which there may be none. */
const stateOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [state] = yield* sql<{ readonly kind: string; readonly units: number | null }>`
    SELECT kind, (SELECT sum(quantity)::int FROM warehouse_inventory i WHERE i.product_id = p.id) AS units
    FROM products p WHERE id = ${id}`
  return state
})

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(OrderCancellation.layer, ReturnOperations.layer).pipe(
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the stock of groups on ${engine.name}`, (it) => {
    it.effect("stays empty when orders of the single are cancelled or come back, or its units are counted", () =>
      Effect.gen(function* () {
        const returns = yield* ReturnOperations
        const cancelled = yield* orderedSingle(1, "placed")
        const returned = yield* orderedSingle(2, "returned")
        const back = yield* returnOf(2, "shipped_back")
        yield* Effect.forEach([cancelled, returned], ({ key }) => group(key))
        assert.deepStrictEqual((yield* cancel(1)).restocked, [])
        yield* returns.advance(back, { to: "received", note: "", restock: true })
        assert.deepInclude(yield* count(cancelled.key), { refused: 1, written: 0 })
        for (const { id } of [cancelled, returned]) {
          assert.deepStrictEqual(yield* stateOf(id), { kind: "group", units: null })
        }
      })
    )

    if (engine.name === "PostgreSQL") {
      it.effect("stays empty when an order is cancelled while its product becomes a group", () =>
        Effect.gen(function* () {
          const single = yield* orderedSingle(3, "placed")
          yield* overtake(group(single.key), "DELETE FROM restock_schedule", cancel(3))
          assert.deepStrictEqual(yield* stateOf(single.id), { kind: "group", units: null })
        })
      )

      it.effect(
        "stays empty when a product becomes a group while an order is cancelled, whose units were the last",
        () =>
          Effect.gen(function* () {
            const single = yield* orderedSingle(4, "placed", 0)
            const cancelling = Layer.fresh(OrderCancellation.layer)
            yield* overtake(
              Effect.provide(cancel(4), cancelling),
              "INSERT INTO order_status_history",
              group(single.key)
            )
            assert.deepStrictEqual(yield* stateOf(single.id), { kind: "group", units: null })
          })
      )

      it.effect("stays empty when a product becomes a group while its units are counted", () =>
        Effect.gen(function* () {
          const single = yield* orderedSingle(5, "placed", 0)
          yield* overtake(count(single.key), "INSERT INTO warehouse_inventory", group(single.key))
          assert.deepStrictEqual(yield* stateOf(single.id), { kind: "group", units: null })
        })
      )

      it.effect("stays empty when units are counted while their product becomes a group", () =>
        Effect.gen(function* () {
          const single = yield* orderedSingle(6, "placed", 0)
          yield* overtake(group(single.key), "DELETE FROM restock_schedule", count(single.key))
          assert.deepStrictEqual(yield* stateOf(single.id), { kind: "group", units: null })
        })
      )
    }
  })
}
