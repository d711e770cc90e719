import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import { seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import * as Shop from "@storefront/server/shop/Shop"
import { ShopLayer } from "../product-discovery/ShopLayer.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { userOf } from "@storefront/server/testing/UserOf"

/** Examples on the card after which the tool they stand for was not called. */
const broken = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>, caller: User) {
  const examples = agent.skills.flatMap(({ examples, name }) => examples.map((example) => ({ example, name })))
  const answers = yield* Effect.forEach(examples, ({ example, name }) =>
    Effect.map(converse(agent, caller, example), ([report]) => ({
      example,
      name,
      isRight: report?.steps.some(({ toolName }) => toolName === name)
    }))
  )
  return answers.filter(({ isRight }) => isRight !== true).map(({ example, name }) => `${name}: ${example}`)
})

const SeededLayer = Layer.mergeAll(
  InventoryHandlers.layer,
  OrderHandlers.layer,
  PricingHandlers.layer,
  ReviewHandlers.layer
).pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(TestDatabase.seeded)
)

layer(SeededLayer, { excludeTestServices: true })("the examples on an agent card", (it) => {
  it.effect("lead to the tool they stand for, without a language model", () =>
    Effect.gen(function* () {
      const alice = yield* userOf("alice@example.com")
      // Without a language model no return is withdrawn, no seller's reviews are listed, and the order is found among the customer's own, not by way of
      // the catalogue.
      assert.deepStrictEqual(yield* broken(OrderManagement, alice), [
        "withdraw_return: I want to keep it after all, withdraw my return",
        "withdraw_return: Please take back my latest return request",
        "find_product: What was in the order with the cordless vacuum?"
      ])
      assert.deepStrictEqual(yield* broken(PricingPromotions, alice), [])
      assert.deepStrictEqual(yield* broken(ReviewSentiment, alice), [
        "get_my_reviews: Show me my worst reviews",
        "get_my_reviews: What are the newest reviews of my products?"
      ])
    })
  )

  it.effect("do so for stock and delivery", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* broken(InventoryFulfillment, yield* userOf("seller@example.com")), [])
    })
  )
})

layer(SurroundingsLayer.pipe(Layer.provideMerge(ShopLayer)), { excludeTestServices: true })(
  "the examples on the card of product-discovery",
  (it) => {
    it.effect("lead to the tool they stand for, without a language model", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* broken(ProductDiscovery, seller), [])
      })
    )
  }
)
