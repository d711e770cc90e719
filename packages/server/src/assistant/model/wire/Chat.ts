import { type Prompt } from "@effect/ai"
import { Array, Either, Option, Predicate } from "effect"
import { ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { textOfParts, type Words, notate } from "./Conversation.ts"
import { argumentsText, wordingOf } from "./CallWording.ts"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import { failureFor, knownFailureFor } from "./Ending.ts"
import * as Json from "../../../platform/provider/Json.ts"
import { outlineOf } from "./Outline.ts"
import { additionsIn, additionsTo, contentParts, idOf, isCommentary, type Reading, textOf, usageBy } from "./Reading.ts"
import { spoken } from "./Marks.ts"
import { endOf, errorIn } from "../../../platform/provider/Refusal.ts"
import { joinChunks } from "./ChatStream.ts"
import { type Question, type Wire, type WireOptions } from "./Wire.ts"

/** What the model said. */
interface Said {
  readonly role: "assistant"
  /** In parts where the provider gave it so. */
  readonly content: unknown
  readonly tool_calls?: ReadonlyArray<object>
}

/** What a tool gave. */
interface Result {
  readonly role: "tool"
  readonly tool_call_id: string
  readonly content: string
}

type Message = Words | Said | Result

const said = ({ content }: Prompt.AssistantMessage, { silence, takesBack }: Dialect): Said => {
  const added = (part: Prompt.Part) => (takesBack ? additionsIn(part) : {})
  const calls = content.flatMap((part) => {
    if (part.type !== "tool-call") {
      return []
    }
    const { function: inFunction, ...additions } = added(part)
    const called = { name: part.name, arguments: argumentsText(part.params) }
    return [
      {
        id: idOf(part),
        type: "function",
        function: Predicate.isRecord(inFunction) ? { ...called, ...inFunction } : called,
        ...additions
      }
    ]
  })
  const additions = content.flatMap((part) => (part.type === "text" ? Object.entries(added(part)) : []))
  return {
    role: "assistant",
    content: textOfParts(content) || silence,
    ...Object.fromEntries(additions),
    ...(calls.length === 0 ? {} : { tool_calls: calls })
  }
}

/** Stands for what the model would say to results, where somebody else speaks next. */
const heard: Said = { role: "assistant", content: "I have read the results." }

/** Stands for what a person would say, where a conversation begins with the model. */
const opened: Words = { role: "user", content: "Go on." }

const isEmpty = (content: unknown) => content === "" || content === null || content === undefined

/** Two contents in one; parts where one of them is in parts. */
const joined = (one: unknown, other: unknown): unknown => {
  const parts = (content: unknown): ReadonlyArray<unknown> =>
    Array.isArray(content) ? content : [{ type: "text", text: content }]
  return isEmpty(one)
    ? other
    : isEmpty(other)
      ? one
      : typeof one === "string" && typeof other === "string"
        ? `${one}\n\n${other}`
        : [...parts(one), ...parts(other)]
}

/**
 * Messages in the order that the strictest templates take: a system message first, then person and model in turns, each of whom
 * says one thing at a time, and between the results of tools and a person the model.
 */
const takingTurns = (messages: ReadonlyArray<Message>): ReadonlyArray<Message> =>
  Array.reduce(messages, Array.empty<Message>(), (before, message) => {
    const last = before.at(-1)
    const earlier = before.slice(0, -1)
    if (message.role === "user") {
      return last?.role === "user"
        ? [...earlier, { ...message, content: `${last.content}\n\n${message.content}` }]
        : [...before, ...(last?.role === "tool" ? [heard] : []), message]
    }
    if (message.role === "assistant") {
      return last?.role === "assistant" && last.tool_calls === undefined
        ? [...earlier, { ...last, ...message, content: joined(last.content, message.content) }]
        : [...before, ...(last === undefined || last.role === "system" ? [opened] : []), message]
    }
    return [...before, message]
  })

const messagesOf = (prompt: Prompt.Prompt, dialect: Dialect): ReadonlyArray<Message> =>
  takingTurns(
    notate<Said | Result>(prompt, {
      said: (message) => [said(message, dialect)],
      result: (id, result) => ({ role: "tool", tool_call_id: id, content: JSON.stringify(result) })
    }).map((message) => (message.role === "system" ? { ...message, role: dialect.instructs } : message))
  )

/** What stays the same comes first: providers keep what they have read. */
const body = ({ mayCall, prompt, tools }: Question, options: WireOptions, dialect: Dialect) => ({
  model: options.model,
  [dialect.limit]: options.maxOutputTokens,
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
  messages: messagesOf(prompt, dialect),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" })
})

const usageOf = usageBy("prompt_tokens", "completion_tokens")

const isRefused = (message: unknown) =>
  Json.text(Json.field(message, "refusal")) !== "" ||
  contentParts(Json.field(message, "content")).some((part) => Json.field(part, "type") === "refusal")

/** How an answer has failed, if it has. OpenRouter tells the model's own reason beside its reading of it. */
const failureOf = (choice: unknown, message: unknown) =>
  Option.orElse(failureFor(Json.field(choice, "finish_reason")), () =>
    isRefused(message) ? Option.some("declined" as const) : knownFailureFor(Json.field(choice, "native_finish_reason"))
  )

const readOfMessage = new Set(["role", "content", "tool_calls", "refusal", "function_call"])
const readOfCall = new Set(["id", "type", "index", "function", "name", "arguments"])
const readOfFunction = new Set(["name", "arguments"])

/** A call; some servers leave out what is around its name. */
const readCall = (call: unknown) => {
  const called = Json.field(call, "function") ?? call
  const [name, given] = [Json.field(called, "name"), Json.field(called, "arguments")]
  const inFunction = { ...(called === call ? {} : additionsTo(called, readOfFunction)), ...wordingOf(name, given) }
  return {
    _tag: "Call" as const,
    id: Json.field(call, "id"),
    name,
    arguments: given,
    additions: {
      ...additionsTo(call, readOfCall),
      ...(Object.keys(inFunction).length === 0 ? {} : { function: inFunction })
    }
  }
}

/** The calls of a message: in the list of them, or the one of servers that know no list. */
const callsOf = (message: unknown): ReadonlyArray<unknown> => {
  const calls = Json.list(Json.field(message, "tool_calls"))
  const only = Json.field(message, "function_call")
  return calls.length === 0 && Predicate.isRecord(only) ? [{ function: only }] : calls
}

/** A message goes back with its content as well, where that is not the words for the customer. */
const readWords = (message: unknown, words: string) => {
  const content = Json.field(message, "content") ?? null
  const text = isCommentary(message) ? "" : words
  return {
    _tag: "Words" as const,
    text,
    additions: {
      ...additionsTo(message, readOfMessage),
      ...(content === spoken(text) ? {} : content === null ? { content } : additionsTo({ content }, new Set()))
    }
  }
}

const read = (answer: unknown): Either.Either<Reading, ProviderFailed> => {
  const [choice] = Json.list(Json.field(answer, "choices"))
  const error = Option.orElse(errorIn(answer), () => errorIn(choice))
  if (Option.isSome(error)) {
    return Either.left(new ProviderFailed({ end: endOf(error.value) }))
  }
  const message = Json.field(choice, "message")
  if (typeof message !== "object" || message === null) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  const words = textOf(Json.field(message, "content"))
  const failure = Option.orElse(failureOf(choice, message), () =>
    Option.isNone(words) ? Option.some("unreadable" as const) : Option.none()
  )
  return Option.match(failure, {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right({
        parts: [
          readWords(
            message,
            Option.getOrElse(words, () => "")
          ),
          ...callsOf(message).map(readCall)
        ],
        model: Json.field(answer, "model"),
        usage: usageOf(answer)
      })
  })
}

/** The Chat Completions API. */
export const chat: Wire = { path: "/chat/completions", body, join: joinChunks, read, usageOf }
