import { type Prompt } from "@effect/ai"
import { Array, Either, Option, Predicate } from "effect"
import { ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { argumentsText, originalSpelling } from "./CallNormalisation.ts"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import { type Protocol } from "../../../platform/provider/GuardedClient.ts"
import { failureFor, knownFailureFor } from "./FinishReasons.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"
import { declarationOf } from "./ToolDeclaration.ts"
import * as Reading from "./Reading.ts"
import { additionsIn, additionsTo, contentParts, idOf, idsOf, isCommentary, textOf, usageBy } from "./Reading.ts"
import { visibleText } from "./ReasoningMarks.ts"
import { endOf, errorIn } from "../../../platform/provider/Refusal.ts"
import { deltas, joinChunks } from "./ChatStream.ts"
import { type ModelOptions, type Question } from "../ModelQuestion.ts"

/** Reading and writing of OpenAI's Chat Completions format, in its many variants. */

/** Message of a person, or instructions. */
interface TextMessage {
  readonly role: "system" | "user"
  readonly content: string
}

interface AssistantMessage {
  readonly role: "assistant"
  /** Text; or a list of parts if the provider sent one. */
  readonly content: unknown
  readonly tool_calls?: ReadonlyArray<object>
}

interface ToolMessage {
  readonly role: "tool"
  readonly tool_call_id: string
  readonly content: string
}

type Message = TextMessage | AssistantMessage | ToolMessage

/** Joins the texts of a message. */
const textOfParts = (content: ReadonlyArray<Prompt.Part>): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")

const toAssistantMessage = (
  { content }: Prompt.AssistantMessage,
  { emptyContent, acceptsAdditions }: Dialect
): AssistantMessage => {
  const added = (part: Prompt.Part) => (acceptsAdditions ? additionsIn(part) : {})
  const calls = content.flatMap((part) => {
    if (part.type !== "tool-call") {
      return []
    }
    const { function: additionsToFunction, ...additions } = added(part)
    const fn = { name: part.name, arguments: argumentsText(part.params) }
    return [
      {
        id: idOf(part),
        type: "function",
        function: Predicate.isRecord(additionsToFunction) ? { ...fn, ...additionsToFunction } : fn,
        ...additions
      }
    ]
  })
  const additions = content.flatMap((part) => (part.type === "text" ? Object.entries(added(part)) : []))
  return {
    role: "assistant",
    content: textOfParts(content) || emptyContent,
    ...Object.fromEntries(additions),
    ...(calls.length === 0 ? {} : { tool_calls: calls })
  }
}

/** Placeholder for the model's reply to tool results, if a user message follows them. */
const resultsAcknowledgement: AssistantMessage = { role: "assistant", content: "I have read the results." }

/** Placeholder for the first user message, if the conversation begins with the model. */
export const openingMessage: TextMessage = { role: "user", content: "Go on." }

const isEmpty = (content: unknown) => content === "" || content === null || content === undefined

/** Joins two contents, as a list of parts if one of them is a list. */
const joinContents = (one: unknown, other: unknown): unknown => {
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
 * Merges and inserts messages as the strictest chat templates require: after the system message, user and assistant
 * alternate with one message each, and an assistant message separates tool results from the next user message.
 */
const alternateRoles = (messages: ReadonlyArray<Message>): ReadonlyArray<Message> =>
  Array.reduce(messages, Array.empty<Message>(), (before, message) => {
    const last = before.at(-1)
    const earlier = before.slice(0, -1)
    if (message.role === "user") {
      return last?.role === "user"
        ? [...earlier, { ...message, content: `${last.content}\n\n${message.content}` }]
        : [...before, ...(last?.role === "tool" ? [resultsAcknowledgement] : []), message]
    }
    if (message.role === "assistant") {
      return last?.role === "assistant" && last.tool_calls === undefined
        ? [...earlier, { ...last, ...message, content: joinContents(last.content, message.content) }]
        : [...before, ...(last === undefined || last.role === "system" ? [openingMessage] : []), message]
    }
    return [...before, message]
  })

const messagesOf = (prompt: Prompt.Prompt, dialect: Dialect): ReadonlyArray<Message> => {
  const ids = idsOf(prompt)
  return alternateRoles(
    prompt.content.flatMap((message): ReadonlyArray<Message> => {
      switch (message.role) {
        case "system":
          return [{ role: dialect.instructionRole, content: message.content }]
        case "user":
          return [{ role: "user", content: textOfParts(message.content) }]
        case "assistant":
          return [toAssistantMessage(message, dialect)]
        case "tool":
          return message.content.map(({ id, result }) => ({
            role: "tool",
            tool_call_id: ids.get(id) ?? id,
            content: JSON.stringify(result)
          }))
      }
    })
  )
}

/** Builds the request body. Parts that do not change must come first, since providers cache a common prefix. */
export const body = ({ mayCall, prompt, receiver, tools }: Question, options: ModelOptions, dialect: Dialect) => ({
  model: options.model,
  [dialect.limit]: options.maxOutputTokens,
  ...Option.match(options.temperature, { onNone: () => ({}), onSome: (temperature) => ({ temperature }) }),
  ...Option.match(options.reasoningEffort, { onNone: () => ({}), onSome: (effort) => ({ reasoning_effort: effort }) }),
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => ({
          type: "function",
          function: { ...(options.strictTools ? { strict: true } : {}), ...declarationOf(tool, options.strictTools) }
        }))
      }),
  messages: messagesOf(prompt, dialect),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" }),
  ...(Option.isNone(receiver) ? {} : { stream: true }),
  // Without this option, a stream does not report its usage.
  ...(Option.isNone(receiver) || dialect.omittedParameters.includes("stream_options")
    ? {}
    : { stream_options: { include_usage: true } })
})

