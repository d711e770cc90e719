import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { Email, Role, User, UserId } from "@storefront/domain/Identity"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import { turnOf } from "@storefront/server/testing/TurnOf"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { Array, Effect, Layer, Logger, LogLevel } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import { FactsLayer } from "../support/AskedModel.ts"
import { decodeAs } from "../support/CallTool.ts"
import { rolesOf } from "../support/ToolTable.ts"

const caller = (role: Role) =>
  new User({
    id: UserId.make("11111111-1111-4111-8111-111111111111"),
    email: Email.make("ada@example.com"),
    name: "Ada",
    role
  })

/** As many rounds as a turn may have. */
const mostRounds = 8

/** A model that calls the tools, without arguments: who may not call one learns nothing of them. */
const calling = (tools: ReadonlyArray<Tool.Any>) =>
  ScriptedModel.layer([
    ...tools.map(({ name }) => ScriptedModel.call([name, {}])),
    ScriptedModel.say("That is what came of it.")
  ])

/** The steps that calls of tools leave behind. Handlers that are reached are broken, and say so. */
const stepsOf = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  called: ReadonlyArray<Tool.Any>,
  role: Role
) {
  const { tools } = agent.toolkit
  const report = yield* Effect.gen(function* () {
    const run = yield* AgentRuntime.make(
      { ...agent, instructions: () => "Help." },
      { tools, handle: () => Effect.dieMessage("reached") }
    )
    return yield* run(
      yield* turnOf(caller(role), "Cancel it. Return it. Refund it. Send it to my new address. Place the order.", {
        message: "Please help me",
        messageId: `${agent.name} ${role}`
      })
    )
  }).pipe(Effect.provide(calling(called)))
  assert.deepStrictEqual(
    report.steps.map(({ toolName }) => toolName),
    called.map(({ name }) => name)
  )
  return report.steps
})

const TestLayer = Layer.mergeAll(
  Guard.layer,
  TurnContexts.layerTest,
  OrderNumbers.layerTest,
  FactsLayer,
  Logger.minimumLogLevel(LogLevel.None)
)

layer(TestLayer, { excludeTestServices: true })("the runtime", (it) => {
  const refuses = <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) =>
    it.effect(`lets everybody use exactly the tools of ${agent.name} that are for them`, () =>
      Effect.forEach(Array.chunksOf(Object.values<Tool.Any>(agent.toolkit.tools), mostRounds), (tools) =>
        Effect.forEach(Role.literals, (role) =>
          Effect.gen(function* () {
            for (const { output, status, toolName } of yield* stepsOf(agent, tools, role)) {
              const failure = decodeAs(ToolFailure)(output)
              const roles = toolName === "call_specialist_agent" ? Role.literals : rolesOf(toolName)
              const story = `${toolName} for ${role}`
              assert.strictEqual(status, "error", story)
              if (roles.includes(role)) {
                assert.include(["invalid_argument", "unavailable"], failure.error, story)
              } else {
                const isGuest = role === "guest"
                const reason = isGuest ? { reason: "sign_in_required" } : { allowed_roles: roles }
                assert.deepInclude(failure, { error: "forbidden", ...reason }, story)
                assert.match(
                  failure.message,
                  isGuest ? /not signed in/ : toolName === "place_backorder" ? /get_restock_schedule/ : /support/
                )
              }
            }
          })
        )
      )
    )

  refuses(Orchestrator)
  refuses(ProductDiscovery)
  refuses(OrderManagement)
  refuses(PricingPromotions)
  refuses(ReviewSentiment)
  refuses(InventoryFulfillment)
})
