import { type AiError, LanguageModel, Prompt, Response, type Tool } from "@effect/ai"
import { DateTime, Effect, Option, type Schema, Stream } from "effect"
import { type Question } from "./wire/Wire.ts"

/** Tools of which only the name is known. */
type Tools = Record<string, Tool.Tool<string, UncheckedTool>>
interface UncheckedTool {
  readonly parameters: Schema.Struct<{}>
  readonly success: typeof Schema.Unknown
  readonly failure: typeof Schema.Never
  readonly failureMode: Tool.FailureMode
}

/** How agents ask: always with the tools themselves, never with an effect that makes them. */
interface Options {
  readonly prompt: Prompt.RawInput
  readonly toolkit?: { readonly tools: Record<string, Tool.Any> }
  readonly toolChoice?: unknown
}

/** A part of an answer; a kind that no agent uses is left out. */
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
      return [Response.makePart("finish", { reason: part.reason, usage: new Response.Usage(part.usage) })]
    default:
      return []
  }
}

/**
 * A language model out of a function that answers one question. Unlike the library's own, it builds no schema of the tools
 * for every question, which was a sixth of the processor time of a turn: calls are passed on as they come, and who
 * executes them checks them. It does not execute them itself, and neither streams nor makes objects.
 */
export const make = (
  answer: (question: Question) => Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>
): LanguageModel.Service => {
  const generateText = ({ prompt, toolChoice, toolkit }: Options) =>
    Effect.map(
      answer({
        prompt: Prompt.make(prompt),
        tools: Object.values(toolkit?.tools ?? {}),
        mayCall: toolChoice !== "none"
      }),
      (parts) => new LanguageModel.GenerateTextResponse<Tools>(parts.flatMap(toPart))
    )
  return {
    // The interface tells the tools of every call in its types, which nothing can do that does not check them.
    generateText: generateText as LanguageModel.Service["generateText"],
    generateObject: () => Effect.dieMessage("the models of the agents do not make objects"),
    streamText: () => Stream.dieMessage("the models of the agents do not stream")
  }
}
