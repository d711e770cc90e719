import { type AiError, LanguageModel, Prompt, Response, type Tool } from "@effect/ai"
import { DateTime, Effect, Option, type Schema, Stream } from "effect"
import { CurrentTextReceiver } from "../../platform/provider/TextReceiver.ts"
import { type Question } from "./ModelQuestion.ts"

/** Tools of which only the name is known. */
type Tools = Record<string, Tool.Tool<string, UncheckedTool>>
interface UncheckedTool {
  readonly parameters: Schema.Struct<{}>
  readonly success: typeof Schema.Unknown
  readonly failure: typeof Schema.Never
  readonly failureMode: Tool.FailureMode
}

/** Options that agents pass. The toolkit is always a value, never an effect that builds one. */
interface Options {
  readonly prompt: Prompt.RawInput
  readonly toolkit?: { readonly tools: Record<string, Tool.Any> }
  readonly toolChoice?: unknown
}

/** Converts a part of an answer; drops kinds that no agent uses. */
const toPart = (part: Response.PartEncoded): ReadonlyArray<Response.Part<Tools>> => {
  switch (part.type) {
    case "text":
      return [Response.makePart("text", { text: part.text, metadata: part.metadata })]
    case "reasoning":
      return [Response.makePart("reasoning", { text: part.text, metadata: part.metadata })]
    case "tool-call":
      return [
        Response.makePart("tool-call", {
          id: part.id,
          name: part.name,
          params: part.params,
          providerExecuted: false,
          metadata: part.metadata
        })
      ]
    case "response-metadata":
      return [
        Response.makePart("response-metadata", {
          id: Option.fromNullable(part.id),
          modelId: Option.fromNullable(part.modelId),
          timestamp: Option.flatMap(Option.fromNullable(part.timestamp), DateTime.make)
        })
      ]
    case "finish":
      return [
        Response.makePart("finish", {
          reason: part.reason,
          usage: new Response.Usage(part.usage),
          metadata: part.metadata
        })
      ]
    default:
      return []
  }
}

/**
 * Builds a language model from a function that answers one question. Unlike `LanguageModel.make` of the library, it
 * builds no schema of the tools per question, which took a sixth of a turn's processor time: it passes calls on without
 * validation or execution, which are left to the agent runtime. It generates no objects. It streams only the text, to
 * the `CurrentTextReceiver`.
 */
export const make = (
  answer: (question: Question) => Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>
): LanguageModel.Service => {
  const generateText = ({ prompt, toolChoice, toolkit }: Options) =>
    Effect.gen(function* () {
      const parts = yield* answer({
        prompt: Prompt.make(prompt),
        tools: Object.values(toolkit?.tools ?? {}),
        mayCall: toolChoice !== "none",
        receiver: yield* CurrentTextReceiver
      })
      return new LanguageModel.GenerateTextResponse<Tools>(parts.flatMap(toPart))
    })
  return {
    // The casts are needed because the interface types calls by the offered tools, as if they were validated.
    generateText: generateText as LanguageModel.Service["generateText"],
    streamText: () => Stream.dieMessage("the models of the agents stream to a receiver"),
    generateObject: () => Effect.dieMessage("the models of the agents do not make objects")
  }
}
