import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { AccountRole } from "@storefront/domain/Identity"
import { type Agent, instructionsFor } from "@storefront/server/assistant/agent/Agent"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import * as TurnPrompt from "@storefront/server/assistant/agent/TurnPrompt"
import * as ModelRequest from "@storefront/server/assistant/model/ModelRequest"
import { declarationOf } from "@storefront/server/assistant/model/wire/ToolDeclaration"
import { shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { InventoryFulfillmentRemote } from "../src/inventory-fulfillment/agent.ts"
import { Orchestrator } from "../src/orchestrator/agent.ts"
import { OrderManagement, OrderManagementAtTill } from "../src/order-management/agent.ts"
import { PricingPromotions } from "../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../src/review-sentiment/agent.ts"

/** Tokens of what every request begins with: for a customer by agent, and for anybody else of all agents. */
const mostForCustomers = {
  orchestrator: 1_000,
  "product-discovery": 2_000,
  "order-management": 2_700,
  "pricing-promotions": 2_000,
  "review-sentiment": 2_000,
  "inventory-fulfillment": 2_000
}
const most = 3_000

/** The tokens of instructions and tools, as they are sent, for each role. */
const measure = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) {
  const facts = yield* (yield* PromptFacts).read
  return AccountRole.literals.map((role) => {
    const system = TurnPrompt.systemText(instructionsFor(agent, facts, role))
    const { tools } = ModelRequest.offer(agent.toolkit.tools, role)
    // Without the envelope, which servers read and models do not.
    const outlines = Object.values(tools).map((tool) => declarationOf(tool))
    return { agent: agent.name, role, tokens: countTokens(system) + countTokens(JSON.stringify(outlines)) }
  })
})

layer(PromptFacts.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true
})("the fixed part of a request", (it) => {
  it.effect("is bounded for every agent, whoever asks", () =>
    Effect.gen(function* () {
      const measured = yield* Effect.all([
        measure(Orchestrator),
        measure(ProductDiscovery),
        measure(OrderManagement),
        measure(OrderManagementAtTill),
        measure(PricingPromotions),
        measure(ReviewSentiment),
        measure(InventoryFulfillmentRemote)
      ])
      assert.deepStrictEqual(
        measured
          .flat()
          .filter(({ agent, role, tokens }) => tokens > (role === "customer" ? mostForCustomers[agent] : most)),
        []
      )
      assert.isAbove(Math.max(...measured.flat().map(({ tokens }) => tokens)), most / 2)
    })
  )
})
