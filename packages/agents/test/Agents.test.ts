import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import * as Agent from "@storefront/server/agent/Agent"
import { PromptFacts } from "@storefront/server/agent/PromptFacts"
import { ConfigProvider, Effect, Layer } from "effect"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { OrderManagement } from "../src/order-management/agent.ts"
import { PricingPromotions } from "../src/pricing-promotions/agent.ts"
import { ReviewSentiment } from "../src/review-sentiment/agent.ts"

const TestLayer = PromptFacts.layer.pipe(
  Layer.provide(TestDatabase.layer),
  Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["RETURN_WINDOW_DAYS", "17"]]))))
)

const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent.Agent<Tools>) {
  yield* Agent.check(agent)
  const text = agent.instructions(yield* PromptFacts)
  for (const name of Object.keys(agent.toolkit.tools)) {
    assert.include(text, name)
  }
  return text
})

layer(TestLayer, { excludeTestServices: true })("the agents for orders, prices and reviews", (it) => {
  it.effect("name all their tools in the instructions, and no others", () =>
    Effect.all([check(OrderManagement), check(PricingPromotions), check(ReviewSentiment)])
  )

  it.effect("take windows, tiers and categories from configuration and database", () =>
    Effect.gen(function* () {
      assert.include(yield* check(OrderManagement), "within 17 days of delivery")
      const pricing = yield* check(PricingPromotions)
      assert.include(pricing, "- silver, from $1,000.00 spent: 5% off and free standard shipping on orders from $75.00")
      assert.include(pricing, "Electronics, Clothing, Home, Sports, Books")
    })
  )
})
