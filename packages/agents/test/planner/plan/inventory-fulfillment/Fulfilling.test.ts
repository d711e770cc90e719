import { Region } from "@storefront/domain/Inventory"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type Role, User } from "@storefront/domain/Identity"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { type ToolCall } from "../../../../src/planner/Playbook.ts"
import { Effect, Layer } from "effect"
import {
  catalogue,
  hush,
  kettle,
  midland,
  pacific,
  trailShoes,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { lamp, orderId, placeOrder, seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../../src/inventory-fulfillment/handlers.ts"
import { answer } from "../../../../src/planner/plan/inventory-fulfillment/Plan.ts"
import { toolkit } from "../../../../src/inventory-fulfillment/toolkit.ts"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { layerPreviewing } from "../../../support/Proposing.ts"
import * as Shop from "@storefront/server/shop/Shop"

const restock = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
      (${vacuum.id}, ${pacific}, 40, '2999-01-02'), (${vacuum.id}, ${midland}, 50, '2999-02-03')`
  )
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(Layer.provideMerge(restock, catalogue)),
  Layer.provideMerge(TestDatabase.layer)
)

const named = (name: string) => ({ name, source: "message" as const })

const wish = (intent: Intent, product: string | null, changes: Partial<Wish> = {}): Wish => ({
  ...wishOf(intent, intent),
  product: product === null ? null : named(product),
  ...changes
})

const plan = (product: string, quantity: number | null, region: Region): Wish =>
  wish("fulfillment_plan", null, { items: [{ product: named(product), quantity }], region })

/** Calls are executed as the runtime does, which refuses roles. */
const execute =
  (user: User) =>
  ({ name, params }: ToolCall) =>
    Effect.gen(function* () {
      const tools = yield* toolkit
      const known = Object.keys(tools.tools) as ReadonlyArray<keyof typeof tools.tools>
      const tool = known.find((tool) => tool === name)!
      const { isFailure, value } = yield* Effect.provide(
        ToolExecution.execute(tools, tool, params, user),
        OrderNumbers.layerTest
      )
      return { isFailure, result: value }
    })

const reply = (asked: Wish, role: Role = "seller") =>
  perform(answer(turnOf(asked.text, { role }), asked), execute(new User({ ...seller, role })), [asked])

const names = (calls: ReadonlyArray<readonly [string, unknown]>) => calls.map(([name]) => name)

const broken: typeof ToolFailure.Encoded = { error: "unavailable", message: "-", retryable: true }

layer(TestLayer, { excludeTestServices: true })("the playbook of inventory-fulfillment for delivery", (it) => {
  it.effect("lists the warehouses of a product and what they expect", () =>
    Effect.gen(function* () {
      const shoes = yield* reply(wish("warehouse_availability", "trail shoes"), "customer")
      assert.deepStrictEqual(shoes.calls.at(-1), ["get_warehouse_availability", { product_id: trailShoes.id }])
      assert.strictEqual(
        shoes.answer,
        [
          `${trailShoes.name}: 105 units in all warehouses together.`,
          "- Eastgate, Harrisburg, PA: 40 units, reordered at 10",
          "- Midland, Wichita, KS: 5 units, reordered at 10",
          "- Pacific, Sacramento, CA: 60 units, reordered at 10",
          "No delivery of new units is planned."
        ].join("\n")
      )
      const empty = yield* reply(wish("warehouse_availability", "vacuum"))
      assert.include(empty.answer, `${vacuum.name}: 0 units in all warehouses together.`)
      assert.include(
        empty.answer,
        "New units are expected: 40 units at Pacific on January 2, 2999 and 50 units at Midland on February 3, 2999."
      )
    })
  )

  it.effect("compares the carriers from every region to a place, and asks for it", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("carriers", null, { region: Region.make("west") }))
      assert.deepStrictEqual(
        calls,
        ["east", "central", "west"].map((from) => ["compare_carriers", { region_from: from, region_to: "west" }])
      )
      for (const way of [
        "from the East to the West",
        "from the Central region to the West",
        "from the West to the West"
      ]) {
        assert.include(answer, `A parcel ${way}:`)
      }
      const nothing = yield* reply(wish("carriers", null))
      assert.match(nothing.answer, /^Where should it go\?/)
      assert.deepStrictEqual(nothing.calls, [])
    })
  )

  it.effect("plans what several products need, and says what is short", () =>
    Effect.gen(function* () {
      const items = [
        { product: named("trail shoes"), quantity: 70 },
        { product: named("kettle"), quantity: null },
        { product: named("the vacuum"), quantity: 2 }
      ]
      const { answer, calls } = yield* reply(wish("fulfillment_plan", null, { items, region: Region.make("east") }))
      assert.deepStrictEqual(names(calls), [
        "find_product",
        "find_product",
        "find_product",
        "calculate_fulfillment_plan"
      ])
      assert.deepStrictEqual(calls.at(-1)![1], {
        items: [
          { product_id: trailShoes.id, quantity: 70 },
          { product_id: kettle.id, quantity: 1 },
          { product_id: vacuum.id, quantity: 2 }
        ],
        destination_region: "east"
      })
      assert.strictEqual(
        answer,
        [
          "To the East in 2 shipments, $15.90 together:",
          `- Eastgate: 40 × ${trailShoes.name} and ${kettle.name}, with Pigeon Ground (standard), $5.95, 3-5 days`,
          `- Pacific: 30 × ${trailShoes.name}, with Pigeon Ground (standard), $9.95, 5-7 days`,
          `Left out: ${vacuum.name}, 2 wanted, 0 there.`
        ].join("\n")
      )
      const one = yield* reply(plan("kettle", 3, Region.make("west")))
      assert.strictEqual(
        one.answer,
        `To the West in 1 shipment, $5.95 together:\n- Pacific: 3 × ${kettle.name}, with Pigeon Ground (standard), $5.95, 3-5 days`
      )
      const nothing = yield* reply(plan("vacuum", null, Region.make("west")))
      assert.strictEqual(
        nothing.answer,
        `To the West in 0 shipments, $0.00 together: none.\nLeft out: ${vacuum.name}, 1 wanted, 0 there.`
      )
    })
  )

  it.effect("asks for what a plan lacks", () =>
    Effect.gen(function* () {
      const items = [
        { product: named("trail shoes"), quantity: 60 },
        { product: named("kettle"), quantity: null }
      ]
      const nowhere = yield* reply(wish("fulfillment_plan", null, { items }))
      assert.strictEqual(nowhere.answer, "Where should it go? The state, or a city, is enough.")
      const nothing = yield* reply(wish("fulfillment_plan", null, { region: Region.make("east") }))
      assert.match(nothing.answer, /^Which products/)
      const unknown = yield* reply(
        wish("fulfillment_plan", null, {
          items: [...items, { product: named("zeppelin"), quantity: 1 }],
          region: Region.make("east")
        })
      )
      assert.include(unknown.answer, 'I found no product called "zeppelin".')
      assert.notInclude(names(unknown.calls), "calculate_fulfillment_plan")
    })
  )

  it.effect("says for how many units it can look, rather than looking for fewer", () =>
    Effect.gen(function* () {
      const { answer } = yield* reply(
        wish("shipping_estimate", "kettle", { quantity: 5000, region: Region.make("east") })
      )
      assert.strictEqual(
        answer,
        "That cannot be done: the quantity must be a whole number from 1 to 999. Please tell me again."
      )
      const planned = yield* reply(plan("kettle", 5000, Region.make("east")))
      assert.match(planned.answer, /^That cannot be done: the quantity must be a whole number from 1 to 999\./)
    })
  )

  it.effect("proposes a backorder", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("backorder", "the glide vacuum", { quantity: 3 }))
      assert.deepStrictEqual(calls.slice(1), [["place_backorder", { product_id: vacuum.id, quantity: 3 }]])
      assert.strictEqual(answer, "")
    })
  )

  it.effect("asks for how many, and says what is wrong", () =>
    Effect.gen(function* () {
      const open = yield* reply(wish("backorder", "hush"))
      assert.strictEqual(open.answer, `How many units of the ${hush.name} shall I put on backorder?`)
      const tooMany = yield* reply(wish("backorder", "hush", { quantity: 1000 }))
      assert.match(tooMany.answer, /^That cannot be done: the quantity must be a whole number from 1 to 999\./)
      const { answer } = yield* reply(wish("backorder", "kettle", { quantity: 60 }))
      assert.strictEqual(
        answer,
        `No backorder is needed for the ${kettle.name}: there are units in stock, or one is open already.`
      )
    })
  )

  it.effect("tells a customer that backorders are for sellers", () =>
    Effect.gen(function* () {
      const told = yield* reply(wish("backorder", "vacuum", { quantity: 1 }), "customer")
      assert.deepStrictEqual(names(told.calls), ["find_product", "place_backorder"])
      assert.strictEqual(told.answer, "Only sellers can place backorders.")
    })
  )

  it.effect("lists the stock of a seller, and tells others that it cannot", () =>
    Effect.gen(function* () {
      const low = yield* reply(wish("seller_stock", null, { lowStockOnly: true, limit: 2 }))
      assert.deepStrictEqual(low.calls, [["get_seller_inventory", { low_stock_only: true, limit: 2 }]])
      assert.strictEqual(
        low.answer,
        [
          "Running low, the lowest first, at most 2:",
          `1. ${vacuum.name}: 0 units, Eastgate 0, Midland 0 and Pacific 0; next delivery January 2, 2999`,
          `2. ${hush.name}: 2 units, Eastgate 0, Midland 0 and Pacific 2`
        ].join("\n")
      )
      const allLow = yield* reply(wish("seller_stock", null, { lowStockOnly: true, limit: 4 }))
      assert.match(allLow.answer, /^Running low, the lowest first, at most 4:\n/)
      assert.include(allLow.answer, `3. ${trailShoes.name}: 105 units, Eastgate 40, Midland 5 and Pacific 60`)
      const all = yield* reply(wish("seller_stock", null))
      assert.lengthOf(all.answer.split("\n"), 11)
      assert.match(all.answer, /^The stock, the lowest first, at most 10:\n/)
      const refused = yield* reply(wish("seller_stock", null), "customer")
      assert.match(refused.answer, /^Only sellers can ask for that/)
      const planned = yield* reply(plan("kettle", null, Region.make("east")), "power_user")
      assert.match(planned.answer, /^Only sellers can ask for that/)
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const cases = [
        wish("warehouse_availability", "kettle"),
        wish("carriers", null, { region: Region.make("east") }),
        wish("delivery_status", null, { order: { kind: "id", id: orderId(1) } }),
        plan("kettle", null, Region.make("east")),
        wish("backorder", "kettle", { quantity: 1 }),
        wish("seller_stock", null)
      ]
      for (const asked of cases) {
        const { answer: said } = yield* perform(answer(turnOf(asked.text), asked), failing(broken), [asked])
        assert.match(said, /just now\. Please try again in a moment\.$/)
      }
    })
  )
})

const ParcelLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(shop),
  Layer.provideMerge(TestDatabase.layer)
)

layer(ParcelLayer, { excludeTestServices: true })("the playbook of inventory-fulfillment for parcels", (it) => {
  const track = (n: number) => reply(wish("delivery_status", null, { order: { kind: "id", id: orderId(n) } }))

  it.effect("tells what the carrier recorded", () =>
    Effect.gen(function* () {
      yield* placeOrder({
        id: orderId(1),
        owner: seller,
        status: "shipped",
        lines: [{ product: lamp, east: 1 }],
        createdAt: "2026-03-01T10:00:00Z",
        history: [
          ["placed", "Order placed"],
          ["confirmed", ""],
          ["shipped", "Left the warehouse"]
        ]
      })
      const { answer, calls, state } = yield* track(1)
      assert.deepStrictEqual(calls, [["get_order_tracking", { order_id: orderId(1) }]])
      assert.deepStrictEqual(state.orders, [orderId(1)])
      assert.strictEqual(
        answer,
        [
          `Order #0000-0001 is shipped and on its way.`,
          "Carrier: Pigeon Ground, SF000000000001.",
          "- March 1, 2026: shipped, “Left the warehouse”",
          "- March 1, 2026: confirmed",
          "- March 1, 2026: placed, “Order placed”"
        ].join("\n")
      )
    })
  )

  it.effect("says what there is to say before and without a parcel", () =>
    Effect.gen(function* () {
      const line = { owner: seller, lines: [{ product: lamp, east: 1 }], history: [["placed", ""] as const] }
      yield* placeOrder({ id: orderId(2), status: "confirmed", ...line })
      yield* placeOrder({ id: orderId(3), status: "cancelled", ...line })
      assert.strictEqual(
        (yield* track(2)).answer,
        "Order #0000-0002 is confirmed and being prepared.\n- February 1, 2026: placed"
      )
      assert.strictEqual((yield* track(3)).answer, "Order #0000-0003 is cancelled.\n- February 1, 2026: placed")
      yield* placeOrder({
        ...line,
        id: orderId(4),
        status: "returned",
        history: [
          ["delivered", "Left at the door"],
          ["returned", "Too bright"]
        ]
      })
      assert.match((yield* track(4)).answer, /: returned, “Too bright”\n- .*: delivered, “Left at the door”$/)
      assert.match((yield* track(99)).answer, /^I found no single order .* among yours/)
      const which = yield* reply(wish("delivery_status", null, { order: { kind: "position", index: 0 } }))
      assert.match(which.answer, /^Which order is it about\?/)
      assert.strictEqual(which.state.asked, "order")
    })
  )
})
