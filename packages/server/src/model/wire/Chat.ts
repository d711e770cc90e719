import { Array, Either, Predicate } from "effect"
import { type Question } from "../PlainLanguageModel.ts"
import { ProviderFailed } from "../ProviderFailed.ts"
import { type Words, wordsOf, written } from "./Conversation.ts"
import * as Json from "./Json.ts"
import { argumentsText, outlineOf, type Reading } from "./Reading.ts"
import { endOf } from "./Refusal.ts"
import { type Wire, type WireOptions } from "./Wire.ts"

/** What the model said, or what a tool gave. */
interface Message {
  readonly role: "assistant" | "tool"
  readonly content: string
  readonly tool_calls?: ReadonlyArray<object>
  readonly tool_call_id?: string
}

const messagesOf = written<Message>({
  said: ({ content, role }) => {
    const calls = content.flatMap((part) =>
      part.type === "tool-call"
        ? [{ id: part.id, type: "function", function: { name: part.name, arguments: argumentsText(part.params) } }]
        : []
    )
    const words = { role, content: wordsOf(content) }
    return [calls.length === 0 ? words : { ...words, tool_calls: calls }]
  },
  result: ({ id, result }) => ({ role: "tool", tool_call_id: id, content: JSON.stringify(result) })
})

/** One message for what a person is made to say in a row: many templates want person and model to take turns. */
const takingTurns = (messages: ReadonlyArray<Message | Words>): ReadonlyArray<Message | Words> =>
  Array.reduce(messages, Array.empty<Message | Words>(), (before, message) => {
    const last = before.at(-1)
    return last?.role === "user" && message.role === "user"
      ? [...before.slice(0, -1), { role: "user", content: `${last.content}\n\n${message.content}` }]
      : [...before, message]
  })

const body = ({ prompt, tools }: Question, { model }: WireOptions) => ({
  model,
  messages: takingTurns(messagesOf(prompt)),
  ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", function: outlineOf(tool) })) })
})

const textOf = (content: unknown) =>
  Array.isArray(content)
    ? content.map((part: unknown) => Json.text(Json.field(part, "text"))).join("")
    : Json.text(content)

const finish = (choice: unknown, message: unknown): Reading["end"] => {
  switch (Json.field(choice, "finish_reason")) {
    case "length":
      return "length"
    case "content_filter":
      return "content-filter"
    default:
      return Json.text(Json.field(message, "refusal")) === "" ? "stop" : "other"
  }
}

const read = (answer: unknown): Either.Either<Reading, ProviderFailed> => {
  const error = Json.field(answer, "error")
  if (Predicate.isRecord(error)) {
    return Either.left(new ProviderFailed({ end: endOf(error) }))
  }
  const [choice] = Json.list(Json.field(answer, "choices"))
  const message = Json.field(choice, "message")
  if (!Predicate.isRecord(message)) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  const usage = Json.field(answer, "usage")
  return Either.right({
    text: textOf(message["content"]),
    calls: Json.list(message["tool_calls"]).map((call) => ({
      id: Json.field(call, "id"),
      name: Json.field(Json.field(call, "function"), "name"),
      arguments: Json.field(Json.field(call, "function"), "arguments")
    })),
    thoughts: [],
    model: Json.field(answer, "model"),
    tokensIn: Json.field(usage, "prompt_tokens"),
    tokensOut: Json.field(usage, "completion_tokens"),
    end: finish(choice, message)
  })
}

/** The Chat Completions API. */
export const chat: Wire = { path: "/chat/completions", body, read }
