import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { Effect } from "effect"
import {
  cookbook,
  earbuds,
  discontinued,
  hush,
  jacket,
  keyboard,
  powerBank,
  socks,
  trailShoes,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { ada, seller } from "@storefront/server/testing/SmallShop"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/product-discovery/Plan.ts"
import { toolkit } from "../../../../src/product-discovery/toolkit.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { ShopLayer } from "../../../product-discovery/ShopLayer.ts"
import { Category } from "@storefront/domain/Catalog"

const wish = (intent: Intent, changes: Partial<Wish> = {}): Wish => ({ ...wishOf(intent, intent), ...changes })

const filters = wishOf("find_products", "").filters

const named = (name: string) => ({ name, source: "message" as const })

const reply = (asked: Wish, caller = seller) => perform(answer(turnOf(""), asked), withTools(toolkit, caller), [asked])

const down = failing({ error: "unavailable", message: "-", retryable: true })

const toolsOf = (calls: ReadonlyArray<readonly [string, unknown]>) => calls.map(([name]) => name)

layer(ShopLayer, { excludeTestServices: true })("the playbook of product-discovery", (it) => {
  describe("compares", () => {
    it.effect("the products that were named, with what they state and which is cheaper and better", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(
          wish("compare_products", { product: named("hush"), otherProducts: [named("ridge runer")] })
        )
        assert.deepStrictEqual(calls.at(-1), ["compare_products", { product_ids: [hush.id, trailShoes.id] }])
        assert.strictEqual(
          answer,
          [
            "Here is how they compare, with details in the same order:",
            `1. ${hush.name}, $249.00 (was $299.00), rated 4.2 out of 5 in 10 reviews, in stock`,
            `2. ${trailShoes.name}, $119.95, rated 4.6 out of 5 in 14 reviews, in stock`,
            "- Bluetooth: yes / not stated",
            "- Battery life: 38 h / not stated",
            "- Drop: not stated / 6 mm",
            "- Waterproof: not stated / no",
            `The cheapest is the ${trailShoes.name}.`,
            `The best rated is the ${trailShoes.name}.`
          ].join("\n")
        )
      })
    )

    it.effect("three products, and no fourth", () =>
      Effect.gen(function* () {
        const { answer, calls, state } = yield* reply(
          wish("compare_products", {
            product: named("power bank"),
            otherProducts: [named("slow pantry"), named("k87"), named("hush")]
          })
        )
        assert.deepStrictEqual(calls.at(-1), [
          "compare_products",
          { product_ids: [powerBank.id, cookbook.id, keyboard.id] }
        ])
        assert.deepStrictEqual(
          state.list.map(({ name, price, rating }) => [name, price, rating]),
          [
            [powerBank.name, 59, 4],
            [cookbook.name, 27.5, 4.8],
            [keyboard.name, 89, 4.5]
          ]
        )
        assert.match(
          answer,
          /The cheapest is The Slow Pantry Cookbook\.\nThe best rated is The Slow Pantry Cookbook\.$/
        )
      })
    )

    it.effect("and keeps the one that was asked for as what it is about", () =>
      Effect.gen(function* () {
        for (const [text, best] of [
          ["which is cheaper?", earbuds],
          ["which is better?", keyboard]
        ] as const) {
          const both = { product: named("k87"), otherProducts: [named("pebble")], text }
          const { state } = yield* reply(wish("compare_products", both))
          assert.strictEqual(state.products.at(-1)?.name, best.name)
        }
      })
    )

    it.effect("nothing before it knows what", () =>
      Effect.gen(function* () {
        const asks = [
          [wish("compare_products"), "other", /^Which products shall I compare\?/],
          [
            wish("compare_products", { product: named("hush") }),
            "other",
            /^Which product shall I compare the Kestrelon Hush 700 Noise-Cancelling Headphones with\?$/
          ],
          [
            wish("compare_products", { product: named("hush"), otherProducts: [named("Hush 700")] }),
            "other",
            /^Which product shall/
          ],
          [
            wish("compare_products", { product: named("oskaberg"), otherProducts: [named("hush")] }),
            "other",
            /^Several products/
          ],
          [
            wish("compare_products", { product: named("hush"), otherProducts: [named("zeppelin")] }),
            null,
            /^I found no product called "zeppelin"/
          ]
        ] as const
        for (const [wished, asked, question] of asks) {
          const { answer, calls, state } = yield* reply(wished)
          assert.match(answer, question)
          assert.strictEqual(state.asked, asked)
          assert.notInclude(toolsOf(calls), "compare_products")
        }
      })
    )

    it.effect("nothing when the tools are out of reach", () =>
      Effect.gen(function* () {
        for (const asked of [
          wish("compare_products", { product: named("hush"), otherProducts: [named("k87")] }),
          wish("similar_products", { product: named("hush") })
        ]) {
          const { answer: said } = yield* perform(answer(turnOf(""), asked), down)
          assert.match(said, /just now\. Please try again in a moment\.$/)
        }
      })
    )
  })

  describe("finds what is similar", () => {
    it.effect("to a product, without the product itself", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(wish("similar_products", { product: named("wool socks"), limit: 3 }))
        assert.deepStrictEqual(calls.at(-1), ["find_similar_products", { product_id: socks.id, limit: 50 }])
        assert.match(
          answer,
          /^I found nothing else of its kind. The shop counts these as similar to the Oskaberg Fjell Wool Socks:\n1\. /
        )
        assert.match(answer, /\n3\. /)
        assert.notInclude(answer, ". Oskaberg Fjell Wool Socks")
        assert.notInclude(answer, discontinued.name)
      })
    )

    it.effect("but cheaper, or within the conditions", () =>
      Effect.gen(function* () {
        const prices = (answer: string) =>
          [...answer.matchAll(/^\d\. .*?\$(\d+\.\d\d)/gm)].map(([, price]) => Number(price))
        const cheaper = yield* reply({
          ...wish("similar_products", { product: named("nordvind") }),
          text: "something like the nordvind but cheaper"
        })
        assert.match(
          cheaper.answer,
          new RegExp(
            `^I found nothing else of its kind\\. The shop counts these as similar to the ${jacket.name} but cheaper:`
          )
        )
        assert.isTrue(prices(cheaper.answer).every((price) => price < 189))
        const within = yield* reply(
          wish("similar_products", {
            product: named("nordvind"),
            filters: { ...filters, minPrice: 50, maxPrice: 100, minRating: 4.3 }
          })
        )
        assert.match(
          within.answer,
          /^I found nothing else of its kind\. The shop counts these as similar to .*, from \$50\.00, up to \$100\.00, rated 4\.3 stars or better:/
        )
        assert.isTrue(prices(within.answer).length > 0 && prices(within.answer).every((p) => p >= 50 && p <= 100))
        const none = yield* reply(
          wish("similar_products", { product: named("nordvind"), filters: { ...filters, maxPrice: 1 } })
        )
        assert.match(none.answer, /^I found nothing similar to .*, up to \$1\.00\.$/)
      })
    )
  })

  describe("lists a seller's own products", () => {
    it.effect("with their stock", () =>
      Effect.gen(function* () {
        const { answer, calls } = yield* reply(
          wish("seller_products", {
            filters: { ...filters, category: Category.make("Electronics") },
            lowStockOnly: true
          })
        )
        assert.deepStrictEqual(calls, [
          ["get_my_products", { limit: 20, category: "Electronics", low_stock_only: true }]
        ])
        assert.strictEqual(
          answer,
          `Your products in Electronics that run low, the newest first, at most 20:\n1. ${hush.name}, $249.00 (was $299.00), 2 units in stock, low in some warehouse`
        )
        const all = yield* reply({ ...wish("seller_products"), text: "all my products, discontinued ones too" })
        assert.include(all.answer, "Your products, the newest first, at most 20:")
        assert.include(all.answer, `${vacuum.name}, $329.00, 0 units in stock`)
        assert.include(all.answer, `${discontinued.name}, $99.00, 60 units in stock, no longer sold`)
        assert.match(
          (yield* reply(wish("seller_products", { limit: 2 }))).answer,
          /^Your products, the newest first, at most 2:/
        )
        for (const [wanted, limit] of [
          [0, 1],
          [500, 50]
        ]) {
          const { calls } = yield* reply(wish("seller_products", { limit: wanted! }))
          assert.deepStrictEqual(calls, [["get_my_products", { limit }]])
        }
      })
    )

    it.effect("of that seller alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO users (id, email, name, role, password_hash) VALUES (${ada.id}, ${ada.email}, 'Ada', 'seller', '-')`
        const none = yield* reply(wish("seller_products"), new User({ ...ada, role: "seller" }))
        assert.strictEqual(none.answer, "Your products, the newest first, at most 20: none.")
        const other = yield* reply(wish("seller_products", { otherId: ada.id }))
        assert.match(other.answer, /^Only sellers have products of their own to list, and only their own\./)
      })
    )
  })
})
