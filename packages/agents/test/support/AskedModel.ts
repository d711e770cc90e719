import { type Prompt, type Tool } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import { turnOf } from "@storefront/server/testing/TurnOf"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import { Neutraliser } from "@storefront/server/assistant/guard/Neutraliser"
import { Scanner } from "@storefront/server/platform/scanner/Scanner"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { Effect, Layer } from "effect"
import { demoNames } from "@storefront/server/testing/DemoNames"

/** Facts that need no database. */
export const FactsLayer = Layer.succeed(PromptFacts, {
  read: Effect.succeed({
    returnWindowDays: 30,
    returnAutoApproveLimit: Money.make(50_000),
    tiers: [],
    ...demoNames
  })
})

/** What an agent needs besides its tools and its model. Nothing is withheld for what it says: all of it has to be harmless. */
export const AroundLayer = Layer.mergeAll(
  Neutraliser.layer.pipe(Layer.provideMerge(Scanner.layerRules([]))),
  TurnContexts.layer,
  OrderNumbers.layer,
  FactsLayer
)

export type Call = readonly [name: string, params: Readonly<Record<string, unknown>>]

interface Asking {
  readonly caller: User
  /** The calls that the model makes at once. */
  readonly calls: ReadonlyArray<Call>
  /** The customer's own words. */
  readonly said?: string
  readonly history?: ReadonlyArray<HistoryEntry>
}

/** What the model of an agent is asked after its calls. */
export const promptAfter = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  { caller, calls, history = [], said = "Please help me" }: Asking
) {
  const asked: Array<ScriptedModel.ModelRequest> = []
  yield* Effect.gen(function* () {
    const run = yield* AgentRuntime.make({ ...agent, instructions: () => "Help." }, yield* agent.toolkit)
    yield* run(
      yield* turnOf(caller, said, {
        message: "Please help me",
        messageId: `turn of ${agent.name}: ${calls.map(([name]) => name).join(" ")}`,
        history
      })
    )
  }).pipe(Effect.provide(ScriptedModel.layer([ScriptedModel.call(...calls), ScriptedModel.say("Done.")], asked)))
  return asked[1]!.prompt
})

/** The results in a prompt, as the model gets them. */
export const resultsIn = ({ content }: Prompt.Prompt): ReadonlyArray<unknown> =>
  content.flatMap((message) => (message.role === "tool" ? message.content.map(({ result }) => result) : []))
