import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type Agent, type Skill } from "@storefront/server/assistant/agent/Agent"
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
import { toolTable } from "../support/ToolTable.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { userOf } from "@storefront/server/testing/UserOf"

/** The examples on an agent's card, with their tools. */
const examplesOf = (agent: { readonly skills: Readonly<Record<string, Skill>> }) =>
  Object.entries(agent.skills).flatMap(([name, { examples }]) => examples.map((example) => ({ name, example })))

/** Checks which examples on the card do not lead to their tool. */
const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>, caller: User) {
  const examples = examplesOf(agent)
  // In the order of the card: some examples need what earlier ones have done.
  const answers = yield* Effect.forEach(examples, ({ example, name }) =>
    Effect.map(converse(agent, caller, example), ([report]) => ({
      example,
      name,
      isRight: report?.steps.some(({ toolName }) => toolName === name) ?? false
    }))
  )
  assert.deepStrictEqual(
    answers.filter(({ isRight }) => !isRight).map(({ example, name }) => ({ name, example })),
    examples.filter(({ example, name }) => toolTable[name]?.unplanned?.includes(example))
  )
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
      yield* check(OrderManagement, alice)
      yield* check(PricingPromotions, alice)
      yield* check(ReviewSentiment, alice)
    })
  )

  it.effect("do so for stock and delivery", () =>
    Effect.flatMap(userOf("seller@example.com"), (caller) => check(InventoryFulfillment, caller))
  )
})

layer(SurroundingsLayer.pipe(Layer.provideMerge(ShopLayer)), { excludeTestServices: true })(
  "the examples on the card of product-discovery",
  (it) => {
    it.effect("lead to the tool they stand for, without a language model", () => check(ProductDiscovery, seller))
  }
)
