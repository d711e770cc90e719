import { type Tool } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import * as RunRecorder from "@storefront/server/assistant/agent/RunRecorder"
import { turnOf } from "@storefront/server/testing/TurnOf"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import { type IdOrigins } from "@storefront/server/assistant/guard/Provenance"
import * as Planner from "../../../src/planner/Planner.ts"
import { Effect, Layer, Option } from "effect"
import { withReceipts } from "@storefront/server/testing/WithReceipts"

/** Everything around an agent but its tools and its model. */
export const SurroundingsLayer = Layer.mergeAll(Guard.layer, TurnContexts.layer, OrderNumbers.layer, PromptFacts.layer)

interface Conversation {
  readonly history: Array<HistoryEntry>
  readonly earlierIds: Array<IdOrigins>
}

export const newConversation = (): Conversation => ({ history: [], earlierIds: [] })

/** The next turn of a conversation, with one agent and the embedded model: its report. */
export const say = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  { earlierIds, history }: Conversation,
  agent: Agent<Tools>,
  caller: User,
  message: string
) {
  const run = yield* Effect.provide(
    Effect.flatMap(agent.toolkit, (toolkit) => AgentRuntime.make(agent, toolkit)),
    Planner.layer(agent)
  )
  const messageId = `${message} ${history.length / 2}`
  const report = yield* run(yield* turnOf(caller, message, { messageId, history: [...history] }), {
    ...RunRecorder.none,
    proposing: yield* CurrentProposingTurn,
    earlierIds: Effect.succeed([...earlierIds])
  })
  earlierIds.push(report.ids)
  history.push(
    { role: "user", text: message },
    {
      role: "assistant",
      text: withReceipts(report.answer, report.steps),
      modelStates: Option.toArray(report.modelState)
    }
  )
  return report
})

/** One turn after the other of one conversation with an agent and the embedded model: their reports. */
export const converse = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(
  agent: Agent<Tools>,
  caller: User,
  ...messages: ReadonlyArray<string>
) {
  const conversation = newConversation()
  return yield* Effect.forEach(messages, (message) => say(conversation, agent, caller, message))
})
