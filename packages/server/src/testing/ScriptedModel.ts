import { AiError, LanguageModel, type Prompt, type Response } from "@effect/ai"
import { Effect, Layer, Ref } from "effect"
import * as ModelState from "../assistant/model/ModelState.ts"
import * as PlainLanguageModel from "../assistant/model/PlainLanguageModel.ts"

/** A line of the script: an answer, or an effect that yields one. */
export type Line =
  | ReadonlyArray<Response.PartEncoded>
  | Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>

const finish = (reason: Response.FinishReason): Response.FinishPartEncoded => ({
  type: "finish",
  reason,
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
})

/** Makes an answer with text, at 10 input and 5 output tokens. */
export const say = (text: string): ReadonlyArray<Response.PartEncoded> => [{ type: "text", text }, finish("stop")]

/** Makes an answer with a model state, which comes back with the history of later turns. */
export const sayWithState = (text: string, state: unknown): ReadonlyArray<Response.PartEncoded> => [
  { type: "text", text, metadata: ModelState.metadataOf(state) },
  finish("stop")
]

/** Makes an answer that calls tools, in order. */
export const call = (
  ...calls: ReadonlyArray<readonly [name: string, params: unknown]>
): ReadonlyArray<Response.PartEncoded> => [
  ...calls.map(([name, params], index) => ({ type: "tool-call" as const, id: `call_${index}`, name, params })),
  finish("tool-calls")
]

export interface ModelRequest {
  readonly prompt: Prompt.Prompt
  /** Names of the tools it may call. */
  readonly tools: ReadonlyArray<string>
}

/**
 * Provides a language model that answers line by line, and records its requests in `requests`. A request after the last
 * line fails, so that a test notices one request too many.
 */
export const layer = (script: ReadonlyArray<Line>, requests: Array<ModelRequest> = []) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.gen(function* () {
      const position = yield* Ref.make(0)
      return PlainLanguageModel.make(
        Effect.fnUntraced(function* ({ mayCall, prompt, tools }) {
          requests.push({ prompt, tools: mayCall ? tools.map((tool) => tool.name) : [] })
          const at = yield* Ref.getAndUpdate(position, (next) => next + 1)
          const line = script[at]
          if (line === undefined) {
            return yield* new AiError.UnknownError({
              module: "ScriptedModel",
              method: "generateText",
              description: `the script has no line ${at + 1}`
            })
          }
          return Effect.isEffect(line) ? yield* line : line
        })
      )
    })
  )
