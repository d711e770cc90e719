import { type LanguageModel } from "@effect/ai"
import { type SqlClient } from "@effect/sql"
import { OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { SpecialistName } from "@storefront/domain/Topology"
import { type ConfigError, Context, Effect, Layer, Option, Schema } from "effect"
import * as Agent from "../../src/assistant/agent/Agent.ts"
import { PendingActions } from "../../src/assistant/actions/PendingActions.ts"
import { PromptFacts } from "../../src/assistant/agent/PromptFacts.ts"
import { SpecialistAccess } from "../../src/assistant/specialists/SpecialistAccess.ts"
import { type SpecialistAnswer, SpecialistUnavailable } from "../../src/assistant/specialists/SpecialistAnswer.ts"
import { SpecialistClient } from "../../src/assistant/specialists/SpecialistClient.ts"
import { OrderNumbers } from "../../src/shop/orders/OrderNumbers.ts"
import { TurnContexts } from "../../src/assistant/agent/TurnContexts.ts"
import { AbandonedTurns } from "../../src/assistant/chat/AbandonedTurns.ts"
import { Cards } from "../../src/assistant/chat/Cards.ts"
import { ChatTurn } from "../../src/assistant/chat/ChatTurn.ts"
import { LiveTurns } from "../../src/assistant/chat/LiveTurns.ts"
import { Receipts } from "../../src/assistant/chat/Receipts.ts"
import { StoredTurns } from "../../src/assistant/chat/StoredTurns.ts"
import { StreamedTurns } from "../../src/assistant/chat/StreamedTurns.ts"
import { TurnEventLog } from "../../src/assistant/chat/TurnEventLog.ts"
import * as TurnRelay from "../../src/assistant/chat/TurnRelay.ts"
import { TurnOpening } from "../../src/assistant/chat/TurnOpening.ts"
import { TurnRecord } from "../../src/assistant/chat/TurnRecord.ts"
import { TurnStates } from "../../src/assistant/chat/TurnStates.ts"
import { Neutraliser } from "../../src/assistant/guard/Neutraliser.ts"
import { Scanner } from "../../src/platform/scanner/Scanner.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { AgentRuns } from "../../src/assistant/usage/AgentRuns.ts"
import { UsageLog } from "../../src/assistant/usage/UsageLog.ts"
import { settings } from "../../src/testing/Settings.ts"
import { rule } from "../../src/testing/TestSpecialist.ts"

/** An orchestrator whose model follows a script, with specialists that answer as they are told. */

export const agent = Agent.make({
  name: "orchestrator",
  instructions: () => "Use call_specialist_agent.",
  toolkit: OrchestratorTools,
  context: { recentOrders: false, memories: false },
  skills: { call_specialist_agent: { description: "Asks a specialist", tags: [], examples: [] } }
})

const decodeName = Schema.decodeUnknown(SpecialistName)

const handlers = OrchestratorTools.toLayer({
  call_specialist_agent: Effect.fnUntraced(function* ({ agent_name, answer_directly = false, message }) {
    const name = yield* Effect.orDie(decodeName(agent_name))
    const { durationMs, isOwn, proposed, response } = yield* Effect.flatMap(SpecialistCalls, ({ ask }) =>
      ask(name, message, answer_directly)
    )
    return {
      agent_name: name,
      status: "success" as const,
      response,
      proposed,
      ...(answer_directly && isOwn ? { direct: true as const } : {}),
      duration_ms: durationMs
    }
  })
})

/** How the specialists answer. */
export type Send = SpecialistClient["Type"]["send"]

export const usage = { tokensIn: 7, tokensOut: 3 }

/** All specialists answer this. */
export const answering =
  (text: string, more: Partial<SpecialistAnswer> = {}): Send =>
  () =>
    Effect.succeed({
      text,
      usage,
      writes: [],
      proposed: [],
      missing: [],
      shows: [],
      needsSignIn: false,
      modelState: Option.none(),
      ...more
    })

/** Reviews are out of order; everybody else repeats the question. */
export const repeating: Send = (run) =>
  run.agentName === "review-sentiment"
    ? new SpecialistUnavailable({ reason: "error_status", usage, writes: [] })
    : answering(`${run.agentName}: ${run.message}`)(run)

/** The model's question to a specialist. */
export const consult = (agent_name: SpecialistName, message: string) =>
  ScriptedModel.call(["call_specialist_agent", { agent_name, message }])

/** The same, and the specialist's answer is to be the customer's. */
export const passOn = (agent_name: SpecialistName, message: string) =>
  ScriptedModel.call(["call_specialist_agent", { agent_name, message, answer_directly: true }])

export interface Options {
  readonly asked?: Array<ScriptedModel.ModelRequest>
  /** In place of one that follows the script. */
  readonly model?: Layer.Layer<LanguageModel.LanguageModel>
  readonly send?: Send
  /** How the specialists settle what is confirmed. */
  readonly confirm?: SpecialistClient["Type"]["confirm"]
  readonly variables?: Readonly<Record<string, string>>
  readonly scanner?: Layer.Layer<Scanner>
  /** True if other processes can follow its turns. */
  readonly relays?: true
  readonly usage?: Layer.Layer<UsageLog, ConfigError.ConfigError, SqlClient.SqlClient>
}

/** The chat of a process of its own, until the scope closes, and the turns that are followed there. */
export const startProcess = (script: ReadonlyArray<ScriptedModel.Line>, options: Options = {}) => {
  const guard = Neutraliser.layer.pipe(Layer.provideMerge(options.scanner ?? Scanner.layerRules([rule])))
  return Layer.merge(StreamedTurns.layerNoDeps, options.relays === true ? TurnRelay.layer : Layer.empty).pipe(
    Layer.provideMerge(ChatTurn.layerNoDeps(agent)),
    Layer.provide([
      handlers,
      options.model ?? ScriptedModel.layer(script, options.asked),
      Layer.succeed(SpecialistClient, {
        send: options.send ?? repeating,
        confirm: options.confirm ?? (() => Effect.dieMessage("nothing was confirmed"))
      }),
      LiveTurns.layer,
      StoredTurns.layer,
      TurnEventLog.layer,
      PendingActions.layer,
      Receipts.layer,
      Cards.layer,
      SpecialistAccess.layerOpen,
      guard,
      TurnContexts.layer,
      OrderNumbers.layer,
      PromptFacts.layer,
      Layer.provide(TurnOpening.layer, guard),
      TurnRecord.layer,
      TurnStates.layer,
      AbandonedTurns.layer
    ]),
    Layer.provide(AgentRuns.layer),
    Layer.provide(options.usage ?? UsageLog.layer),
    Layer.provide(settings(options.variables ?? {})),
    Layer.fresh,
    Layer.build
  )
}

/** The chat of a process of its own, until the scope closes. */
export const start = (script: ReadonlyArray<ScriptedModel.Line>, options: Options = {}) =>
  Effect.map(startProcess(script, options), Context.get(ChatTurn))
