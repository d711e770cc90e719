import { Effect, Schema } from "effect"
import { type Answer } from "./Answer.ts"
import { type Message, type Question } from "./Question.ts"

/** Tokens of a request by source. Instructions and tools are the fixed part, which begins each request of an agent. */
export const InputTokens = Schema.Struct({
  total: Schema.Int,
  instructions: Schema.Int,
  tools: Schema.Int,
  messages: Schema.Int
})
export type InputTokens = typeof InputTokens.Type

const textOf = (message: Message): string => ("text" in message ? message.text : JSON.stringify(message))

/**
 * Counts tokens like the models of OpenAI since GPT-4o (`o200k_base`), without those that a server adds to messages.
 * The table of the encoding has two megabytes, so it is loaded only where needed.
 */
export const makeCounter = Effect.map(
  Effect.promise(() => import("gpt-tokenizer/encoding/o200k_base")),
  ({ countTokens }) => {
    // Text that looks like a special token of the encoding is text like any other.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() })
    const ofQuestion = ({ instructions, messages, tools }: Question): InputTokens => {
      const parts = {
        instructions: count(instructions),
        tools: tools.length === 0 ? 0 : count(JSON.stringify(tools)),
        messages: messages.reduce((sum, message) => sum + count(textOf(message)), 0)
      }
      return { total: parts.instructions + parts.tools + parts.messages, ...parts }
    }
    const ofAnswer = ({ calls, text }: Answer): number =>
      count(text) + (calls.length === 0 ? 0 : count(JSON.stringify(calls)))
    return { ofQuestion, ofAnswer }
  }
)
export type TokenCounter = Effect.Effect.Success<typeof makeCounter>
