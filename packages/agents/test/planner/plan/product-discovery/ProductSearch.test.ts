import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hush, jacket, kettle, trailShoes, vacuum } from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type ProductFilters, type Wish } from "../../../../src/planner/Wish.ts"
import { answer, playbook } from "../../../../src/planner/plan/product-discovery/Plan.ts"
import { toolkit } from "../../../../src/product-discovery/toolkit.ts"
import { emptyState } from "../../../../src/planner/DialogueState.ts"
import { about, listOf, priced } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { ShopLayer } from "../../../product-discovery/ShopLayer.ts"
import { Category } from "@storefront/domain/Catalog"

const wish = (intent: Intent, changes: Partial<Wish> = {}): Wish => ({ ...wishOf(intent, intent), ...changes })

const named = (name: string) => ({ name, source: "message" as const })

const searching = (filters: Partial<ProductFilters>, changes: Partial<Wish> = {}): Wish =>
  wish("find_products", { ...changes, filters: { ...wishOf("find_products", "").filters, ...filters } })

const reply = (asked: Wish, message = asked.text) =>
  perform(answer(turnOf(message), asked), withTools(toolkit, seller), [asked, "$120.00", "$100.00"])

const toolsOf = (calls: ReadonlyArray<readonly [string, unknown]>) => calls.map(([name]) => name)

