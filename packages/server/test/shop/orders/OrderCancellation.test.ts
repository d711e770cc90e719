import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderStatus } from "@storefront/domain/Orders"
import { Cancellation } from "@storefront/domain/tools/OrderTools"
import { Deferred, Effect, Either, Exit, Fiber, Layer, Schedule, Schema } from "effect"
import { OrderCancellation } from "../../../src/shop/orders/OrderCancellation.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import { ada, bob, lamp, orderId, placeOrder, type PlacedOrder, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const coupons = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO coupons (code, discount_type, discount_value, usage_limit) VALUES
      ('ONCE', 'fixed', 20, 1), ('RACE', 'fixed', 20, 1)`
  })
)

const order = (n: number, changes: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id: orderId(n),
  owner: ada,
  status: "placed",
  lines: [
    { product: shoes, east: 1, west: 2 },
    { product: lamp, west: 1 }
  ],
  history: [["placed", "Order placed"]],
  ...changes
})

/** Everything a cancellation may change. */
const books = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ spend: string; tier: string }>`
    SELECT total_spend AS spend, loyalty_tier AS tier FROM users WHERE id = ${ada.id}`
  const [stock] = yield* sql<{ units: number }>`SELECT sum(quantity)::int AS units FROM warehouse_inventory`
  const used = yield* sql<{ code: string; times_used: number; kept: number }>`
    SELECT code, times_used, (SELECT count(*)::int FROM coupon_redemptions r
      WHERE r.coupon_id = c.id AND r.released_at IS NULL) AS kept FROM coupons c ORDER BY code`
  return { ...user!, ...stock!, used }
})

const historyOf = (n: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ status: string; notes: string; actor: string | null }>`
      SELECT status, notes, actor_user_id AS actor FROM order_status_history
      WHERE order_id = ${orderId(n)} ORDER BY recorded_at, id`
  )

const cancel = (n: number, reason = "Changed my mind", owner = ada) =>
  Effect.flatMap(OrderCancellation, ({ act }) => actNow(act, owner, { orderId: orderId(n), reason }))

const facts = (error: { readonly _tag: string; readonly status?: OrderStatus }) => [error._tag, error.status]

for (const engine of TestDatabase.engines) {
  const TestLayer = OrderCancellation.layer.pipe(
    Layer.provideMerge(Layer.provideMerge(coupons, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`cancelling an order on ${engine.name}`, (it) => {
    it.effect.runIf(engine.name === "PostgreSQL")("writes its history after a step recorded while it waited", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* placeOrder(order(2))
        const isWaiting = Effect.map(sql`SELECT FROM pg_locks WHERE NOT granted`, (locks) => locks.length > 0)
        const locked = yield* Deferred.make<void>()
        const waiting = yield* Effect.fork(Effect.zipRight(Deferred.await(locked), cancel(2)))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM orders WHERE id = ${orderId(2)} FOR UPDATE`
            yield* Deferred.succeed(locked, undefined)
            yield* Effect.repeat(isWaiting, { until: (waits) => waits, schedule: Schedule.spaced("5 millis") })
            yield* sql`INSERT INTO order_status_history (order_id, status, recorded_at)
              VALUES (${orderId(2)}, 'confirmed', clock_timestamp())`
          })
        )
        yield* Fiber.join(waiting)
        const statuses = (yield* historyOf(2)).map(({ status }) => status)
        assert.deepStrictEqual(statuses, ["placed", "confirmed", "cancelled"])
      })
    )

    it.effect("is refused once the order has left, and changes nothing", () =>
      Effect.gen(function* () {
        const refused = OrderStatus.literals.filter((status) => status !== "placed" && status !== "confirmed")
        for (const [index, status] of refused.entries()) {
          yield* placeOrder(order(10 + index, { status, history: [["placed", ""]] }))
        }
        const before = yield* books
        for (const [index, status] of refused.entries()) {
          const error = yield* Effect.flip(cancel(10 + index))
          assert.deepStrictEqual(facts(error), ["OrderNotCancellable", status])
        }
        assert.deepStrictEqual(yield* books, before)
      })
    )

    it.effect("does not know an order of somebody else", () =>
      Effect.gen(function* () {
        yield* placeOrder(order(20))
        const before = yield* books
        assert.strictEqual((yield* Effect.flip(cancel(20, "Mine now", bob)))._tag, "OrderNotFound")
        assert.strictEqual((yield* Effect.flip(cancel(99)))._tag, "OrderNotFound")
        assert.deepStrictEqual(yield* books, before)
      })
    )

    it.effect("succeeds for exactly one of those who try at the same time", () =>
      Effect.gen(function* () {
        yield* placeOrder(order(30, { discount: 20, coupon: "RACE" }))
        const before = yield* books

        const outcomes = yield* Effect.all(
          Array.from({ length: 4 }, () => Effect.either(cancel(30))),
          { concurrency: "unbounded" }
        )

        const lost = outcomes.filter(Either.isLeft).map(({ left }) => facts(left))
        assert.deepStrictEqual(
          lost,
          Array.from({ length: 3 }, () => ["OrderNotCancellable", "cancelled"])
        )
        const after = yield* books
        assert.strictEqual(Number(after.spend), Number(before.spend) - 180)
        assert.strictEqual(after.units, before.units + 4)
        assert.deepInclude(after.used, { code: "RACE", times_used: 0, kept: 0 })
        assert.lengthOf(yield* historyOf(30), 2)
      })
    )

    it.effect("does not deadlock with the cancellation of orders that share products, coupon and owner", () =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: 12 }, (_, index) => 40 + index)
        for (const n of numbers) {
          const lines = [
            { product: lamp, east: 1, west: 1 },
            { product: shoes, east: 1, west: 1 }
          ]
          yield* placeOrder(order(n, { lines: n % 2 === 0 ? lines : lines.toReversed() }))
        }
        const before = yield* books
        yield* Effect.forEach(numbers, (n) => cancel(n), { concurrency: "unbounded" })
        const after = yield* books
        assert.strictEqual(after.units, before.units + 48)
        assert.strictEqual(Number(before.spend) - Number(after.spend), 12 * 200)
      })
    )

    it.effect("leaves everything as it was when a part of it fails", () =>
      Effect.gen(function* () {
        yield* placeOrder(order(90))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET total_spend = 10 WHERE id = ${ada.id}`
        const before = yield* books
        const exit = yield* Effect.exit(cancel(90))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* books, before)
        assert.lengthOf(yield* historyOf(90), 1)
      })
    )
  })

  layer(TestLayer, { excludeTestServices: true })(
    `cancelling an order of a product that became a group on ${engine.name}`,
    (it) => {
      it.effect("pays it back and puts none of its units into stock", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* placeOrder(order(1, { status: "placed" }))
          yield* sql`UPDATE products SET kind = 'group' WHERE id = ${lamp.id}`
          yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${lamp.id}`
          const { restocked, status } = yield* cancel(1, "Too late")
          assert.strictEqual(status, "cancelled")
          assert.deepStrictEqual(
            restocked.map(({ product_id }) => product_id),
            [shoes.id, shoes.id]
          )
          assert.lengthOf(yield* sql`SELECT FROM warehouse_inventory WHERE product_id = ${lamp.id}`, 0)
        })
      )
    }
  )

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`cancelling an order on ${engine.name}`, (it) => {
    it.effect("puts everything back that the order took", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* placeOrder(order(1, { status: "confirmed", discount: 20, coupon: "ONCE" }))
        yield* sql`UPDATE users SET total_spend = total_spend + 900 WHERE id = ${ada.id}`
        const before = yield* books
        assert.strictEqual(before.tier, "silver")

        const reason = "Too late\n<b>for</b> the birthday"
        const { act } = yield* OrderCancellation
        assert.deepStrictEqual<unknown>(yield* preview(act, ada, { orderId: orderId(1), reason }), {
          act: "cancel_order",
          orderId: orderId(1),
          lines: [
            { productId: shoes.id, name: shoes.name, quantity: 3 },
            { productId: lamp.id, name: lamp.name, quantity: 1 }
          ],
          refundAmount: 18_595,
          couponReleased: "ONCE",
          reason: "Too late < b>for< /b> the birthday"
        })
        assert.deepStrictEqual(yield* books, before)

        const result = yield* cancel(1, reason)

        assert.deepStrictEqual(Schema.encodeSync(Cancellation)(result), {
          order_id: orderId(1),
          previous_status: "confirmed",
          status: "cancelled",
          reason: "Too late < b>for< /b> the birthday",
          refund_amount: 185.95,
          restocked: [
            { product_id: lamp.id, name: lamp.name, warehouse: "Pacific", quantity: 1 },
            { product_id: shoes.id, name: shoes.name, warehouse: "Eastgate", quantity: 1 },
            { product_id: shoes.id, name: shoes.name, warehouse: "Pacific", quantity: 2 }
          ],
          coupon_released: true,
          loyalty_tier: "bronze",
          total_spend: 900
        })
        const after = yield* books
        assert.strictEqual(after.units, before.units + 4)
        assert.deepInclude(after.used, { code: "ONCE", times_used: 0, kept: 0 })
        assert.strictEqual(after.spend, "900.00")
        const stock = yield* sql`
          SELECT w.name, i.quantity FROM warehouse_inventory i JOIN warehouses w ON w.id = i.warehouse_id
          WHERE i.product_id = ${shoes.id} ORDER BY w.name`
        assert.deepStrictEqual(stock, [
          { name: "Eastgate", quantity: 11 },
          { name: "Pacific", quantity: 12 }
        ])
        assert.deepStrictEqual(yield* historyOf(1), [
          { status: "placed", notes: "Order placed", actor: null },
          { status: "cancelled", notes: "Too late < b>for< /b> the birthday", actor: ada.id }
        ])
      })
    )
  })
}
