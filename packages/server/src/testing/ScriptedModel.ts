import { AiError, LanguageModel, type Prompt, type Response } from "@effect/ai"
import { Effect, Layer, Ref } from "effect"
import * as ModelState from "../assistant/model/ModelState.ts"
import * as PlainLanguageModel from "../assistant/model/PlainLanguageModel.ts"

/** What the model does when it is asked: its answer, or an effect that comes to one. */
export type Line =
  | ReadonlyArray<Response.PartEncoded>
  | Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>

const finish = (reason: Response.FinishReason): Response.FinishPartEncoded => ({
  type: "finish",
  reason,
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
})

/** One answer of the script, for 10 tokens in and 5 out. */
export const say = (text: string): ReadonlyArray<Response.PartEncoded> => [{ type: "text", text }, finish("stop")]

/** The same with a state that the model wants back. */
export const sayWithState = (text: string, state: unknown): ReadonlyArray<Response.PartEncoded> => [
  { type: "text", text, metadata: ModelState.metadataOf(state) },
  finish("stop")
]

/** One answer that asks for tools, in order. */
export const call = (
  ...calls: ReadonlyArray<readonly [name: string, params: unknown]>
): ReadonlyArray<Response.PartEncoded> => [
  ...calls.map(([name, params], index) => ({ type: "tool-call" as const, id: `call_${index}`, name, params })),
  finish("tool-calls")
]

/** What a scripted model was asked. */
export interface Asked {
  readonly prompt: Prompt.Prompt
  /** Names of the tools it may call. */
  readonly tools: ReadonlyArray<string>
}

/**
 * A language model for tests: it answers line by line and keeps what it was asked in `asked`. A question after the
 * last line is an error of the model, so a test sees one question too many.
 */
export const layer = (script: ReadonlyArray<Line>, asked: Array<Asked> = []) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.gen(function* () {
      const position = yield* Ref.make(0)
      return PlainLanguageModel.make(
        Effect.fnUntraced(function* ({ mayCall, prompt, tools }) {
          asked.push({ prompt, tools: mayCall ? tools.map((tool) => tool.name) : [] })
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
