import { Array, Either, Option, Predicate, Record } from "effect"
import { ProviderFailed } from "./ProviderFailed.ts"
import { type Words, textOfParts, written } from "./Conversation.ts"
import { type Join } from "./Endpoint.ts"
import * as Json from "./Json.ts"
import { outlineOf } from "./Outline.ts"
import { argumentsText, type Reading, usageBy } from "./Reading.ts"
import { endOf } from "./Refusal.ts"
import { type Question, type Wire, type WireOptions } from "./Wire.ts"

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
    const words = { role, content: textOfParts(content) }
    return [calls.length === 0 ? words : { ...words, tool_calls: calls }]
  },
  result: ({ id, result }) => ({ role: "tool", tool_call_id: id, content: JSON.stringify(result) })
})

const hasOnlyWords = (message: Message | Words) =>
  message.role === "user" || (message.role === "assistant" && message.tool_calls === undefined)

/** One message for what person or model are made to say in a row: many templates want them to take turns. */
const takingTurns = (messages: ReadonlyArray<Message | Words>): ReadonlyArray<Message | Words> =>
  Array.reduce(messages, Array.empty<Message | Words>(), (before, message) => {
    const last = before.at(-1)
    return last?.role === message.role && hasOnlyWords(last) && hasOnlyWords(message)
      ? [...before.slice(0, -1), { ...message, content: `${last.content}\n\n${message.content}` }]
      : [...before, message]
  })

/** What stays the same comes first: providers keep what they have read. Models that think take their limit by a name of its own. */
const body = ({ mayCall, prompt, tools }: Question, options: WireOptions) => ({
  model: options.model,
  [options.isThinking ? "max_completion_tokens" : "max_tokens"]: options.maxOutputTokens,
  ...Option.match(options.temperature, { onNone: () => ({}), onSome: (temperature) => ({ temperature }) }),
  ...Option.match(options.reasoningEffort, { onNone: () => ({}), onSome: (effort) => ({ reasoning_effort: effort }) }),
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => ({
          type: "function",
          function: { ...(options.strictTools ? { strict: true } : {}), ...outlineOf(tool, options.strictTools) }
        }))
      }),
  messages: takingTurns(messagesOf(prompt)),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" })
})

/** Parts of another kind are what the model says to itself. */
const isText = (part: unknown) => [undefined, "text", "output_text"].some((type) => Json.field(part, "type") === type)

const textOf = (content: unknown) =>
  Array.isArray(content)
    ? content
        .filter(isText)
        .map((part) => Json.text(Json.field(part, "text")))
        .join("")
    : Json.text(content)

/** How servers say that there is no more although there should be; whatever else they say is a good end. */
const ends: Readonly<Record<string, Reading["end"]>> = {
  length: "length",
  max_tokens: "length",
  content_filter: "content-filter",
  error: "error",
  abort: "error"
}

const finish = (choice: unknown, message: unknown): Reading["end"] =>
  Option.getOrElse(Record.get(ends, Json.text(Json.field(choice, "finish_reason")).toLowerCase()), () =>
    Json.text(Json.field(message, "refusal")) === "" ? "stop" : "other"
  )

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ""

/** What is said last of something: usage comes after the end, in an event without choices. */
const lastOf = (pieces: ReadonlyArray<unknown>, of: (piece: unknown) => unknown) =>
  Array.findLast(pieces.map(of), isPresent)

const choiceOf = (event: unknown) => Json.list(Json.field(event, "choices"))[0]

/** Pieces of one call have one place; where a server gives all calls the same, an id begins the next one. */
const joinCalls = (pieces: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const ids = new Map<unknown, unknown>()
  const callOf = (piece: unknown) => {
    const [id, index] = [Json.field(piece, "id"), Json.field(piece, "index")]
    if (isPresent(id)) {
      ids.set(index, id)
    }
    return JSON.stringify([index, ids.get(index)])
  }
  return Object.values(Array.groupBy(pieces, callOf)).map((pieces) => {
    const functions = pieces.map((piece) => Json.field(piece, "function"))
    const given = functions.map((part) => Json.field(part, "arguments")).filter(isPresent)
    return {
      id: Json.field(pieces[0], "id"),
      function: {
        name: Option.getOrUndefined(lastOf(functions, (part) => Json.field(part, "name"))),
        arguments: given.length === 1 ? given[0] : given.map(Json.text).join("")
      }
    }
  })
}

/** The pieces of a message, put together. An error ends the stream; some servers send the whole message once more. */
const join: Join = (events) => {
  const whole = events.find(
    (event) =>
      Predicate.isRecord(Json.field(event, "error")) || Predicate.isRecord(Json.field(choiceOf(event), "message"))
  )
  if (whole !== undefined) {
    return Option.some(whole)
  }
  const deltas = events.map((event) => Json.field(choiceOf(event), "delta"))
  const textIn = (name: string) => deltas.map((delta) => textOf(Json.field(delta, name))).join("")
  return Option.map(
    lastOf(events, (event) => Json.field(choiceOf(event), "finish_reason")),
    (finish_reason) => ({
      model: Option.getOrUndefined(lastOf(events, (event) => Json.field(event, "model"))),
      choices: [
        {
          finish_reason,
          message: {
            content: textIn("content"),
            refusal: textIn("refusal"),
            tool_calls: joinCalls(deltas.flatMap((delta) => Json.list(Json.field(delta, "tool_calls"))))
          }
        }
      ],
      usage: Option.getOrUndefined(lastOf(events, (event) => Json.field(event, "usage")))
    })
  )
}

const usageOf = usageBy("prompt_tokens", "completion_tokens")

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
  return Either.right({
    text: textOf(message["content"]),
    calls: Json.list(message["tool_calls"]).map((call) => ({
      id: Json.field(call, "id"),
      name: Json.field(Json.field(call, "function"), "name"),
      arguments: Json.field(Json.field(call, "function"), "arguments")
    })),
    thoughts: [],
    model: Json.field(answer, "model"),
    usage: usageOf(answer),
    end: finish(choice, message)
  })
}

/** The Chat Completions API. */
export const chat: Wire = { path: "/chat/completions", body, join, read, usageOf }