layer(ShopLayer, { excludeTestServices: true })("the playbook of product-discovery", (it) => {
  describe("finds products", () => {
    it.effect("that meet every condition, and names no others", () =>
      Effect.gen(function* () {
        const { answer, calls, state } = yield* reply(searching({ query: "trail shoes", maxPrice: 120 }))
        assert.deepStrictEqual(calls, [["search_products", { limit: 5, query: "trail shoes", max_price: 120 }]])
        assert.strictEqual(
          answer,
          'This is what I found for "trail shoes", up to $120.00:\n1. Strydevale Ridge Runner Trail Shoes, $119.95, rated 4.6 out of 5 in 14 reviews, in stock'
        )
        const shoes = { ...priced(trailShoes.name, 119.95), rating: 4.6 }
        assert.deepStrictEqual(state, { ...emptyState, ...listOf(shoes), ...about(shoes) })
      })
    )

    it.effect("for as much of a long text as can be searched for, cut between characters", () =>
      Effect.gen(function* () {
        const start = `${"x".repeat(199)}😀`
        const long = `${start}${"y".repeat(299)}😀`
        const { calls } = yield* reply(searching({ query: `${long} and more` }))
        assert.deepStrictEqual(calls, [
          ["search_products", { limit: 5, query: start }],
          ["semantic_search", { query: long, limit: 5 }]
        ])
        const product = yield* reply(wish("product_details", { product: named(long) }))
        assert.deepStrictEqual(product.calls, [["search_products", { query: start }]])
      })
    )

    it.effect("with every slot of the wish", () =>
      Effect.gen(function* () {
        const { calls } = yield* reply(
          searching(
            {
              category: Category.make("Clothing"),
              brand: "oskaberg",
              minPrice: 20,
              maxPrice: 200,
              minRating: 4,
              inStock: true,
              sort: "price_asc"
            },
            { limit: 2 }
          )
        )
        assert.deepStrictEqual(calls, [
          [
            "search_products",
            {
              limit: 2,
              category: "Clothing",
              brand: "oskaberg",
              min_price: 20,
              max_price: 200,
              min_rating: 4,
              in_stock: true,
              sort_by: "price_asc"
            }
          ]
        ])
      })
    )

    it.effect("by their name, and by a category without generic words", () =>
      Effect.gen(function* () {
        const byName = yield* reply(wish("find_products", { product: named("whistler") }))
        assert.include(byName.answer, kettle.name)
        const { calls } = yield* reply(searching({ query: "sports gear", category: Category.make("Sports") }))
        assert.deepStrictEqual(calls, [["search_products", { limit: 5, category: "Sports" }]])
      })
    )

    it.effect("that are close to a purpose in meaning and have its words", () =>
      Effect.gen(function* () {
        const text = "a present for somebody who loves to cook, up to 100 dollars"
        const { answer, calls } = yield* reply({ ...searching({ query: "cook", maxPrice: 100 }), text })
        assert.deepStrictEqual(calls, [["semantic_search", { query: text, limit: 5, max_price: 100 }]])
        assert.match(answer, /^This is what I found for "cook", up to \$100\.00:\n1\. The Slow Pantry Cookbook/)
        const unknown = yield* reply({ ...searching({ query: "xyzzy" }), text: "something for xyzzy" })
        assert.deepStrictEqual(toolsOf(unknown.calls), ["semantic_search", "search_products"])
      })
    )

    it.effect("but none that has none of the words, whatever it means", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(searching({ query: "back pain" }))
        assert.deepStrictEqual(toolsOf(calls), ["search_products", "semantic_search"])
        assert.match(answer, /^I am not sure what you are looking for by “back pain”\./u)
        assert.include((yield* reply(searching({ query: "jaket" }))).answer, jacket.name)
      })
    )

    it.effect("and says that a size is not searched for", () =>
      Effect.gen(function* () {
        const asked = {
          ...searching({ query: "trail shoes" }),
          text: "do you have trail shoes in size 43",
          rest: "size 43"
        }
        assert.match((yield* reply(asked)).answer, /\nI cannot search by “size 43”\.$/u)
      })
    )

    it.effect("or none", () =>
      Effect.gen(function* () {
        const { answer } = yield* reply(searching({ query: "hoverboard" }))
        assert.strictEqual(answer, 'I found nothing for "hoverboard". Try other words, or leave out a condition.')
      })
    )
  })

  describe("describes a product", () => {
    it.effect("with its details", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(
          wish("product_details", { product: named("hush"), text: "Tell me more about the hush" })
        )
        assert.deepStrictEqual(calls, [
          ["search_products", { query: "hush" }],
          ["get_product_details", { product_id: hush.id }]
        ])
        assert.strictEqual(
          answer,
          [
            `${hush.name}: $249.00 (was $299.00), rated 4.2 out of 5 in 10 reviews.`,
            hush.description,
            "Details: Bluetooth: yes; Battery life: 38 h.",
            "In stock: 2 units."
          ].join("\n")
        )
      })
    )

    it.effect("with what was asked first, or that nothing is known of it", () =>
      Effect.gen(function* () {
        const asked = (rest: string) =>
          Effect.map(reply(wish("product_details", { product: named("hush"), rest })), ({ answer }) => answer)
        assert.include(yield* asked("battery life"), "Details: Battery life: 38 h; Bluetooth: yes.")
        assert.match(yield* asked("blue"), /^The product data does not mention “blue”\.\n/u)
      })
    )

    it.effect("or asks which one is meant", () =>
      Effect.gen(function* () {
        const several = yield* reply(wish("product_details", { product: named("the oskaberg") }))
        assert.match(several.answer, /^Several products could be meant\. Which one\?\n1\. Oskaberg .*\n2\. Oskaberg /)
        const none = yield* reply(wish("product_details", { product: named("zeppelin") }))
        assert.include(none.answer, 'I found no product called "zeppelin".')
        const words = yield* reply(wish("product_details", { product: named("longer battery") }))
        assert.match(words.answer, /^I am not sure what you mean by “longer battery”: no product is called so\./)
        const nothing = yield* reply(wish("product_details"))
        assert.match(nothing.answer, /^Which product do you mean\?/)
      })
    )
  })

  it.effect("tells what sells", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const address = JSON.stringify({ street: "1 Elm St", city: "Boston", state: "MA", zip: "02101", country: "US" })
      const [order] = yield* sql<{ readonly id: string }>`
        INSERT INTO orders (user_id, subtotal, total, carrier_id, recipient_name, shipping_address, billing_address, delivery_region)
        SELECT ${seller.id}, 0, 0, (SELECT min(id::text)::uuid FROM carriers), 'A', ${address}::jsonb, ${address}::jsonb, 'east'
        RETURNING id`
      yield* sql`INSERT INTO order_items (order_id, line_no, product_id, product_name, quantity, unit_price, subtotal)
        VALUES (${order!.id}, 1, ${jacket.id}, '-', 3, 0, 0), (${order!.id}, 2, ${kettle.id}, '-', 1, 0, 0)`
      const week = yield* reply(wish("trending", { days: 7 }))
      assert.strictEqual(
        week.answer,
        `What sold best in the last 7 days:\n1. ${jacket.name}, $189.00, 3 units sold\n2. ${kettle.name}, $64.00, 1 unit sold`
      )
      yield* sql`UPDATE order_items SET product_id = ${vacuum.id} WHERE product_id = ${kettle.id}`
      assert.include(
        (yield* reply(wish("trending"))).answer,
        `2. ${vacuum.name}, $329.00, 1 unit sold, out of stock at the moment`
      )
      const books = yield* reply(
        wish("trending", { filters: { ...wishOf("trending", "").filters, category: Category.make("Books") } })
      )
      assert.strictEqual(books.answer, "What sold best in Books in the last 30 days: none.")
    })
  )

  it.effect("tells how a price developed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO price_history (product_id, day, price)
        SELECT ${jacket.id}, current_date - n, CASE n WHEN 10 THEN 150 ELSE 189 END FROM generate_series(0, 89) n`
      const { answer, calls } = yield* reply(wish("price_history", { product: named("nordvind") }))
      assert.deepStrictEqual(calls.at(-1), ["get_price_history", { product_id: jacket.id, days: 90 }])
      assert.match(
        answer,
        /^Oskaberg Nordvind Winter Jacket: \$189\.00 now\. In the last 90 days it was \$188\.57 on average/
      )
      assert.match(answer, /\$150\.00 at the lowest and \$189\.00 at the highest\. Trend: stable\./)
      const short = yield* reply(wish("price_history", { product: named("nordvind"), days: 1 }))
      assert.deepStrictEqual(short.calls.at(-1), ["get_price_history", { product_id: jacket.id, days: 7 }])
      assert.match(short.answer, /\$189\.00 at the lowest and \$189\.00 at the highest\./)
      const unknown = yield* reply(wish("price_history", { product: named("hush") }))
      assert.include(unknown.answer, "No earlier prices are known")
    })
  )

  it.effect("grants wishes of other specialists that its tools can grant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stock = yield* reply(wish("stock", { product: named("hush") }))
      assert.deepStrictEqual(toolsOf(stock.calls), ["search_products", "check_stock"])
      assert.strictEqual(
        stock.answer,
        `${hush.name}: 2 units in stock. By warehouse: Eastgate (east) 0, Midland (central) 0 and Pacific (west) 2.`
      )
      const [later] = yield* sql<{ readonly day: string }>`
        INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
        SELECT ${hush.id}, id, 100, current_date + 7 FROM warehouses WHERE name = 'Pacific'
        RETURNING to_char(expected_date, 'FMMonth FMDD, YYYY') AS day`
      const where = yield* reply(wish("warehouse_availability", { product: named("hush") }))
      assert.deepStrictEqual(toolsOf(where.calls), ["search_products", "get_warehouse_availability"])
      assert.include(where.answer, `${hush.name}: 2 units in all warehouses together.`)
      assert.include(where.answer, `New units are expected: 100 units at Pacific on ${later!.day}.`)
      const none = yield* reply(wish("warehouse_availability", { product: named("vacuum") }))
      assert.include(none.answer, ": 0 units in all warehouses together.")
      assert.include(none.answer, "No delivery of new units is planned.")
      assert.match((yield* reply(wish("stock"))).answer, /^Which product do you mean\?/)
      assert.deepStrictEqual(toolsOf((yield* reply(wish("profile"))).calls), ["get_user_profile"])
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const asked of [
        searching({ query: "kettle" }),
        wish("product_details", { product: named("hush") }),
        wish("trending"),
        wish("price_history", { product: named("hush") })
      ]) {
        assert.match(
          (yield* perform(answer(turnOf(""), asked), down)).answer,
          /just now\. Please try again in a moment\.$/
        )
      }
    })
  )

  it.effect("answers a message from its words, and says what it did not find", () =>
    Effect.gen(function* () {
      const say = (message: string) => perform(playbook(turnOf(message)), withTools(toolkit, seller), [message])
      const found = yield* say("Find trail shoes under $120")
      assert.deepStrictEqual(found.calls, [["search_products", { limit: 5, query: "trail shoes", max_price: 120 }]])
      const two = yield* say("I need a kettle and a winter jacket")
      assert.include(two.answer, kettle.name)
      assert.include(two.answer, jacket.name)
      assert.deepStrictEqual(
        two.state.wishes.map(({ filters, intent }) => [intent, filters.query]),
        [
          ["find_products", "kettle"],
          ["find_products", "winter jacket"]
        ]
      )
      assert.match((yield* say("tell me about the xyzzy")).answer, /^I found no product called "xyzzy"\./u)
    })
  )
})
