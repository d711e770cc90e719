import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderStatus } from "@storefront/domain/Orders"
import { canBecome } from "@storefront/domain/rules/OrderLifecycle"
import { Effect, Either, Layer } from "effect"
import { OrderOperations, type OperatorStatus } from "../../../src/shop/orders/OrderOperations.ts"
import { ada, lamp, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { assertInvariants, orderIn, currentStatusOf, statusHistoryOf } from "../../../src/testing/OrderFixtures.ts"

const steps: ReadonlyArray<OperatorStatus> = ["confirmed", "shipped", "out_for_delivery", "delivered"]

const advance = (n: number, to: OperatorStatus, said: { notes?: string; location?: string } = {}) =>
  Effect.flatMap(OrderOperations, (orders) =>
    orders.advance(orderId(n), to, { notes: said.notes ?? null, location: said.location ?? null })
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = OrderOperations.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`operating orders on ${engine.name}`, (it) => {
    it.effect("gives every parcel a number of its own", () =>
      Effect.gen(function* () {
        const numbers = yield* Effect.forEach([60, 61, 62, 63, 64], (n) =>
          Effect.zipRight(
            orderIn(n, "confirmed"),
            Effect.map(advance(n, "shipped"), (order) => order.tracking_number)
          )
        )
        assert.strictEqual(new Set(numbers).size, 5)
      })
    )

    it.effect("takes no step that is not in the table, and says what it found", () =>
      Effect.gen(function* () {
        const pairs = OrderStatus.literals.flatMap((from) => steps.map((to) => [from, to] as const))
        for (const [index, [from, to]] of pairs.entries()) {
          yield* orderIn(100 + index, from)
          const outcome = yield* Effect.either(advance(100 + index, to))
          assert.strictEqual(Either.isRight(outcome), canBecome(from, to), `${from} > ${to}`)
          if (Either.isLeft(outcome)) {
            assert.deepInclude(outcome.left, { _tag: "OrderNotReady", status: from, requested: to })
            assert.strictEqual((yield* currentStatusOf(100 + index)).status, from)
          }
        }
        yield* orderIn(98, "cancelled")
        assert.strictEqual(
          (yield* Effect.flip(advance(98, "shipped"))).message,
          `Order #0000-0098 is cancelled; only one that is confirmed can become shipped. Nothing was changed.`
        )
        assert.strictEqual((yield* Effect.flip(advance(99, "confirmed"))).message, `There is no order ${orderId(99)}.`)
      })
    )

    it.effect("moves no order along that was placed elsewhere", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* orderIn(97, "confirmed")
        yield* sql`UPDATE orders SET source = 'woo', external_id = '4711' WHERE id = ${orderId(97)}`
        const refusal = yield* Effect.flip(advance(97, "shipped"))
        assert.deepInclude(refusal, { _tag: "OrderMovedElsewhere", externalId: "4711", source: "woo" })
        assert.deepStrictEqual(yield* currentStatusOf(97), { status: "confirmed", return: null })
        yield* sql`UPDATE orders SET source = 'shop', external_id = NULL WHERE id = ${orderId(97)}`
      })
    )

    it.effect("keeps the order of the steps when the clock was set back since the last one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* orderIn(41, "confirmed")
        yield* sql`
          WITH ahead AS (UPDATE orders SET updated_at = now() + interval '1 hour' WHERE id = ${orderId(41)} RETURNING *)
          UPDATE order_status_history h SET recorded_at = ahead.updated_at FROM ahead
          WHERE h.order_id = ahead.id AND h.status = 'confirmed'`
        yield* advance(41, "shipped")
        yield* advance(41, "out_for_delivery")
        assert.deepStrictEqual(yield* statusHistoryOf(41), ["placed", "confirmed", "shipped", "out_for_delivery"])
        const backwards = yield* sql`
          SELECT later.id FROM order_status_history earlier JOIN order_status_history later USING (order_id)
          WHERE order_id = ${orderId(41)} AND earlier.id < later.id AND earlier.recorded_at > later.recorded_at`
        assert.deepStrictEqual(backwards, [])
      })
    )

    it.effect("succeeds for exactly one of those who try at the same time", () =>
      Effect.gen(function* () {
        yield* orderIn(40, "confirmed")
        const outcomes = yield* Effect.all(
          Array.from({ length: 5 }, () => Effect.either(advance(40, "shipped"))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
        for (const { left } of outcomes.filter(Either.isLeft)) {
          assert.deepInclude(left, { _tag: "OrderNotReady", status: "shipped" })
        }
        assert.deepStrictEqual(yield* statusHistoryOf(40), ["placed", "confirmed", "shipped"])
      })
    )

    it.effect("has an index for lists by age, of all orders and of one status, so that nothing is sorted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const plans = yield* Effect.gen(function* () {
          yield* sql`SET LOCAL enable_seqscan = off`
          yield* sql`SET LOCAL enable_bitmapscan = off`
          const all = yield* sql`EXPLAIN SELECT id FROM orders ORDER BY created_at, id LIMIT 20`
          const delivered = yield* sql`
            EXPLAIN SELECT id FROM orders WHERE status = 'delivered' ORDER BY created_at DESC, id DESC LIMIT 20`
          return [JSON.stringify(all), JSON.stringify(delivered)]
        }).pipe(sql.withTransaction)
        assert.match(plans[0]!, /Backward using orders_newest/u)
        assert.match(plans[1]!, /using orders_status/u)
        assert.notMatch(plans.join(""), /Sort/u)
      })
    )

    it.effect("lists what waits, oldest first", () =>
      Effect.gen(function* () {
        const { list } = yield* OrderOperations
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM orders`
        yield* orderIn(50, "placed", { hoursAgo: 2 })
        yield* orderIn(51, "placed", { hoursAgo: 5 })
        yield* orderIn(52, "confirmed", { hoursAgo: 9 })
        const waiting = yield* list("placed", { limit: 20, offset: 0 })
        assert.deepStrictEqual(
          waiting.map(({ order_id, status, units }) => [order_id, status, units]),
          [
            [orderId(50), "placed", 2],
            [orderId(51), "placed", 2]
          ]
        )
        assert.deepStrictEqual(
          (yield* list(null, { limit: 2, offset: 1 })).map(({ order_id }) => order_id),
          [orderId(51), orderId(52)]
        )
        assert.notInclude(JSON.stringify(waiting), ada.name)
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`operating orders on ${engine.name}`, (it) => {
    it.effect("takes an order all the way, with a tracking number from shipping on", () =>
      Effect.gen(function* () {
        yield* orderIn(1, "placed", {
          lines: [
            { product: lamp, east: 1, west: 1 },
            { product: shoes, west: 2 }
          ]
        })
        const confirmed = yield* advance(1, "confirmed")
        assert.deepStrictEqual(confirmed, {
          order_id: orderId(1),
          previous_status: "placed",
          status: "confirmed",
          tracking_number: null,
          notes: "Availability confirmed, parcel is being packed",
          location: null,
          customer_note: null
        })
        const shipped = yield* advance(1, "shipped")
        assert.match(shipped.tracking_number!, /^SF[0-9A-Z]{12}$/)
        assert.strictEqual(shipped.location, "Sacramento, CA")
        const onVan = yield* advance(1, "out_for_delivery", { location: "Boston, MA" })
        assert.deepInclude(onVan, { tracking_number: shipped.tracking_number, location: "Boston, MA" })
        yield* advance(1, "delivered", { notes: "Left at the door" })
        assert.deepStrictEqual(yield* statusHistoryOf(1), ["placed", ...steps])
        const sql = yield* SqlClient.SqlClient
        const [last] = yield* sql`
          SELECT notes, location, actor_user_id FROM order_status_history
          WHERE order_id = ${orderId(1)} ORDER BY id DESC LIMIT 1`
        assert.deepStrictEqual(last, { notes: "Left at the door", location: null, actor_user_id: null })
        yield* assertInvariants
      })
    )
  })
}
