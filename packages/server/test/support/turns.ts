import { type LanguageModel, type Prompt } from "@effect/ai"
import { type User } from "@storefront/domain/Identity"
import { Effect, Layer, Option } from "effect"
import * as AgentRuntime from "../../src/assistant/agent/AgentRuntime.ts"
import { type RunRecorder } from "../../src/assistant/agent/RunRecorder.ts"
import { type RunEvent, RunEvents } from "../../src/assistant/turn/RunEvents.ts"
import { type Turn } from "../../src/assistant/turn/Turn.ts"
import { turnOf } from "../../src/testing/TurnOf.ts"
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
  readonly messageId?: string
  readonly script: ReadonlyArray<ScriptedModel.Line>
  /** In place of one that follows the script. */
  readonly model?: Layer.Layer<LanguageModel.LanguageModel>
  readonly caller?: User
  readonly message?: string
  /** As the message, unless a model asks. */
  readonly words?: string
  readonly verdict?: Turn["verdict"]
  readonly earlierIds?: ReadonlyArray<IdOrigins>
  readonly history?: Turn["history"]
  readonly budgetMs?: number
  readonly scanner?: Layer.Layer<Scanner>
  readonly neutraliser?: Layer.Layer<Neutraliser, never, Scanner>
  readonly watch?: (event: RunEvent) => Effect.Effect<void>
  readonly open?: RunRecorder["open"]
  /** True if somebody may read the answer while it is written. */
  readonly streamsText?: boolean
}

/** Starts a turn of the toy agent and keeps everything that can be seen of it. */
export const start = ({
  budgetMs = 60_000,
  caller = ada,
  history = [],
  message = "Hello",
  words = message,
  earlierIds = [],
  messageId = "turn-1",
  model,
  neutraliser = Neutraliser.layer,
  open = () => Effect.succeedNone,
  scanner = Scanner.layerRules([]),
  script,
  streamsText = false,
  verdict = Option.none(),
  watch = () => Effect.void
}: Setup) => {
  const asked: Array<ScriptedModel.ModelRequest> = []
  const executed: Array<string> = []
  const reports: Array<TurnReport> = []
  const progress: Array<RunEvent> = []
  const turn = Effect.gen(function* () {
    const run = yield* AgentRuntime.make(agent, yield* ToyTools)
    return yield* run(
      yield* turnOf(caller, words, {
        message,
        messageId,
        history,
        verdict,
        within: budgetMs
      }),
      {
        proposing: Option.none(),
        earlierIds: Effect.succeed(earlierIds),
        open,
        record: (report) =>
          Effect.as(
            Effect.sync(() => reports.push(report)),
            report
          )
      }
    )
  }).pipe(
    Effect.provideService(RunEvents, {
      publish: (event) =>
        Effect.zipRight(
          Effect.sync(() => progress.push(event)),
          watch(event)
        ),
      streamsText
    }),
    Effect.provide(
      Layer.mergeAll(
        handlers(executed),
        model ?? ScriptedModel.layer(script, asked),
        Layer.provideMerge(neutraliser, scanner),
        TurnContexts.layerTest,
        OrderNumbers.layerTest,
        facts
      )
    ),
    Effect.orDie
  )
  return { turn, asked, executed, reports, progress }
}

const resultsIn = ({ content }: Prompt.Prompt) =>
  content.flatMap((message) => (message.role === "tool" ? message.content : []))

/** The results of the calls of a turn, in order, as the model saw them last. */
export const shown = (asked: ReadonlyArray<ScriptedModel.ModelRequest>) =>
  resultsIn(asked.at(-1)!.prompt).map((part) => Option.getOrThrow(unwrap(part.result)) as Record<string, unknown>)

/** The report of a turn that needs no time of its own. */
export const report = (setup: Setup) => {
  const started = start(setup)
  return Effect.map(started.turn, (report) => ({ ...started, report }))
}
