import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { catalogue, hush, kettle, pacific, trailShoes, vacuum } from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../../src/inventory-fulfillment/handlers.ts"
import { answer, playbook } from "../../../../src/planner/plan/inventory-fulfillment/Plan.ts"
import { toolkit } from "../../../../src/inventory-fulfillment/toolkit.ts"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import { priced } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { layerPreviewing } from "../../../support/Proposing.ts"
import * as Shop from "@storefront/server/shop/Shop"
import { Region } from "@storefront/domain/Inventory"

const restock = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
      (${vacuum.id}, ${pacific}, 40, '2999-01-02'), (${vacuum.id}, ${pacific}, 50, '2999-02-03')`
  )
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(Layer.provideMerge(restock, catalogue)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, product: string | null, changes: Partial<Wish> = {}): Wish => ({
  ...wishOf(intent, intent),
  product: product === null ? null : { name: product, source: "message" },
  ...changes
})

const reply = (asked: Wish) => perform(answer(turnOf(asked.text), asked), withTools(toolkit, seller), [asked])

layer(TestLayer, { excludeTestServices: true })("the playbook of inventory-fulfillment", (it) => {
  it.effect("says where a product is and how much of it", () =>
    Effect.gen(function* () {
      const { answer, calls, state } = yield* reply(wish("stock", "ridge runer"))
      assert.deepStrictEqual(calls, [
        ["find_product", { name: "ridge runer" }],
        ["check_stock", { product_id: trailShoes.id }]
      ])
      assert.strictEqual(
        answer,
        `${trailShoes.name}: 105 units in stock. By warehouse: Eastgate (east) 40, Midland (central) 5 and Pacific (west) 60.`
      )
      assert.deepStrictEqual(state.products, [priced(trailShoes.name, 119.95)])
    })
  )

  it.effect("does not say yes to a colour or a size, of which it knows nothing", () =>
    Effect.gen(function* () {
      const { answer } = yield* reply(wish("stock", "ridge runer", { rest: "size 48" }))
      assert.match(answer, /^The stock data does not mention “size 48”\. .+: 105 units in stock\./u)
    })
  )

  it.effect("answers for the region and the quantity that were asked for", () =>
    Effect.gen(function* () {
      const here = yield* reply(wish("stock", "hush", { region: Region.make("east"), quantity: 2 }))
      assert.include(here.answer, `${hush.name}: 2 units in stock.`)
      assert.include(here.answer, "Eastgate (east) 0")
      const tooMany = yield* reply(wish("stock", "hush", { quantity: 3 }))
      assert.include(tooMany.answer, "2 units in stock, fewer than the 3 you want.")
    })
  )

  it.effect("says when an empty shelf is filled", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("stock", "the vacuum"))
      assert.deepStrictEqual(calls.slice(1), [
        ["check_stock", { product_id: vacuum.id }],
        ["get_restock_schedule", { product_id: vacuum.id }]
      ])
      assert.strictEqual(
        answer,
        `${vacuum.name}: 0 units in stock now. New units are expected: 40 units at Pacific on January 2, 2999 and 50 units at Pacific on February 3, 2999.`
      )
    })
  )

  it.effect("lists the deliveries to come", () =>
    Effect.gen(function* () {
      const { answer } = yield* reply(wish("restock", "glide"))
      assert.strictEqual(
        answer,
        `${vacuum.name}: 0 units in stock now. New units are expected: 40 units at Pacific on January 2, 2999 and 50 units at Pacific on February 3, 2999.`
      )
      const none = yield* reply(wish("restock", "kettle"))
      assert.strictEqual(none.answer, `${kettle.name}: 60 units in stock now. No delivery of new units is planned.`)
    })
  )

  it.effect("lists the ways to send a product", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(
        wish("shipping_estimate", "kettle", { region: Region.make("west"), quantity: 2 })
      )
      assert.deepStrictEqual(calls.at(-1), [
        "estimate_shipping",
        { product_id: kettle.id, destination_region: "west", quantity: 2 }
      ])
      assert.strictEqual(
        answer,
        [
          `Delivery of 2 × ${kettle.name} to the West, sent from Pacific:`,
          "- Pigeon Ground (standard): $5.95, 3-5 days",
          "- Nightjar Air (overnight): $29.95, 1 day",
          "These are the carriers' prices, before any free shipping that you get."
        ].join("\n")
      )
    })
  )

  it.effect("says what cannot be sent, and from when it can", () =>
    Effect.gen(function* () {
      const empty = yield* reply(wish("shipping_estimate", "vacuum", { region: Region.make("east") }))
      assert.strictEqual(
        empty.answer,
        `I cannot send the ${vacuum.name} to the East in one parcel now. ${vacuum.name}: 0 units in stock now. New units are expected: 40 units at Pacific on January 2, 2999 and 50 units at Pacific on February 3, 2999.`
      )
      const few = yield* reply(wish("shipping_estimate", "trail shoes", { region: Region.make("east"), quantity: 106 }))
      assert.strictEqual(
        few.answer,
        `I cannot send 106 × ${trailShoes.name} to the East in one parcel now. ${trailShoes.name}: 105 units in stock now. No delivery of new units is planned.`
      )
      const split = yield* reply(
        wish("shipping_estimate", "trail shoes", { region: Region.make("east"), quantity: 100 })
      )
      assert.include(split.answer, `I cannot send 100 × ${trailShoes.name} to the East in one parcel now`)
    })
  )

  it.effect("does not call out of stock what no carrier brings", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM shipping_rates WHERE region_to = 'central'`
      const { answer } = yield* reply(
        wish("shipping_estimate", "trail shoes", { region: Region.make("central"), quantity: 3 })
      )
      assert.strictEqual(answer, `No carrier delivers 3 × ${trailShoes.name} to the Central region.`)
    })
  )

  it.effect("asks for what is missing", () =>
    Effect.gen(function* () {
      for (const intent of ["stock", "restock", "shipping_estimate"] as const) {
        const { answer, calls } = yield* reply(wish(intent, null, { region: Region.make("east") }))
        assert.match(answer, /^Which product do you mean\?/)
        assert.deepStrictEqual(calls, [])
      }
      const nowhere = yield* reply(wish("shipping_estimate", "kettle"))
      assert.strictEqual(nowhere.answer, "Where should it go? The state, or a city, is enough.")
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const intent of ["stock", "restock", "shipping_estimate"] as const) {
        const { answer: said } = yield* perform(
          answer(turnOf(intent), wish(intent, "kettle", { region: Region.make("east") })),
          down
        )
        assert.match(said, /just now\. Please try again in a moment\.$/)
      }
    })
  )

  it.effect("asks for one of the shop's regions by their names, and not at all where there is one", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      const ask = (...names: ReadonlyArray<string>) => {
        const shop = { categories: [], regions: names.map((name) => Region.make(name)) }
        return perform(answer({ ...turnOf("carriers"), shop }, wish("carriers", null)), down)
      }
      const several = yield* ask("nord", "sued")
      assert.strictEqual(several.answer, "Where should it go? These are the regions: nord, sued.")
      assert.deepStrictEqual(several.calls, [])
      const one = yield* ask("main")
      assert.deepStrictEqual(one.calls, [["compare_carriers", { region_from: "main", region_to: "main" }]])
    })
  )

  it.effect("answers a message from its words, and offers its help when it is about something else", () =>
    Effect.gen(function* () {
      const say = (message: string) => perform(playbook(turnOf(message)), withTools(toolkit, seller), [message])
      const both = yield* say("Is the kettle in stock, and how long does it take to California?")
      assert.deepStrictEqual(
        both.calls.map(([name]) => name),
        ["find_product", "check_stock", "find_product", "estimate_shipping"]
      )
      assert.match(
        both.answer,
        /Hearthlow Whistler Kettle[^]*\n\nDelivery of the Hearthlow Whistler Kettle to the West/
      )
      const other = yield* say("hello")
      assert.match(other.answer, /^I can look up what is in stock/)
    })
  )
})
