import { type Prompt, type Tool } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import { Neutraliser } from "@storefront/server/assistant/guard/Neutraliser"
import { Scanner } from "@storefront/server/platform/scanner/Scanner"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { english } from "@storefront/domain/words/Locale"
import { Effect, Layer, Option } from "effect"
import * as SteadyClock from "@storefront/server/platform/limits/SteadyClock"

/** Facts that need no database. */
export const FactsLayer = Layer.succeed(PromptFacts, {
  returnWindowDays: 30,
  returnAutoApproveLimit: Money.make(50_000),
  tiers: [],
  regions: [],
  categories: []
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
  const asked: Array<ScriptedModel.Asked> = []
  yield* AgentRuntime.run({ ...agent, instructions: () => "Help." }, yield* agent.toolkit, {
    turnId: `turn of ${agent.name}: ${calls.map(([name]) => name).join(" ")}`,
    message: "Please help me",
    customerMessage: said,
    earlierIds: Effect.succeed([]),
    locale: english,
    proposing: Option.none(),
    history,
    caller,
    conversationId: null,
    deadline: yield* SteadyClock.deadlineIn("60 seconds"),
    historyTokens: 6_000,
    onProgress: () => Effect.void,
    begin: () => Effect.succeedNone,
    record: Effect.succeed
  }).pipe(Effect.provide(ScriptedModel.layer([ScriptedModel.call(...calls), ScriptedModel.say("Done.")], asked)))
  return asked[1]!.prompt
})

/** The results in a prompt, as the model gets them. */
export const resultsIn = ({ content }: Prompt.Prompt): ReadonlyArray<unknown> =>
  content.flatMap((message) => (message.role === "tool" ? message.content.map(({ result }) => result) : []))
