import { Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { openSupportCase } from "@storefront/domain/tools/SupportTools"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import { type Step } from "@storefront/server/assistant/turn/TurnReport"
import { Guests } from "@storefront/server/shop/accounts/Guests"
import { digestOthersData } from "@storefront/server/testing/OthersData"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { fillCart, market } from "@storefront/server/testing/SmallMarket"
import { ada, lamp, orderId, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { turnOf } from "@storefront/server/testing/TurnOf"
import {
  Array,
  Config,
  ConfigProvider,
  Effect,
  FastCheck as fc,
  Layer,
  Logger,
  LogLevel,
  Option,
  Random,
  Schema
} from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import { AroundLayer } from "../support/AskedModel.ts"
import { HandlersLayer } from "../support/HandlersLayer.ts"
import { inTurnOf } from "../support/ProposingTurn.ts"
import { type Calls, callsOf, prepare, rolesOf, toolTable } from "../support/ToolTable.ts"

/** As many as one message may have, in as many rounds: of the calls of a round, none writes after one that failed. */
const callsPerTurn = 16
const callsPerRound = 2

/**
 * Turns for each tool of each agent: 3,900 calls at least. With 354 requests for each operation in
 * `server/test/doors/guests/Reach.property.test.ts` there are 10,000 in all.
 */
const turns = 4

/** Stands in everything that only its owner may read. */
const secret = "zz-private-zz"

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON schema of any form
type JsonSchema = any

/** Values that a JSON schema allows; ids are mostly those of things that exist. */
const valueOf = (schema: JsonSchema, ids: ReadonlyArray<string>, root: JsonSchema = schema): fc.Arbitrary<unknown> => {
  const of = (part: JsonSchema) => valueOf(part, ids, root)
  if (schema.$ref !== undefined) {
    return of(root.$defs[String(schema.$ref).split("/").at(-1)!])
  }
  if (schema.enum !== undefined) {
    return fc.constantFrom(...schema.enum)
  }
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map(of))
  }
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, of(part)])),
        { requiredKeys: schema.required ?? [] }
      )
    case "array":
      return fc.array(of(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5)
      })
    case "integer":
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 1_000) })
    case "number":
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1e6, noNaN: true })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    default:
      return fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.string({ maxLength: 40 }) }
      )
  }
}

/** Calls of a tool: those of the table, random ones by its schema, and nonsense. */
const argumentsOf = (tool: Tool.Any, { most, refused = [] }: Calls, ids: ReadonlyArray<string>, seed: number) =>
  fc.sample(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<unknown>(...most) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...most, ...refused) },
      { weight: 5, arbitrary: valueOf(Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast), ids) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
      }
    ),
    { numRuns: turns * callsPerTurn, seed }
  )

const failureIn = Schema.decodeUnknownOption(ToolFailure)

const TestLayer = Layer.mergeAll(HandlersLayer, AroundLayer, Guests.layer).pipe(
  Layer.provideMerge(market),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(Logger.minimumLogLevel(LogLevel.None))
)

