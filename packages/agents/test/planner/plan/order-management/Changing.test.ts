import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import { ada, bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import { orderIn } from "@storefront/server/testing/OrderFixtures"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { type StatedAddress, type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { reply, TestLayer, toolsOf, wish } from "./Shopping.ts"

const areas = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`)
)

const said: StatedAddress = {
  recipient: null,
  street: "12 Oak Avenue",
  city: "Portland",
  state: "OR",
  zip: "97201",
  country: null
}
const by = (n: number): Partial<Wish> => ({ order: { kind: "id", id: orderId(n) } })
const told: Partial<Wish> = { address: said }
const portland = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

rollingBack(Layer.provideMerge(areas, TestLayer))(
  "the playbook of order-management, asked about changes and sales,",
  (it) => {
    it.effect("proposes to send an order elsewhere", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(wish("change_address", { ...told, ...by(5) }))
        assert.deepStrictEqual(calls, [
          ["get_order_details", { order_id: orderId(5) }],
          ["modify_order", { order_id: orderId(5), new_address: portland }]
        ])
        assert.strictEqual(answer, "")
      })
    )

    it.effect("asks once for everything that is missing", () =>
      Effect.gen(function* () {
        const nothing = yield* reply(wish("change_address", by(4)))
        assert.strictEqual(
          nothing.answer,
          `Where shall I send order #0000-0004? I still need the street and number, city, state and ZIP code. Please tell me the whole new address.`
        )
        const some = yield* reply(wish("change_address", { ...by(4), address: { ...said, state: null, zip: " " } }))
        assert.strictEqual(
          some.answer,
          `Where shall I send order #0000-0004? I still need the state and ZIP code. Please tell me the whole new address.`
        )
        assert.notInclude(toolsOf(some), "modify_order")
        assert.deepInclude(some.state, { asked: "address", orders: [orderId(4)] })
      })
    )

    it.effect("says when it is too late, and where the shop does not deliver", () =>
      Effect.gen(function* () {
        const late = yield* reply(wish("change_address", by(3)))
        assert.strictEqual(
          late.answer,
          `Order #0000-0003 can no longer be sent to a new address: it is shipped. Only an order that has not left the warehouse can.`
        )
        const conflict = yield* reply(wish("change_address", { ...told, ...by(3) }))
        assert.match(conflict.answer, /can no longer be sent to a new address/u)
        const abroad = yield* reply(wish("change_address", { ...told, ...by(5), address: { ...said, state: "BC" } }))
        assert.strictEqual(
          abroad.answer,
          "That cannot be done: the state must be a state of the United States that the shop delivers to. Please tell me again."
        )
        const unknown = yield* reply(wish("change_address", { ...told, ...by(99) }))
        assert.match(unknown.answer, new RegExp(`^I found no single order #0000-0099 among yours`, "u"))
      })
    )

    it.effect("takes the only order that can still be changed, and asks among several", () =>
      Effect.gen(function* () {
        const several = yield* reply(wish("change_address", told))
        assert.match(
          several.answer,
          new RegExp(
            `^Which order shall I send to a new address\\? These are placed or confirmed:\\n1\\. Order #0000-0005`,
            "u"
          )
        )
        const product = yield* reply(
          wish("change_address", { ...told, order: { kind: "product", name: "trail shoes" } })
        )
        assert.deepStrictEqual(product.calls.at(-1), ["modify_order", { order_id: orderId(5), new_address: portland }])
        yield* orderIn(80, "placed", { owner: bob })
        const only = yield* reply(wish("change_address", told), turnOf(""), bob)
        assert.deepStrictEqual(only.calls.at(-1), ["modify_order", { order_id: orderId(80), new_address: portland }])
        const none = yield* reply(wish("change_address", told), turnOf(""), new User({ ...bob, id: seller.id }))
        assert.match(none.answer, /^I found no order to send to a new address/u)
      })
    )

    it.effect("says honestly what can be changed in an order", () =>
      Effect.gen(function* () {
        const general = yield* reply(wish("change_order"))
        assert.match(
          general.answer,
          /^I can only change the delivery address of an order, .* cancel it and order again\./u
        )
      })
    )

    it.effect("reports what a seller sold, by product", () =>
      Effect.gen(function* () {
        yield* orderIn(80, "placed", { owner: bob })
        yield* orderIn(90, "placed", {
          lines: [
            { product: lamp, east: 2 },
            { product: shoes, west: 1 }
          ],
          discount: 10
        })
        const { answer, calls } = yield* reply(
          wish("seller_sales", { days: 7 }),
          turnOf("", { role: "seller" }),
          seller
        )
        assert.deepStrictEqual(calls, [["get_seller_revenue", { days: 7 }]])
        assert.strictEqual(
          answer,
          [
            "Sales of the last 7 days: 5 units in 2 orders, $240.00 of revenue. Best products:",
            `1. ${lamp.name}, $190.00 (4 units)`,
            `2. ${shoes.name}, $50.00 (1 unit)`
          ].join("\n")
        )
        const nobody = yield* reply(
          wish("seller_sales"),
          turnOf("", { role: "seller" }),
          new User({ ...seller, id: bob.id })
        )
        assert.match(nobody.answer, /^Sales of the last 30 days: 0 units in 0 orders/u)
      })
    )

    it.effect("lists the orders that hold a seller's products, without their buyers", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(
          wish("seller_orders", { orderStatus: "confirmed", limit: 3 }),
          turnOf("", { role: "seller" }),
          seller
        )
        assert.deepStrictEqual(calls, [["get_seller_orders", { limit: 3, status: "confirmed" }]])
        assert.strictEqual(
          answer,
          `The newest confirmed orders of customers:\n1. Order #0000-0004, February 4, 2026, confirmed, $200.00: 4 × ${lamp.name}`
        )
        assert.notInclude(answer, ada.name)
        const none = yield* reply(
          wish("seller_orders", { orderStatus: "cancelled" }),
          turnOf("", { role: "seller" }),
          seller
        )
        assert.strictEqual(none.answer, "The newest cancelled orders of customers: none.")
      })
    )

    it.effect("tells others that sales are for sellers", () =>
      Effect.gen(function* () {
        const forbidden = failing({ error: "forbidden", message: "-" })
        for (const intent of ["seller_sales", "seller_orders"] as const) {
          const result = yield* perform(answer(turnOf(""), wish(intent)), forbidden)
          assert.match(result.answer, /^Only sellers can ask for that/u)
          const down = failing({ error: "unavailable", message: "-", retryable: true })
          assert.match((yield* perform(answer(turnOf(""), wish(intent)), down)).answer, /just now\. Please try again/u)
        }
      })
    )
  }
)
