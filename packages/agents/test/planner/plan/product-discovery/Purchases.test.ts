import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { jacket, kettle, socks } from "@storefront/server/testing/SmallCatalogue"
import { address, orderId, seller } from "@storefront/server/testing/SmallShop"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/product-discovery/Plan.ts"
import { toolkit } from "../../../../src/product-discovery/toolkit.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { ShopLayer } from "../../../product-discovery/ShopLayer.ts"

const asking = (changes: Partial<Wish> = {}): Wish => ({ ...wishOf("purchase_history", ""), ...changes })

/** Asks on March 1, 2026. */
const reply = (asked: Wish) => perform(answer(turnOf(""), asked), withTools(toolkit, seller), [asked])

const buy = Effect.fnUntraced(function* (
  n: number,
  day: string,
  status: "placed" | "cancelled",
  ...lines: ReadonlyArray<readonly [product: typeof kettle, quantity: number, price: number]>
) {
  const sql = yield* SqlClient.SqlClient
  const total = lines.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
  yield* sql`
    INSERT INTO orders (id, user_id, status, subtotal, total, carrier_id, recipient_name, shipping_address,
      billing_address, delivery_region, created_at)
    SELECT ${orderId(n)}, ${seller.id}, ${status}, ${total}, ${total}, min(id::text)::uuid, 'A',
      ${JSON.stringify(address)}::jsonb, ${JSON.stringify(address)}::jsonb, 'east', ${day}::timestamptz
    FROM carriers`
  yield* sql`INSERT INTO order_items ${sql.insert(
    lines.map(([product, quantity, price], index) => ({
      order_id: orderId(n),
      line_no: index + 1,
      product_id: product.id,
      product_name: product.name,
      quantity,
      unit_price: price,
      subtotal: quantity * price
    }))
  )}`
})

const purchases = Effect.zipRight(
  buy(1, "2026-01-10T12:00:00Z", "placed", [jacket, 1, 189], [socks, 2, 24]),
  buy(2, "2026-02-20T12:00:00Z", "cancelled", [kettle, 1, 64])
)

rollingBack(ShopLayer)("the playbook of product-discovery about purchases", (it) => {
  it.effect("says when there are none", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* reply(asking())).answer, "You have not ordered anything yet.")
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      assert.strictEqual(
        (yield* perform(answer(turnOf(""), asking()), down)).answer,
        "I could not look that up just now. Please try again in a moment."
      )
    })
  )

  it.effect("lists them newest first, all or as many as wanted", () =>
    Effect.gen(function* () {
      yield* purchases
      const { answer, calls } = yield* reply(asking())
      assert.deepStrictEqual(calls, [["get_purchase_history", { limit: 5 }]])
      assert.strictEqual(
        answer,
        [
          "Your newest purchases:",
          `1. Order #0000-0002, February 20, 2026, $64.00, cancelled: ${kettle.name}`,
          `2. Order #0000-0001, January 10, 2026, $237.00, placed: ${jacket.name} and 2 × ${socks.name}`
        ].join("\n")
      )
      const one = yield* reply(asking({ limit: 1 }))
      assert.deepStrictEqual(one.calls, [["get_purchase_history", { limit: 1 }]])
      assert.match(one.answer, /^Your newest purchases:\n1\. [^\n]*$/)
    })
  )
})