layer(TestLayer, { excludeTestServices: true })("every tool that a model calls for a guest", (it) => {
  it.effect(
    "reads what is public, writes the guest's own cart and cases, or says that the guest must sign in",
    () =>
      Effect.gen(function* () {
        const seed = yield* Config.integer("CONTRACT_SEED").pipe(
          Effect.withConfigProvider(ConfigProvider.fromEnv()),
          Effect.orElse(() => Random.nextIntBetween(0, 2_147_483_647))
        )
        const sql = yield* SqlClient.SqlClient
        const prepared = yield* prepare
        yield* sql`UPDATE orders SET note = ${secret}, recipient_name = ${secret}`
        yield* sql`UPDATE carts SET recipient_name = ${secret}`
        yield* sql`UPDATE agent_memories SET content = ${secret}`
        const guest = yield* Effect.flatMap(Guests, ({ add }) => add)
        const ids = [...prepared.ids.slice(0, 20), lamp.id, shoes.id, ...[1, 2, 3, 4, 5].map(orderId)]
        const known = [...ids, ada.id, prepared.memory, prepared.review, prepared.refundable, prepared.withdrawable]
        const table = callsOf(prepared)
        const wish = { kind: "talk_to_person", summary: "-" }
        const calls: typeof table = {
          ...table,
          [openSupportCase.name]: { most: [wish], refused: table[openSupportCase.name]!.most }
        }
        const inCart = prepared.ids.slice(1, 4).map((id) => [{ id }, 1] as const)
        const before = yield* digestOthersData

        /** The steps of a turn in which the guest has named everything, and the model calls one tool. */
        const stepsOf = <Tools extends Record<string, Tool.Any>>(
          agent: Agent<Tools>,
          name: string,
          all: ReadonlyArray<unknown>
        ) =>
          Effect.gen(function* () {
            const run = yield* AgentRuntime.make({ ...agent, instructions: () => "Help." }, yield* agent.toolkit)
            const words = `Do all you can with ${known.join(" ")}`
            yield* sql`DELETE FROM carts WHERE user_id = ${guest.id}`
            yield* fillCart(guest, inCart, { shipTo: null })
            const turn = yield* turnOf(guest, words, { messageId: `${name} ${JSON.stringify(all)}` })
            const { steps } = yield* run(turn, {
              proposing: yield* CurrentProposingTurn,
              earlierIds: Effect.succeed([]),
              open: () => Effect.succeedNone,
              record: Effect.succeed
            })
            return steps
          }).pipe(
            Effect.provide(
              ScriptedModel.layer([
                ...Array.chunksOf(all, callsPerRound).map((round) =>
                  ScriptedModel.call(...round.map((params) => [name, params] as const))
                ),
                ScriptedModel.say("Done.")
              ])
            ),
            inTurnOf(guest),
            // The engine works without pause; Vitest must hear of its worker.
            Effect.zipLeft(Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))))
          )

        const isRefused = (output: unknown, refusals: ReadonlyArray<string | undefined>) =>
          Option.exists(failureIn(output), ({ reason }) => refusals.includes(reason))

        const asksForPerson = Schema.is(Schema.Struct({ kind: Schema.Literal("talk_to_person") }))

        const faultOf = ({ input, output, status, toolName }: Step) => {
          if (!rolesOf(toolName).includes("guest")) {
            return !isRefused(output, ["sign_in_required", "earlier_call_failed"])
          }
          const isOpen = toolName !== openSupportCase.name || asksForPerson(input)
          return (
            JSON.stringify(output).includes(secret) ||
            (isOpen ? isRefused(output, ["sign_in_required"]) : status === "success")
          )
        }

        const stepsOfAll = <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) =>
          Effect.forEach(Object.values<Tool.Any>(agent.toolkit.tools), (tool, index) =>
            Effect.forEach(
              Array.chunksOf(argumentsOf(tool, calls[tool.name]!, known, seed + index), callsPerTurn),
              (chunk) => stepsOf(agent, tool.name, chunk)
            )
          ).pipe(Effect.map((steps) => steps.flat(2)))

        const steps = [
          ...(yield* stepsOfAll(ProductDiscovery)),
          ...(yield* stepsOfAll(OrderManagement)),
          ...(yield* stepsOfAll(PricingPromotions)),
          ...(yield* stepsOfAll(ReviewSentiment)),
          ...(yield* stepsOfAll(InventoryFulfillment))
        ]
        const again = `run again with CONTRACT_SEED=${seed}`
        const faults = steps.filter(faultOf)
        assert.strictEqual(
          faults
            .slice(0, 5)
            .map(({ input, output, toolName }) => `${toolName} ${JSON.stringify([input, output])}`.slice(0, 500))
            .join("\n"),
          "",
          `${faults.length} faults; ${again}`
        )
        assert.deepStrictEqual(yield* digestOthersData, before, again)
        assert.isAtLeast(steps.length, 970 * turns)
        for (const name of Object.keys(toolTable).filter((name) => rolesOf(name).includes("guest"))) {
          assert.isTrue(
            steps.some(({ status, toolName }) => toolName === name && status === "success"),
            `${name} succeeds; ${again}`
          )
        }
      }),
    180_000
  )
})
