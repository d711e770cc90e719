import { type AiError } from "@effect/ai"
import { Context, Effect, Layer, Option, Ref, type Scope } from "effect"
import { model as configuration, type ModelConfig } from "../../platform/config/ModelConfig.ts"
import { failureIn } from "../../platform/provider/ProviderFailed.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import { CurrentTextReceiver } from "../../platform/provider/TextReceiver.ts"
import { CurrentTokenBudget } from "../../platform/provider/TokenBudget.ts"
import { type StreamRule, withoutStreaming } from "./Streaming.ts"
import * as TrialCall from "./TrialCall.ts"

/** Requests of a model that are streamed. `trying` means `text` until a trial call has shown which can be. */
type Mode = ModelConfig["stream"] | "trying"

/** State of a model's streams in this process. */
interface StreamState {
  readonly mode: Mode
  /** Number of streams with tools that broke off. */
  readonly brokenStreams: number
}

/** Number of broken streams with tools after which only requests without tools are streamed. */
const maxBrokenStreams = 2

/** Log messages about a mode that was learned. */
const logMessages = {
  all: "tool calls come whole in a stream of the model: all its answers are streamed from now on",
  text: "tool calls do not come whole in a stream of the model: only requests without tools are streamed from now on",
  off: "the text in a stream of the model has reasoning in it: none of its answers is streamed from now on"
}

/** Returns whether a request failed because it was streamed, and may succeed without streaming. */
const isStreamFailure = (error: AiError.AiError): boolean =>
  Option.exists(failureIn(error), ({ end }) => end === "broken_stream" || end === "no_stream")

/** Builds the rule for a model from `LLM_STREAM`. A trial runs in `scope`. */
const makeRule = (model: string, configured: Mode, scope: Scope.Scope) =>
  Effect.map(Ref.make<StreamState>({ mode: configured, brokenStreams: 0 }), (state): StreamRule => {
    /** Changes the mode, unless it is no longer `from`. */
    const changeMode = (from: Mode, mode: keyof typeof logMessages) =>
      Effect.flatMap(
        Ref.getAndUpdate(state, (current) => (current.mode === from ? { ...current, mode } : current)),
        (before) =>
          Effect.logInfo(logMessages[mode]).pipe(
            Effect.annotateLogs({ "gen_ai.request.model": model, LLM_STREAM: mode }),
            Effect.when(() => before.mode === from)
          )
      )
    // Not charged to the customer whose turn happens to be the first.
    const runTrial = TrialCall.findStreamMode.pipe(
      Effect.provideService(CurrentTokenBudget, Option.none()),
      Effect.provideService(RetryBudget.CurrentRetryBudget, Option.none()),
      Effect.flatMap((mode) => changeMode("trying", mode))
    )
    const currentMode = Effect.tap(
      Ref.modify(state, (current): [Mode, StreamState] => [
        current.mode,
        current.mode === "auto" ? { ...current, mode: "trying" } : current
      ]),
      (mode) => Effect.when(Effect.forkIn(runTrial, scope), () => mode === "auto")
    )
    const countBroken = Effect.flatMap(
      Ref.updateAndGet(state, (current) => ({ ...current, brokenStreams: current.brokenStreams + 1 })),
      ({ brokenStreams }) => Effect.when(changeMode("all", "text"), () => brokenStreams >= maxBrokenStreams)
    )

    return {
      run: (request, hasTools) =>
        Effect.gen(function* () {
          if (Option.isNone(yield* CurrentTextReceiver)) {
            return yield* request
          }
          const mode = yield* currentMode
          return yield* mode === "off" || (mode !== "all" && hasTools)
            ? withoutStreaming(request)
            : Effect.catchIf(request, isStreamFailure, (error) =>
                Effect.zipRight(
                  Effect.when(countBroken, () => hasTools),
                  RetryBudget.retryAs(withoutStreaming(request))(error)
                )
              )
        })
    }
  })

/** Streaming rules by model, from `LLM_STREAM` and the streams so far. All agents of a process share them. */
export class StreamModes extends Context.Tag("@storefront/server/assistant/model/StreamModes")<
  StreamModes,
  {
    readonly ruleOf: (model: string) => Effect.Effect<StreamRule>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const { stream } = yield* configuration
      const scope = yield* Effect.scope
      return { ruleOf: yield* Effect.cachedFunction((model: string) => makeRule(model, stream, scope)) }
    })
  )
}
