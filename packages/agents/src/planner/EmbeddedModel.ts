import { AiError, LanguageModel, type Prompt, type Response } from "@effect/ai"
import { Effect, Layer, Option, Predicate } from "effect"
import { CurrentTurn, type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { unwrap } from "@storefront/server/assistant/guard/Wrapper"
import { embeddedModel } from "@storefront/server/assistant/model/LanguageModels"
import { metadataOf } from "@storefront/server/assistant/model/ModelState"
import * as Note from "@storefront/server/assistant/model/Note"
import * as PlainLanguageModel from "@storefront/server/assistant/model/PlainLanguageModel"
import { encode } from "./DialogueState.ts"
import { next, type Playbook, PlaybookDiverged, type ToolOutcome } from "./Playbook.ts"

/** Estimates tokens at 4 characters each, as is usual for English. */
const tokensOf = (characters: number): number => Math.ceil(characters / 4)

/** Returns the calls since the user's message; a tool message has their results in call order. */
const outcomesOf = ({ content }: Prompt.Prompt): ReadonlyArray<ToolOutcome> => {
  const conversation = content.filter((message) => !Note.is(message))
  const sinceUserMessage = conversation.slice(conversation.findLastIndex((message) => message.role === "user") + 1)
  return sinceUserMessage.flatMap((message, index) => {
    const answer = sinceUserMessage[index + 1]
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

const origin = { module: "EmbeddedModel", method: "generateText" }

const failed = (description: string, cause: unknown) => new AiError.UnknownError({ ...origin, description, cause })

/** Normalised turns. Every round must get the same object, since interpretations are cached by it. */
const composedTurns = new WeakMap<TurnView, TurnView>()

/** Normalises texts to NFC: the planner matches letters, and a combining accent is not one. */
const composed = (turn: TurnView): TurnView => {
  const copy = composedTurns.get(turn) ?? {
    ...turn,
    message: turn.message.normalize("NFC"),
    history: turn.history.map((entry) => ({ ...entry, text: entry.text.normalize("NFC") }))
  }
  composedTurns.set(turn, copy)
  return copy
}

/** Returns the next step of the playbook: tool calls, or the answer. */
const respond = (
  playbook: Playbook,
  prompt: Prompt.Prompt
): Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError> =>
  Effect.gen(function* () {
    const turn = yield* CurrentTurn
    if (Option.isNone(turn)) {
      return yield* new AiError.MalformedInput({
        ...origin,
        description: "The embedded model was asked outside of a turn"
      })
    }
    const outcomes = outcomesOf(prompt)
    const action = yield* Effect.try({
      try: () => next(playbook, composed(turn.value), outcomes),
      catch: (cause) => failed("The playbook failed", cause)
    })
    if (action instanceof PlaybookDiverged) {
      return yield* failed(action.message, action)
    }
    const inputTokens = tokensOf(JSON.stringify(prompt.content).length)
    const outputTokens = tokensOf("text" in action ? action.text.length : JSON.stringify(action).length)
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
    // Continues from earlier calls of this turn, so that ids stay unique.
    const idOf = (index: number) => `call_${outcomes.length + index}`
    return [
      { type: "response-metadata", modelId: embeddedModel },
      ...("text" in action
        ? [{ type: "text" as const, text: action.text, metadata: metadataOf(encode(action.state)) }]
        : action.map((call, index) => ({ type: "tool-call" as const, id: idOf(index), ...call }))),
      { type: "finish", reason: "text" in action ? "stop" : "tool-calls", usage }
    ]
  })

/** Deterministic language model that runs an agent's playbook, one round per request. */
export const layer = (playbook: Playbook): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.succeed(
    LanguageModel.LanguageModel,
    PlainLanguageModel.make(({ prompt }) => respond(playbook, prompt))
  )