const usageOf = usageBy("prompt_tokens", "completion_tokens")

const isRefused = (message: unknown) =>
  LenientJson.text(LenientJson.field(message, "refusal")) !== "" ||
  contentParts(LenientJson.field(message, "content")).some((part) => LenientJson.field(part, "type") === "refusal")

/** Returns the failure of an answer, if any. OpenRouter has the model's own finish reason beside its normalised one. */
const failureOf = (choice: unknown, message: unknown) =>
  Option.orElse(failureFor(LenientJson.field(choice, "finish_reason")), () =>
    isRefused(message)
      ? Option.some("declined" as const)
      : knownFailureFor(LenientJson.field(choice, "native_finish_reason"))
  )

const messageFields = new Set(["role", "content", "tool_calls", "refusal", "function_call"])
const callFields = new Set(["id", "type", "index", "function", "name", "arguments"])
const functionFields = new Set(["name", "arguments"])

/** Reads a call. Some servers leave out the `function` object around its name. */
const readCall = (call: unknown) => {
  const fn = LenientJson.field(call, "function") ?? call
  const [name, args] = [LenientJson.field(fn, "name"), LenientJson.field(fn, "arguments")]
  const inFunction = {
    ...(fn === call ? {} : additionsTo(fn, functionFields)),
    ...originalSpelling(name, args)
  }
  return {
    _tag: "Call" as const,
    id: LenientJson.field(call, "id"),
    name,
    arguments: args,
    additions: {
      ...additionsTo(call, callFields),
      ...(Object.keys(inFunction).length === 0 ? {} : { function: inFunction })
    }
  }
}

/** Returns the calls of a message: `tool_calls`, or the single `function_call` of some servers. */
const callsOf = (message: unknown): ReadonlyArray<unknown> => {
  const calls = LenientJson.list(LenientJson.field(message, "tool_calls"))
  const only = LenientJson.field(message, "function_call")
  return calls.length === 0 && Predicate.isRecord(only) ? [{ function: only }] : calls
}

/** Reads the text of a message. Its content is an addition if it differs from the text for the customer. */
const readWords = (message: unknown, words: string) => {
  const content = LenientJson.field(message, "content") ?? null
  const text = isCommentary(message) ? "" : words
  return {
    _tag: "Words" as const,
    text,
    additions: {
      ...additionsTo(message, messageFields),
      ...(content === visibleText(text) ? {} : content === null ? { content } : additionsTo({ content }, new Set()))
    }
  }
}

const read = (answer: unknown): Either.Either<Reading.Reading, ProviderFailed> => {
  const choices = LenientJson.list(LenientJson.field(answer, "choices"))
  const choice = choices.find((one) => Predicate.isRecord(LenientJson.field(one, "message"))) ?? choices[0]
  const error = Option.orElse(errorIn(answer), () => errorIn(choice))
  if (Option.isSome(error)) {
    return Either.left(new ProviderFailed({ end: endOf(error.value) }))
  }
  const message = LenientJson.field(choice, "message")
  if (typeof message !== "object" || message === null) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  const words = textOf(LenientJson.field(message, "content"))
  const failure = Option.orElse(failureOf(choice, message), () =>
    Option.isNone(words) ? Option.some("unreadable" as const) : Option.none()
  )
  return Option.match(failure, {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right(
        Reading.make(
          [
            readWords(
              message,
              Option.getOrElse(words, () => "")
            ),
            ...callsOf(message).map(readCall)
          ],
          LenientJson.field(answer, "model"),
          usageOf(answer)
        )
      )
  })
}

/** Reader of answers of Chat Completions. */
export const protocol: Protocol<Reading.Reading> = { join: joinChunks, read, usageOf, deltas }
