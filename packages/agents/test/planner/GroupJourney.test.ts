import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { black42, group, red42 } from "@storefront/server/testing/SmallGroup"
import { market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as Journey from "./support/Journey.ts"
import { auditAgrees } from "../support/WholeTurns.ts"

const TestLayer = Layer.provideMerge(group, market).pipe(Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("a customer at POST /api/chat", (it) => {
  it.scoped("goes from the question for a size to the confirmed order of two variants", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE warehouse_inventory SET quantity = 4 WHERE product_id = ${black42.id}`
      const say = yield* Journey.begin
      const answers = yield* Effect.forEach(
        [
          "do you have the Summit Boots in 42?",
          "add it in black",
          "also add the red one",
          "make it two of the red ones",
          "My shipping address is Nora Quist, 1 Elm Street, Boston, MA 02101",
          "check out",
          "yes"
        ],
        say
      )
      const [stock, added, red, two, , proposed, ordered] = answers
      assert.include(stock, "Tarnfell Summit Boots, 42, Black, $119.95, 4 units in stock")
      assert.include(added, "Put into your cart: 1 × Tarnfell Summit Boots, 42, Black")
      assert.include(red, "Put into your cart: 1 × Tarnfell Summit Boots, 42, Red")
      assert.include(two, "now 2 × Tarnfell Summit Boots, 42, Red")
      for (const line of ["Tarnfell Summit Boots, 42, Black", "2 × Tarnfell Summit Boots, 42, Red"]) {
        assert.include(proposed, line)
      }
      assert.match(ordered!, /order/i)
      const lines = yield* sql`SELECT product_id, quantity FROM order_items ORDER BY quantity`
      assert.deepStrictEqual(lines, [
        { product_id: black42.id, quantity: 1 },
        { product_id: red42.id, quantity: 2 }
      ])
      yield* auditAgrees
    })
  )
})
