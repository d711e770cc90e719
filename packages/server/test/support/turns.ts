import { type LanguageModel, type Prompt } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { english } from "@storefront/domain/words/Locale"
import { Effect, Layer, Option } from "effect"
import * as SteadyClock from "../../src/platform/limits/SteadyClock.ts"
import * as AgentRuntime from "../../src/assistant/agent/AgentRuntime.ts"
import { type TurnEvent, type TurnRequest } from "../../src/assistant/agent/Turn.ts"
import { type TurnReport } from "../../src/assistant/turn/TurnReport.ts"
import { OrderNumbers } from "../../src/shop/orders/OrderNumbers.ts"
import { TurnContexts } from "../../src/assistant/agent/TurnContexts.ts"
import { type IdOrigins } from "../../src/assistant/guard/Provenance.ts"
import { Neutraliser } from "../../src/assistant/guard/Neutraliser.ts"
import { Scanner } from "../../src/platform/scanner/Scanner.ts"
import { unwrap } from "../../src/assistant/guard/Wrapper.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { ada, agent, facts, handlers, ToyTools } from "./toyAgent.ts"

/** A turn of the toy agent. */
export interface Setup {
  readonly turnId?: string
  readonly script: ReadonlyArray<ScriptedModel.Line>
  /** In place of one that follows the script. */
  readonly model?: Layer.Layer<LanguageModel.LanguageModel>
  readonly caller?: User
  readonly message?: string
  /** As the message, unless a model asks. */
  readonly customerMessage?: string
  readonly earlierIds?: ReadonlyArray<IdOrigins>
  readonly history?: TurnRequest["history"]
  readonly budgetMs?: number
  readonly scanner?: Layer.Layer<Scanner>
  readonly neutraliser?: Layer.Layer<Neutraliser, never, Scanner>
  readonly onProgress?: TurnRequest["onProgress"]
  readonly begin?: TurnRequest["begin"]
}

/** Starts a turn of the toy agent and keeps everything that can be seen of it. */
export const start = ({
  begin = () => Effect.succeedNone,
  budgetMs = 60_000,
  caller = ada,
  history = [],
  message = "Hello",
  customerMessage = message,
  earlierIds = [],
  model,
  neutraliser = Neutraliser.layer,
  onProgress = () => Effect.void,
  scanner = Scanner.layerRules([]),
  script,
  turnId = "turn-1"
}: Setup) => {
  const asked: Array<ScriptedModel.Asked> = []
  const executed: Array<string> = []
  const reports: Array<TurnReport> = []
  const progress: Array<TurnEvent> = []
  const turn = Effect.gen(function* () {
    return yield* AgentRuntime.run(agent, yield* ToyTools, {
      turnId,
      message,
      customerMessage,
      locale: english,
      proposing: Option.none(),
      earlierIds: Effect.succeed(earlierIds),
      history,
      caller,
      conversationId: null,
      deadline: yield* SteadyClock.deadlineIn(budgetMs),
      historyTokens: 6_000,
      onProgress: (event) =>
        Effect.zipRight(
          Effect.sync(() => progress.push(event)),
          onProgress(event)
        ),
      begin,
      record: (report) =>
        Effect.as(
          Effect.sync(() => reports.push(report)),
          report
        )
    })
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        handlers(executed),
        model ?? ScriptedModel.layer(script, asked),
        Layer.provideMerge(neutraliser, scanner),
        TurnContexts.layerTest,
        OrderNumbers.layerTest,
        facts
      )
    )
  )
  return { turn, asked, executed, reports, progress }
}

const resultsIn = ({ content }: Prompt.Prompt) =>
  content.flatMap((message) => (message.role === "tool" ? message.content : []))

/** The results of the calls of a turn, in order, as the model saw them last. */
export const shown = (asked: ReadonlyArray<ScriptedModel.Asked>) =>
  resultsIn(asked.at(-1)!.prompt).map((part) => Option.getOrThrow(unwrap(part.result)) as Record<string, unknown>)

/** The report of a turn that needs no time of its own. */
export const report = (setup: Setup) => {
  const started = start(setup)
  return Effect.map(started.turn, (report) => ({ ...started, report }))
}
