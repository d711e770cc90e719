import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Effect, Layer } from "effect"
import { ada, atlas, lamp, orderId, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf } from "@storefront/server/testing/OrderFixtures"
import * as Handlers from "../../../src/order-management/handlers.ts"
import { toolkit } from "../../../src/order-management/toolkit.ts"
import { callTool } from "../../support/CallTool.ts"
import { inTurnOf } from "../../support/ProposingTurn.ts"
import { statementsOf } from "../../support/StatementsOf.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

type Tools = typeof toolkit.tools

/** Statements of a proposal in a turn of its own. */
const count = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  inTurnOf(ada)(statementsOf(callTool(toolkit, ada, name, params)))

const large = [
  { product: lamp, east: 3, west: 2 },
  { product: shoes, east: 1, west: 4 },
  { product: atlas, west: 1 }
]
const small = [{ product: lamp, east: 1 }]

const portland = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

layer(TestLayer, { excludeTestServices: true })("proposals about orders", (it) => {
  it.effect("send a fixed number of statements, however large the order is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`
      const counts = yield* Effect.forEach([large, small], (lines, index) =>
        Effect.gen(function* () {
          const place = (n: number, status: OrderStatus) => orderIn(10 * index + n, status, { lines })
          const order = (n: number) => ({ order_id: orderId(10 * index + n) })
          yield* place(1, "placed")
          yield* place(2, "confirmed")
          yield* place(3, "delivered")
          yield* place(4, "returned")
          const return_id = yield* returnOf(10 * index + 4, "received")
          return yield* Effect.all({
            modify_order: count("modify_order", { ...order(1), new_address: portland }),
            cancel_order: count("cancel_order", { ...order(2), reason: "-" }),
            initiate_return: count("initiate_return", { ...order(3), reason: "-" }),
            process_refund: count("process_refund", { return_id })
          })
        })
      )
      const bound = { modify_order: 6, cancel_order: 7, initiate_return: 7, process_refund: 5 }
      assert.deepStrictEqual(counts, [bound, bound])
    })
  )

  it.effect("send no more of them when they refuse", () =>
    Effect.gen(function* () {
      yield* orderIn(31, "shipped")
      yield* orderIn(32, "delivered", { history: [["placed", ""]] })
      yield* orderIn(33, "delivered")
      const return_id = yield* returnOf(33, "refunded")
      const nowhere = { ...portland, state: "ZZ" }
      yield* orderIn(34, "placed")
      const order = (n: number) => ({ order_id: orderId(n) })
      const counts = yield* Effect.all({
        unknown: Effect.all([
          count("modify_order", { ...order(99), new_address: portland }),
          count("cancel_order", { ...order(99), reason: "-" }),
          count("initiate_return", { ...order(99), reason: "-" }),
          count("process_refund", { return_id: orderId(99) })
        ]),
        tooLate: Effect.all([
          count("modify_order", { ...order(31), new_address: portland }),
          count("cancel_order", { ...order(31), reason: "-" }),
          count("initiate_return", { ...order(31), reason: "-" }),
          count("process_refund", { return_id })
        ]),
        undeliverable: count("modify_order", { ...order(34), new_address: nowhere }),
        undelivered: count("initiate_return", { ...order(32), reason: "-" }),
        returned: count("initiate_return", { ...order(33), reason: "-" })
      })
      assert.deepStrictEqual(counts, {
        unknown: [2, 2, 2, 2],
        tooLate: [2, 2, 4, 2],
        undeliverable: 3,
        undelivered: 4,
        returned: 4
      })
    })
  )
})
