import { type AiError, LanguageModel, Prompt, Response, type Tool } from "@effect/ai"
import { DateTime, Effect, Mailbox, Option, Ref, type Schema, Stream } from "effect"
import { type Question } from "./ModelQuestion.ts"

/** Tools of which only the name is known. */
type Tools = Record<string, Tool.Tool<string, UncheckedTool>>
interface UncheckedTool {
  readonly parameters: Schema.Struct<{}>
  readonly success: typeof Schema.Unknown
  readonly failure: typeof Schema.Never
  readonly failureMode: Tool.FailureMode
}

type StreamPart = Response.StreamPart<Tools>

/** Options that agents pass. The toolkit is always a value, never an effect that builds one. */
interface Options {
  readonly prompt: Prompt.RawInput
  readonly toolkit?: { readonly tools: Record<string, Tool.Any> }
  readonly toolChoice?: unknown
}

/** Converts a part that is whole even in a stream; drops kinds that no agent uses. */
const toWholePart = (part: Response.PartEncoded) => {
  switch (part.type) {
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

const toPart = (part: Response.PartEncoded): ReadonlyArray<Response.Part<Tools>> => {
  switch (part.type) {
    case "text":
      return [Response.makePart("text", { text: part.text, metadata: part.metadata })]
    case "reasoning":
      return [Response.makePart("reasoning", { text: part.text, metadata: part.metadata })]
    default:
      return toWholePart(part)
  }
}

/** Id of the only text in a stream. */
const textId = "answer"

const textParts = (text: string, isFirst: boolean): ReadonlyArray<StreamPart> => [
  ...(isFirst ? [Response.makePart("text-start", { id: textId })] : []),
  Response.makePart("text-delta", { id: textId, delta: text })
]

/** Builds the parts that end a stream, including its text if none was streamed. */
const lastParts = (parts: ReadonlyArray<Response.PartEncoded>, hasBegun: boolean): ReadonlyArray<StreamPart> => {
  const texts = parts.filter((part) => part.type === "text")
  const text = texts.map(({ text }) => text).join("")
  return [
    ...(hasBegun || text === "" ? [] : textParts(text, true)),
    ...(hasBegun || text !== ""
      ? [Response.makePart("text-end", { id: textId, metadata: texts.at(-1)?.metadata })]
      : []),
    ...parts.flatMap((part, index): ReadonlyArray<StreamPart> => {
      if (part.type === "reasoning") {
        const id = String(index)
        return [
          Response.makePart("reasoning-start", { id, metadata: part.metadata }),
          Response.makePart("reasoning-delta", { id, delta: part.text }),
          Response.makePart("reasoning-end", { id, metadata: part.metadata })
        ]
      }
      return toWholePart(part)
    })
  ]
}

/**
 * Builds a language model from a function that answers one question. Unlike `LanguageModel.make` of the library, it
 * builds no schema of the tools per question, which took a sixth of a turn's processor time: it passes calls on without
 * validation or execution, which are left to the agent runtime. It generates no objects. A stream emits the text as it
 * arrives, then everything else; once text was emitted, the first failure ends it.
 */
export const make = (
  answer: (question: Question) => Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>
): LanguageModel.Service => {
  const ask = ({ prompt, toolChoice, toolkit }: Options, onText: Question["onText"]) =>
    answer({
      prompt: Prompt.make(prompt),
      tools: Object.values(toolkit?.tools ?? {}),
      mayCall: toolChoice !== "none",
      onText
    })
  const generateText = (options: Options) =>
    Effect.map(
      ask(options, Option.none()),
      (parts) => new LanguageModel.GenerateTextResponse<Tools>(parts.flatMap(toPart))
    )
  const streamText = (options: Options) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const mailbox = yield* Mailbox.make<StreamPart, AiError.AiError>()
        const hasBegun = yield* Ref.make(false)
        const onText = (text: string) =>
          Effect.flatMap(Ref.getAndSet(hasBegun, true), (before) => mailbox.offerAll(textParts(text, !before)))
        yield* ask(options, Option.some(onText)).pipe(
          Effect.flatMap((parts) =>
            Effect.flatMap(Ref.get(hasBegun), (hasBegun) => mailbox.offerAll(lastParts(parts, hasBegun)))
          ),
          Mailbox.into(mailbox),
          Effect.forkScoped
        )
        return Mailbox.toStream(mailbox)
      })
    )
  return {
    // The casts are needed because the interface types calls by the offered tools, as if they were validated.
    generateText: generateText as LanguageModel.Service["generateText"],
    streamText: streamText as LanguageModel.Service["streamText"],
    generateObject: () => Effect.dieMessage("the models of the agents do not make objects")
  }
}
