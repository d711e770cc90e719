import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect, Layer } from "effect"
import { resolve } from "../../../src/assistant/agent/OrderArguments.ts"
import { OrderNumbers } from "../../../src/shop/orders/OrderNumbers.ts"
import { ada, bob, lamp, orderId, placeOrder, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Ends like Ada's first order. */
const alike = OrderId.make(orderId(1).replace(/^b/, "c"))

/** Ada has three orders, of which two share a number that one of Bob's has, too. */
const past = Layer.effectDiscard(
  Effect.forEach(
    [
      [orderId(1), ada, 1],
      [alike, ada, 2],
      [orderId(2), ada, 3],
      [OrderId.make(orderId(1).replace(/^b/, "d")), bob, 4]
    ] as const,
    ([id, owner, day]) =>
      placeOrder({
        id,
        owner,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        createdAt: `2026-01-0${day}T10:00:00Z`,
        history: []
      })
  )
)

for (const engine of TestDatabase.engines) {
  const TestLayer = OrderNumbers.layer.pipe(
    Layer.provideMerge(past),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the order that a call names on ${engine.name}`, (it) => {
    it.effect("is found by its short number among the caller's own, however it is written", () =>
      Effect.gen(function* () {
        for (const order_id of ["#0000-0002", "00000002", " # 0000 0002"]) {
          assert.deepStrictEqual(yield* resolve({ order_id, reason: "-" }, ada), {
            order_id: orderId(2),
            reason: "-"
          })
        }
        assert.deepInclude(yield* Effect.flip(resolve({ order_id: "#0000-0002" }, bob)), {
          error: "not_found",
          entity: "order",
          id: "#0000-0002"
        })
      })
    )

    it.effect("is asked for when several have the number, newest first", () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(resolve({ order_id: "0000-0001" }, ada))
        assert.instanceOf(failure, ToolFailure)
        const { error, field_errors, orders } = failure
        assert.strictEqual(error, "invalid_argument")
        assert.deepStrictEqual(
          field_errors?.map(({ field }) => field),
          ["order_id"]
        )
        assert.deepStrictEqual(
          orders?.map(({ order_id, status }) => [order_id, status]),
          [
            [alike, "placed"],
            [orderId(1), "placed"]
          ]
        )
      })
    )

    it.effect("is found by the key that it has in another system, and asked for when two systems have it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE orders SET source = 'web', external_id = '#1001' WHERE id = ${orderId(2)}`
        for (const order_id of ["#1001", "1001", " 1001 "]) {
          assert.deepStrictEqual(yield* resolve({ order_id }, ada), { order_id: orderId(2) })
        }
        assert.deepStrictEqual(yield* resolve({ order_id: "#1001" }, bob), { order_id: "#1001" })
        yield* sql`UPDATE orders SET source = 'till', external_id = '1001' WHERE id = ${alike}`
        const failure = yield* Effect.flip(resolve({ order_id: "1001" }, ada))
        assert.instanceOf(failure, ToolFailure)
        assert.deepStrictEqual(
          failure.orders?.map(({ order_id }) => order_id),
          [orderId(2), alike]
        )
      })
    )

    it.effect("is left as it is when it is no number", () =>
      Effect.gen(function* () {
        for (const params of [
          { order_id: orderId(9) },
          { order_id: "the last one" },
          { order_id: "1001\u0000" },
          { order_id: 1 },
          {},
          null
        ]) {
          assert.deepStrictEqual(yield* resolve(params, ada), params)
        }
      })
    )
  })
}
