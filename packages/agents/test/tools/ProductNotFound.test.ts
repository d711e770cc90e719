import { type Tool, type Toolkit } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { Effect, Layer } from "effect"
import { lamp, seller, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { toolkit as inventoryTools } from "../../src/inventory-fulfillment/toolkit.ts"
import { toolkit as orderTools } from "../../src/order-management/toolkit.ts"
import { toolkit as pricingTools } from "../../src/pricing-promotions/toolkit.ts"
import { toolkit as productTools } from "../../src/product-discovery/toolkit.ts"
import { toolkit as reviewTools } from "../../src/review-sentiment/toolkit.ts"
import { HandlersLayer } from "../support/HandlersLayer.ts"
import { statementsOf } from "../support/StatementsOf.ts"
import { withTools } from "../support/WithTools.ts"

/** The lamp, with its last two digits swapped. */
const misspelt = "aaaaaaaa-0000-4000-8000-000000000010"

const one = { product_id: misspelt }
const two = { product_ids: [misspelt, shoes.id] }

/** Arguments of every tool that takes ids of products. */
const calls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  add_to_cart: one,
  analyze_sentiment: one,
  calculate_fulfillment_plan: { items: [{ product_id: shoes.id }, one], destination_region: "east" },
  check_bundle_eligibility: two,
  checkout: { product_ids: [one.product_id] },
  check_stock: one,
  compare_products: two,
  compare_reviews: two,
  detect_fake_reviews: one,
  estimate_shipping: { ...one, destination_region: "east" },
  find_similar_products: one,
  get_price_history: one,
  get_product_details: one,
  get_product_reviews: one,
  get_restock_schedule: one,
  get_review_trends: one,
  get_sentiment_by_topic: one,
  get_warehouse_availability: one,
  optimize_cart: { product_ids_with_quantities: [{ product_id: shoes.id }, one] },
  place_backorder: { ...one, quantity: 1 },
  remove_from_cart: one,
  search_reviews: { ...one, keyword: "light" },
  update_cart_quantity: { ...one, quantity: 1 }
}

const parametersWithIds: ReadonlySet<string> = new Set([
  "product_id",
  "product_ids",
  "product_ids_with_quantities",
  "items"
])

/** Calls a tool as the runtime does, with an effect key of its own, and looks at its answer. */
const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: string,
  toolkit: Toolkit.Toolkit<Tools>,
  name: string
) {
  assert.property(calls, name)
  const answers: Array<unknown> = []
  const statements = yield* withTools(
    toolkit,
    seller
  )({ name, params: calls[name]! }).pipe(
    Effect.map((answer) => answers.push(answer)),
    Effect.provideService(EffectKey, `${agent} ${name}`),
    statementsOf
  )
  assert.isAtMost(statements, 3)
  assert.deepInclude(answers[0], { isFailure: true })
  assert.nestedInclude(answers[0], { "result.error": "not_found" })
  // The shoes are not a candidate if they were named beside the lamp.
  const candidates = JSON.stringify(calls[name]).includes(shoes.id) ? [lamp] : [lamp, shoes]
  assert.deepNestedInclude(answers[0], {
    "result.candidates": candidates.map((product) => ({ product_id: product.id, name: product.name }))
  })
})

/** The tools of an agent that take ids of products. */
const takingIds = <Tools extends Record<string, Tool.Any>>(agent: string, toolkit: Toolkit.Toolkit<Tools>) =>
  Object.values(toolkit.tools)
    .filter(({ parametersSchema }) => Object.keys(parametersSchema.fields).some((name) => parametersWithIds.has(name)))
    .map(({ name }) => ({ agent, name, check: check(agent, toolkit, name) }))

const all = [
  ...takingIds("product-discovery", productTools),
  ...takingIds("order-management", orderTools),
  ...takingIds("pricing-promotions", pricingTools),
  ...takingIds("review-sentiment", reviewTools),
  ...takingIds("inventory-fulfillment", inventoryTools)
]

const cart = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO carts (id, user_id) VALUES (${seller.id}, ${seller.id})`
    yield* sql`INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${seller.id}, ${lamp.id}, 1), (${seller.id}, ${shoes.id}, 1)`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = HandlersLayer.pipe(Layer.provide(Layer.provideMerge(cart, shop)), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`an unknown product id, on ${engine.name},`, (it) => {
    for (const { agent, check, name } of all) {
      it.effect(`is answered by ${name} of ${agent} with the products it comes near to`, () => check)
    }
  })
}
