import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type Agent } from "@storefront/server/agent/Agent"
import { Effect, Layer, Schema } from "effect"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { OrderRepositories } from "../order-management/ServicesLayer.ts"
import { ReviewRepositories } from "../review-sentiment/ServicesLayer.ts"
import { PricingRepositories } from "../pricing-promotions/ServicesLayer.ts"

const TestLayer = Layer.mergeAll(OrderHandlers.layer, PricingHandlers.layer, ReviewHandlers.layer).pipe(
  Layer.provide(Layer.mergeAll(OrderRepositories, PricingRepositories, ReviewRepositories)),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(TestDatabase.seeded)
)

const alice = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, email, name, role FROM users WHERE email = 'alice@example.com'`
  return yield* Schema.decodeUnknown(User)(rows[0])
})

/** Examples on the card after which the tool they stand for was not called. */
const broken = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) {
  const caller = yield* alice
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

layer(TestLayer, { excludeTestServices: true })("the examples on an agent card", (it) => {
  it.effect("lead to the tool they stand for, without a language model", () =>
    Effect.gen(function* () {
      // Without a language model the order is found among the customer's own, not by way of the catalogue.
      assert.deepStrictEqual(yield* broken(OrderManagement), [
        "find_product: What was in the order with the cordless vacuum?"
      ])
      assert.deepStrictEqual(yield* broken(PricingPromotions), [])
      assert.deepStrictEqual(yield* broken(ReviewSentiment), [])
    })
  )
})
