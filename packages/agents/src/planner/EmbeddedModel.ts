import { AiError, LanguageModel, type Prompt, type Response } from "@effect/ai"
import { Effect, Layer, Option, Predicate, Stream } from "effect"
import { CurrentTurn } from "@storefront/server/agent/CurrentTurn"
import { unwrap } from "@storefront/server/guard/Wrapper"
import { embeddedModel } from "@storefront/server/model/LanguageModels"
import { next, type Playbook, PlaybookDiverged, type ToolCall, type ToolOutcome } from "./Playbook.ts"

/** The usual estimate for English: a token is 4 characters. Nothing is really tokenised. */
const tokensOf = (characters: number): number => Math.ceil(characters / 4)

const charactersOf = (prompt: Prompt.Prompt): number => JSON.stringify(prompt.content).length

/** The calls of one assistant message with their results, which the tool message after it gives in the same order. */
const outcomesOf = ({ content }: Prompt.Prompt): ReadonlyArray<ToolOutcome> => {
  const conversation = content.filter((message) => message.role !== "system")
  const sinceAsked = conversation.slice(conversation.findLastIndex((message) => message.role === "user") + 1)
  return sinceAsked.flatMap((message, index) => {
    const answer = sinceAsked[index + 1]
    const results = answer?.role === "tool" ? answer.content : []
    const calls = message.role === "assistant" ? message.content.filter((part) => part.type === "tool-call") : []
    return calls.flatMap((call, position) => {
      const result = results[position]
      return result === undefined
        ? []
        : [
            {
              call: { name: call.name, params: Predicate.isReadonlyRecord(call.params) ? call.params : {} },
              isFailure: result.isFailure,
              result: Option.getOrNull(unwrap(result.result))
            }
          ]
    })
  })
}

/** What the playbook does in this round. */
interface Step {
  readonly action: ToolCall | string
  /** Calls made before in this turn: makes the id of the next one unique. */
  readonly position: number
  readonly usage: Response.FinishPartEncoded["usage"]
}

const failed = (method: string, description: string, cause?: unknown) =>
  new AiError.UnknownError({ module: "EmbeddedModel", method, description, cause })

const plan = (playbook: Playbook, method: string, prompt: Prompt.Prompt): Effect.Effect<Step, AiError.AiError> =>
  Effect.gen(function* () {
    const turn = yield* CurrentTurn
    if (Option.isNone(turn)) {
      return yield* new AiError.MalformedInput({
        module: "EmbeddedModel",
        method,
        description: "The embedded model was asked outside of a turn"
      })
    }
    const outcomes = outcomesOf(prompt)
    const action = yield* Effect.try({
      try: () => next(playbook, turn.value, outcomes),
      catch: (cause) => failed(method, "The playbook failed", cause)
    })
    if (action instanceof PlaybookDiverged) {
      return yield* failed(method, action.message, action)
    }
    const inputTokens = tokensOf(charactersOf(prompt))
    const outputTokens = tokensOf(typeof action === "string" ? action.length : JSON.stringify(action).length)
    return {
      action,
      position: outcomes.length,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
    }
  })

const toolCall = (call: ToolCall, position: number): Response.ToolCallPartEncoded => ({
  type: "tool-call",
  id: `call_${position}`,
  name: call.name,
  params: call.params
})

const metadata: Response.ResponseMetadataPartEncoded = { type: "response-metadata", modelId: embeddedModel }

const finish = (step: Step): Response.FinishPartEncoded => ({
  type: "finish",
  reason: typeof step.action === "string" ? "stop" : "tool-calls",
  usage: step.usage
})

const parts = (step: Step): Array<Response.PartEncoded> => [
  metadata,
  typeof step.action === "string" ? { type: "text", text: step.action } : toolCall(step.action, step.position),
  finish(step)
]

/** The text in pieces: every word with the space after it. */
const deltas = (text: string): ReadonlyArray<string> => text.match(/\S+\s*|\s+/g) ?? []

const streamParts = (step: Step): ReadonlyArray<Response.StreamPartEncoded> => [
  metadata,
  ...(typeof step.action === "string"
    ? [
        { type: "text-start" as const, id: "text_0" },
        ...deltas(step.action).map((delta) => ({ type: "text-delta" as const, id: "text_0", delta })),
        { type: "text-end" as const, id: "text_0" }
      ]
    : [toolCall(step.action, step.position)]),
  finish(step)
]

/**
 * The model that works without a provider: it does what the playbook of its agent says, one step a round, as ordinary
 * tool calls and text. Same prompt, same answer.
 */
export const layer = (playbook: Playbook): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: ({ prompt }) => Effect.map(plan(playbook, "generateText", prompt), parts),
      streamText: ({ prompt }) =>
        Stream.unwrap(
          Effect.map(plan(playbook, "streamText", prompt), (step) => Stream.fromIterable(streamParts(step)))
        )
    })
  )
