import * as Wrapper from "@storefront/server/assistant/guard/Wrapper"
import { Array, Option, Schema } from "effect"

/** The specialist that all wishes are for. */
export const specialist = "order-management"

/** What a customer wants: their words, and the tool call that does it. */
export interface Wish {
  readonly message: string
  readonly tool: string
  readonly params: Readonly<Record<string, unknown>>
  /** How an agent says that it is done; what is only proposed it leaves to the shop. */
  readonly done: string
}

/**
 * How the model behaves. `repeats`: it makes the call a second time although it was done. `persists`: whoever is told
 * of a failure tries again, the orchestrator in other words.
 */
export type Manner = "plain" | "repeats" | "persists"

/** What the model is to do about a wish. */
export interface Role {
  readonly wish: Wish
  readonly manner: Manner
}

/** A line of the conversation as Chat Completions has it: a message, with calls of tools or without, or what came of one. */
const Item = Schema.Struct({
  role: Schema.String,
  content: Schema.NullOr(Schema.String)
})
type Item = typeof Item.Type

/** What the model is asked. */
export const Question = Schema.Struct({
  messages: Schema.Array(Item),
  stream: Schema.optional(Schema.Boolean),
  tools: Schema.optional(Schema.Array(Schema.Struct({ function: Schema.Struct({ name: Schema.String }) })))
})
export type Question = typeof Question.Type

/** What it answers: words, or a call. */
export type Answer =
  | { readonly _tag: "Words"; readonly text: string }
  | { readonly _tag: "Call"; readonly tool: string; readonly params: Readonly<Record<string, unknown>> }

const words = (text: string): Answer => ({ _tag: "Words", text })

/** A tool's result, as far as it matters here. */
const Result = Schema.Struct({
  error: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
  response: Schema.optional(Schema.String),
  status: Schema.optional(Schema.String)
})
type Result = typeof Result.Type
const decodeResult = Schema.decodeUnknownOption(Result)

/** What a model is asked by a person or by another agent, and what the tools have said to it so far. */
const current = (messages: ReadonlyArray<Item>) => {
  const at = messages.findLastIndex(({ role }) => role === "user")
  return {
    text: Option.match(Array.get(messages, at), { onNone: () => "", onSome: ({ content }) => content ?? "" }),
    results: messages
      .slice(at + 1)
      .filter(({ role }) => role === "tool")
      .map(({ content }) =>
        Option.getOrElse(Option.flatMap(Wrapper.unwrap(content), decodeResult), (): Result => ({ error: "unreadable" }))
      )
  }
}

const callSpecialist = "call_specialist_agent"

/** Tries of one message by a model that persists. */
const maxTries = 2

/** What people read who wish for nothing. */
export const courtesy: Answer = words("You are welcome.")

/** Begins what people read whose wish was fulfilled. */
export const success = "Good news:"

/** The words that are to be answered now; the specialist gets the customer's at their end. */
export const messageOf = ({ messages }: Question) => current(messages).text

/** Whether it is the orchestrator who asks: it can ask specialists. */
export const isOrchestrator = ({ tools = [] }: Question) => tools.some((tool) => tool.function.name === callSpecialist)

/** Whether the specialist has no result yet, and whether it has all and is to answer with words now. */
export const roundOf = (question: Question, { manner }: Role) => {
  const { results } = current(question.messages)
  const failures = results.filter(({ error }) => error !== undefined).length
  return {
    isFirstRound: results.length === 0,
    isLastRound:
      failures > 0 ? manner !== "persists" || failures >= maxTries : results.length >= (manner === "repeats" ? 2 : 1)
  }
}

/** The orchestrator's call of the specialist. */
export const callOf = (message: string, more: Readonly<Record<string, unknown>> = {}): Answer => ({
  _tag: "Call",
  tool: callSpecialist,
  params: { agent_name: specialist, message, ...more }
})

/** The orchestrator has the specialist do what the customer asked for, and passes on what it says. */
const asOrchestrator = (question: Question, { manner, wish }: Role): Answer => {
  const { results } = current(question.messages)
  const last = results.at(-1)
  return last === undefined
    ? callOf(`The customer says: ${wish.message}`)
    : last.error !== undefined && manner === "persists" && results.length < maxTries
      ? callOf(`Once more, because there was no answer: ${wish.message}`)
      : words(last.response ?? last.message ?? "I could not find out more.")
}

/** What an agent says that leaves the question to the shop. */
const passedOn = "Let us see."

/** The specialist calls its tool, and says what came of it. */
const asSpecialist = (question: Question, role: Role): Answer => {
  const { wish } = role
  const last = current(question.messages).results.at(-1)
  return last === undefined || !roundOf(question, role).isLastRound
    ? { _tag: "Call", tool: wish.tool, params: wish.params }
    : words(
        last.error !== undefined
          ? (last.message ?? "It could not be done.")
          : last.status === "awaiting_confirmation"
            ? passedOn
            : `${success} ${wish.done}`
      )
}

/** The next line of the model. */
export const next = (question: Question, role: Role): Answer =>
  isOrchestrator(question) ? asOrchestrator(question, role) : asSpecialist(question, role)
