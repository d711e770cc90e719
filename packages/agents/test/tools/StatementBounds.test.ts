import { type Tool, type Toolkit } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { Array, Effect, Layer } from "effect"
import { market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { toolkit as inventoryTools } from "../../src/inventory-fulfillment/toolkit.ts"
import { toolkit as orderTools } from "../../src/order-management/toolkit.ts"
import { toolkit as pricingTools } from "../../src/pricing-promotions/toolkit.ts"
import { toolkit as productTools } from "../../src/product-discovery/toolkit.ts"
import { toolkit as reviewTools } from "../../src/review-sentiment/toolkit.ts"
import { callerOf, type Calls, callsOf, prepare, statementsBound } from "../support/ToolTable.ts"
import { withTools } from "../support/WithTools.ts"
import { HandlersLayer } from "../support/HandlersLayer.ts"
import { inTurnOf } from "../support/ProposingTurn.ts"
import { statementsOf } from "../support/StatementsOf.ts"

/** Makes the calls of every tool of an agent as the runtime does, and says what is wrong with them. */
const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  calls: Readonly<Record<string, Calls>>
) {
  const wrong = yield* Effect.forEach(Object.entries(calls), ([name, { most, refused = [] }]) =>
    Effect.forEach(
      [
        ...most.map((params) => ({ params, isFailure: false })),
        ...refused.map((params) => ({ params, isFailure: true }))
      ],
      ({ isFailure, params }, index) =>
        Effect.gen(function* () {
          const answers: Array<{ readonly isFailure: boolean; readonly result: unknown }> = []
          const statements = yield* withTools(
            toolkit,
            callerOf(name)
          )({ name, params }).pipe(
            Effect.map((answer) => answers.push(answer)),
            Effect.provideService(EffectKey, `bounded call ${index}`),
            statementsOf,
            inTurnOf(callerOf(name))
          )
          const bound = statementsBound(name)
          const [answer] = answers
          return [
            ...(statements > bound ? [`${name}, call ${index}: ${statements} statements`] : []),
            ...(answer?.isFailure === isFailure ? [] : [`${name}, call ${index}: ${JSON.stringify(answer)}`])
          ]
        })
    )
  )
  return wrong.flat(2)
})

for (const engine of TestDatabase.engines) {
  const TestLayer = HandlersLayer.pipe(Layer.provideMerge(market), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`every tool, on ${engine.name},`, (it) => {
    it.effect("sends a bounded number of statements, whatever it is asked for", () =>
      Effect.gen(function* () {
        const calls = callsOf(yield* prepare)
        const toolkits = [productTools, orderTools, pricingTools, reviewTools, inventoryTools]
        const names = toolkits.flatMap(({ tools }) => Object.keys(tools))
        assert.sameMembers(Object.keys(calls), Array.dedupe(names))
        const of = (tools: object) =>
          Object.fromEntries(Object.entries(calls).filter(([name]) => Object.keys(tools).includes(name)))
        assert.deepStrictEqual(yield* check(productTools, of(productTools.tools)), [])
        assert.deepStrictEqual(yield* check(pricingTools, of(pricingTools.tools)), [])
        assert.deepStrictEqual(yield* check(orderTools, of(orderTools.tools)), [])
        assert.deepStrictEqual(yield* check(reviewTools, of(reviewTools.tools)), [])
        assert.deepStrictEqual(yield* check(inventoryTools, of(inventoryTools.tools)), [])
      })
    )
  })
}
