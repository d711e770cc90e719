import { type Prompt } from "@effect/ai"
import { Array, Either, Option } from "effect"
import { ProviderFailed } from "./ProviderFailed.ts"
import { written } from "./Conversation.ts"
import { type Dialect } from "./Dialect.ts"
import { type Join } from "./Endpoint.ts"
import { failureFor } from "./Ending.ts"
import * as Json from "./Json.ts"
import { outlineOf } from "./Outline.ts"
import {
  additionsIn,
  additionsTo,
  argumentsText,
  idOf,
  isCommentary,
  type Reading,
  type ReadPart,
  usageBy
} from "./Reading.ts"
import { endOf, errorIn } from "./Refusal.ts"
import { type Question, type Wire, type WireOptions } from "./Wire.ts"

/**
 * What a model said, in its order and in the shortest form that every server takes: a strict one wants every field of a longer form,
 * and ids of a provider name what it has not kept. What it put on its items besides goes back with them.
 */
const said = ({ content }: Prompt.AssistantMessage, takesBack: boolean): ReadonlyArray<object> =>
  content.flatMap((part): ReadonlyArray<object> => {
    const additions = takesBack ? additionsIn(part) : {}
    switch (part.type) {
      case "reasoning":
        return Object.keys(additions).length === 0 ? [] : [additions]
      case "text":
        return part.text === "" && additions["content"] === undefined
          ? []
          : [{ role: "assistant", content: part.text, ...additions }]
      case "tool-call":
        return [
          {
            type: "function_call",
            call_id: idOf(part),
            name: part.name,
            arguments: argumentsText(part.params),
            ...additions
          }
        ]
      default:
        return []
    }
  })

/** Conversations are not kept by the provider. What stays the same comes first: providers keep what they have read. */
const body = ({ mayCall, prompt, tools }: Question, options: WireOptions, { takesBack }: Dialect) => ({
  model: options.model,
  store: false,
  max_output_tokens: options.maxOutputTokens,
  ...Option.match(options.temperature, { onNone: () => ({}), onSome: (temperature) => ({ temperature }) }),
  ...Option.match(options.reasoningEffort, { onNone: () => ({}), onSome: (effort) => ({ reasoning: { effort } }) }),
  ...(options.isThinking ? { include: ["reasoning.encrypted_content"] } : {}),
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => ({
          type: "function",
          strict: options.strictTools,
          ...outlineOf(tool, options.strictTools)
        }))
      }),
  input: written<object>(prompt, {
    said: (message) => said(message, takesBack),
    result: (id, result) => ({ type: "function_call_output", call_id: id, output: JSON.stringify(result) })
  }),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" })
})

const partsOf = (item: unknown): ReadonlyArray<unknown> => {
  const content = Json.field(item, "content")
  return typeof content === "string" ? [{ type: "output_text", text: content }] : Json.list(content)
}

const isOf = (type: string) => (item: unknown) => Json.field(item, "type") === type

/** What an answer failed of, if it did: only one that is completed, with items that are, is one. */
const failureOf = (answer: unknown, items: ReadonlyArray<unknown>) => {
  const reason = Json.field(Json.field(answer, "incomplete_details"), "reason")
  const status = Json.field(answer, "status")
  const unfinished = items
    .map((item) => Json.field(item, "status"))
    .find((status) => status === "incomplete" || status === "failed")
  return status !== "completed" || Json.text(reason) !== ""
    ? Option.orElse(failureFor(Json.text(reason) === "" ? status : reason), () => Option.some("unknown_end" as const))
    : unfinished !== undefined
      ? failureFor(unfinished)
      : items.flatMap(partsOf).some(isOf("refusal"))
        ? Option.some("declined" as const)
        : Option.none()
}

const lastEvents: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"])

/** The last event has the whole answer; an error ends the stream without one. */
const join: Join = (events) =>
  Option.map(
    Array.findLast(events, (event) => lastEvents.has(Json.field(event, "type")) || isOf("error")(event)),
    (last) => (isOf("error")(last) ? { error: Json.field(last, "error") ?? last } : Json.field(last, "response"))
  )

/** Who asks for no work in the background gets no answer that still grows, unless something broke off. */
const isUnderWay = (status: unknown) => status === "in_progress" || status === "queued"

const textOf = (message: unknown) =>
  partsOf(message)
    .filter(isOf("output_text"))
    .map((part) => Json.text(Json.field(part, "text")))
    .join("")

const usageOf = usageBy("input_tokens", "output_tokens")

const readOfMessage = new Set(["id", "type", "role", "status", "content"])
const readOfCall = new Set(["id", "type", "status", "call_id", "name", "arguments"])
const readOfThought = new Set(["status"])

/** Its ids refer to what a provider that keeps no conversations does not have: thoughts without their content are refused. */
const hasThoughts = (item: unknown) =>
  Json.text(Json.field(item, "encrypted_content")) !== "" || Json.list(Json.field(item, "content")).length > 0

/** A part of an answer; of a kind that is not asked for, none. */
const readItem = (item: unknown): ReadonlyArray<ReadPart> => {
  switch (Json.field(item, "type")) {
    case "message": {
      const text = textOf(item)
      const additions = additionsTo(item, readOfMessage)
      return isCommentary(item)
        ? [{ _tag: "Aside", additions: { role: "assistant", content: text, ...additions } }]
        : [{ _tag: "Words", text, additions }]
    }
    case "function_call":
      return [
        {
          _tag: "Call",
          id: Json.field(item, "call_id") ?? Json.field(item, "id"),
          name: Json.field(item, "name"),
          arguments: Json.field(item, "arguments"),
          additions: additionsTo(item, readOfCall)
        }
      ]
    case "reasoning":
      return hasThoughts(item)
        ? [{ _tag: "Aside", additions: { summary: [], ...additionsTo(item, readOfThought) } }]
        : []
    default:
      return []
  }
}

/** The messages of an answer stand each by itself. */
const apart = (parts: ReadonlyArray<ReadPart>): ReadonlyArray<ReadPart> => {
  const first = parts.findIndex((part) => part._tag === "Words" && part.text !== "")
  return parts.map((part, index) =>
    part._tag === "Words" && part.text !== "" && index > first ? { ...part, text: `\n\n${part.text}` } : part
  )
}

const read = (answer: unknown): Either.Either<Reading, ProviderFailed> => {
  const error = errorIn(answer)
  const status = Json.field(answer, "status")
  if (Option.isSome(error) || status === "failed" || status === "cancelled") {
    return Either.left(new ProviderFailed({ end: endOf(Option.getOrUndefined(error)) }))
  }
  if (isUnderWay(status)) {
    return Either.left(new ProviderFailed({ end: "broken_off" }))
  }
  const output = Json.field(answer, "output")
  if (!Array.isArray(output)) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  return Option.match(failureOf(answer, output), {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right({
        parts: apart(output.flatMap(readItem)),
        model: Json.field(answer, "model"),
        usage: usageOf(answer)
      })
  })
}

/** The Responses API. */
export const responses: Wire = { path: "/responses", body, join, read, usageOf }
