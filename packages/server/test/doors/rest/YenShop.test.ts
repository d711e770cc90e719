import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { hashSync } from "bcryptjs"
import { Effect, Layer } from "effect"
import { orderIn } from "../../../src/testing/OrderFixtures.ts"
import { marketInYen } from "../../../src/testing/SmallMarket.ts"
import { lamp, orderId, shoes } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"

/** Goods at prices of which percentages are no whole yen, a sale on them, and an order. */
const goods = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE users SET password_hash = ${hashSync(FrontDoor.password, 4)}`
    yield* sql`UPDATE products SET price = 4999, original_price = 5999`
    yield* sql`INSERT INTO promotions (name, start_date, end_date, rules) VALUES ('Sale', now() - interval '1 day',
      now() + interval '1 day', '{"type":"flash_sale","categories":["Home"],"discount_pct":7.5}')`
    yield* orderIn(1, "delivered", {
      lines: [
        { product: lamp, east: 1 },
        { product: shoes, east: 2 }
      ],
      discount: 7
    })
    yield* sql`UPDATE orders SET shipping_cost = 595`
  })
).pipe(Layer.provideMerge(marketInYen), Layer.provideMerge(TestDatabase.layer))

layer(FrontDoor.layer(goods), { excludeTestServices: true })("a shop in yen", (it) => {
  it.effect("has no fraction in any answer of REST", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("ada")
      const bodies: Array<string> = []
      for (const path of [
        "/api/products",
        "/api/products?min_price=4999&max_price=4999",
        `/api/products/${lamp.id}`,
        "/api/orders",
        `/api/orders/${orderId(1)}`,
        "/api/profile"
      ]) {
        const { body, status } = yield* send(path, { token })
        assert.strictEqual(status, 200, path)
        bodies.push(JSON.stringify(body))
      }
      const amounts = bodies.flatMap((body) => [
        ...body.matchAll(
          /"(?:price|original_price|unit_price|subtotal|total|discount|total_spend|free_shipping_threshold)":([\d.]+)/g
        )
      ])
      assert.isAbove(amounts.length, 15)
      assert.deepStrictEqual(
        amounts.filter(([, amount]) => !Number.isInteger(Number(amount))).map(([found]) => found),
        []
      )
      assert.include(bodies[0], '"price":4999,"original_price":5999')
      assert.include(bodies[4], '"total":143')
    })
  )
})
