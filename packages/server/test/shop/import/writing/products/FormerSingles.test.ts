import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductId } from "@storefront/domain/Ids"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import * as CartServices from "../../../../../src/shop/cart/CartServices.ts"
import { Carts } from "../../../../../src/shop/cart/Carts.ts"
import { Checkout } from "../../../../../src/shop/cart/Checkout.ts"
import { Backorders } from "../../../../../src/shop/inventory/Backorders.ts"
import { OrderCancellation } from "../../../../../src/shop/orders/OrderCancellation.ts"
import { actNow } from "../../../../../src/testing/ActNow.ts"
import { assertInvariants } from "../../../../../src/testing/OrderFixtures.ts"
import { fillCart, market, newcomer } from "../../../../../src/testing/SmallMarket.ts"
import { importProducts, productLines } from "../../support/Importing.ts"

const single = (key: string) => [
  "external_id,name,price,category,quantity,warehouse",
  `${key},Ridge Runner,50.00,Home,40,Eastgate`
]
const variants = (group: string, ...keys: ReadonlyArray<string>) => [
  "external_id,name,price,category,group,options",
  ...keys.map((key) => `${key},Ridge Runner,50.00,Home,${group},Size=${key}`)
]

const idOf = (key: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT id FROM products WHERE external_id = ${key} AND kind = 'single'`, ([row]) =>
      ProductId.make(String(row?.["id"]))
    )
  )

const checkOut = (buyer: Effect.Effect.Success<typeof newcomer>) =>
  Effect.flatMap(Checkout, ({ act }) => actNow(act, buyer, { speed: "standard", note: null }))

/** A buyer with two units on order, two in the cart and fifty on backorder. */
const busyBuyer = Effect.fnUntraced(function* (product: ProductId) {
  const buyer = yield* newcomer
  yield* fillCart(buyer, [[{ id: product }, 2]])
  const { order_id } = yield* checkOut(buyer)
  yield* fillCart(buyer, [[{ id: product }, 2]])
  yield* Effect.flatMap(Backorders, ({ act }) => actNow(act, buyer, { productId: product, quantity: 50, note: null }))
  const cancel = Effect.flatMap(OrderCancellation, ({ act }) =>
    actNow(act, buyer, { orderId: order_id, reason: "Too late" })
  )
  return { buyer, cancel }
})

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(CartServices.layer, OrderCancellation.layer, Backorders.layer).pipe(
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`a single that an import takes on ${engine.name}`, (it) => {
    it.effect("for a group leaves its orders to be cancelled without stock, and its carts what cannot be bought", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* importProducts(single("boot"))
        const id = yield* idOf("boot")
        const { buyer, cancel } = yield* busyBuyer(id)
        yield* importProducts(variants("boot", "41", "42"))
        assert.deepStrictEqual(yield* sql`SELECT kind FROM products WHERE id = ${id}`, [{ kind: "group" }])
        const { contents } = yield* Effect.flatMap(Carts, ({ find }) => find(buyer))
        assert.deepStrictEqual(
          contents?.lines.map(({ product_id, purchasable }) => [product_id, purchasable]),
          [[id, false]]
        )
        const { problem } = yield* Effect.flip(checkOut(buyer))
        assert.strictEqual(problem.reason, "inactive_product")
        assert.deepInclude(yield* cancel, { status: "cancelled", restocked: [] })
        assert.isEmpty(yield* sql`SELECT FROM warehouse_inventory WHERE product_id = ${id}`)
        assert.deepStrictEqual(yield* sql`SELECT product_id, status FROM backorders WHERE user_id = ${buyer.id}`, [
          { product_id: id, status: "open" }
        ])
        yield* assertInvariants
      })
    )

    it.effect("for a variant keeps its stock, orders and carts", () =>
      Effect.gen(function* () {
        yield* importProducts(single("shoe"))
        const id = yield* idOf("shoe")
        const { buyer, cancel } = yield* busyBuyer(id)
        yield* importProducts(variants("shoes", "shoe"))
        assert.deepInclude(yield* cancel, { status: "cancelled" })
        assert.include(yield* productLines(), "variant shoe of shoes: Ridge Runner, shoe, 50.00, 40 units")
        assert.deepStrictEqual<unknown>(
          (yield* checkOut(buyer)).items.map(({ name, product_id }) => [product_id, name]),
          [[id, "Ridge Runner, shoe"]]
        )
        yield* assertInvariants
      })
    )

    it.effect.runIf(engine.name === "PostgreSQL")("waits for whoever changes its stock, whose mark is its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* importProducts(single("slow"))
        const id = yield* idOf("slow")
        const isWaiting = Effect.map(sql`SELECT FROM pg_locks WHERE NOT granted`, (locks) => locks.length > 0)
        const changed = yield* Deferred.make<void>()
        const buying = yield* Effect.fork(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`UPDATE warehouse_inventory SET quantity = 1 WHERE product_id = ${id}`
              yield* Deferred.succeed(changed, undefined)
              yield* Effect.repeat(isWaiting, { until: (waits) => waits, schedule: Schedule.spaced("5 millis") })
            })
          )
        )
        yield* Deferred.await(changed)
        const importing = yield* Effect.fork(importProducts(variants("slows", "slow")))
        yield* Fiber.join(buying)
        yield* Fiber.join(importing)
        assert.include(yield* productLines(), "variant slow of slows: Ridge Runner, slow, 50.00, 1 units")
      })
    )
  })
}
