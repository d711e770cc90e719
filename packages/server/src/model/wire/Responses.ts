import { Array, Either, Option, Predicate } from "effect"
import { ProviderFailed } from "./ProviderFailed.ts"
import { textOfParts, written } from "./Conversation.ts"
import { type Join } from "./Endpoint.ts"
import * as Json from "./Json.ts"
import { outlineOf } from "./Outline.ts"
import { argumentsText, type Reading, thoughtIn, usageBy } from "./Reading.ts"
import { endOf } from "./Refusal.ts"
import { type Question, type Wire, type WireOptions } from "./Wire.ts"

/**
 * Items of the conversation in their shortest form, which every server takes: a strict one wants every field of a longer
 * form, and ids of a provider name what it has not kept.
 */
const itemsOf = written<object>({
  said: ({ content, role }) => {
    const words = textOfParts(content)
    return [
      ...content.flatMap((part) => (part.type === "reasoning" ? thoughtIn(part) : [])),
      ...(words === "" ? [] : [{ role, content: words }]),
      ...content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ type: "function_call", call_id: part.id, name: part.name, arguments: argumentsText(part.params) }]
          : []
      )
    ]
  },
  result: ({ id, result }) => ({ type: "function_call_output", call_id: id, output: JSON.stringify(result) })
})

/** Conversations are not kept by the provider. What stays the same comes first: providers keep what they have read. */
const body = ({ mayCall, prompt, tools }: Question, options: WireOptions) => ({
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
  input: itemsOf(prompt),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" })
})

const partsOf = (item: unknown): ReadonlyArray<unknown> => {
  const content = Json.field(item, "content")
  return typeof content === "string" ? [{ type: "output_text", text: content }] : Json.list(content)
}

const isOf = (type: string) => (item: unknown) => Json.field(item, "type") === type

/** What an answer ended with: cut off, stopped, refused by the model, or nothing of that. */
const finish = (answer: unknown, parts: ReadonlyArray<unknown>): Reading["end"] => {
  const reason = Json.field(Json.field(answer, "incomplete_details"), "reason")
  return reason === "content_filter"
    ? "content-filter"
    : Json.field(answer, "status") === "incomplete"
      ? "length"
      : parts.some(isOf("refusal"))
        ? "other"
        : "stop"
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

const read = (answer: unknown): Either.Either<Reading, ProviderFailed> => {
  const error = Json.field(answer, "error")
  const status = Json.field(answer, "status")
  if (Predicate.isRecord(error) || status === "failed" || status === "cancelled") {
    return Either.left(new ProviderFailed({ end: endOf(error) }))
  }
  if (isUnderWay(status)) {
    return Either.left(new ProviderFailed({ end: "broken_off" }))
  }
  const output = Json.field(answer, "output")
  if (!Array.isArray(output)) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  const items = Json.list(output)
  const messages = items.filter(isOf("message"))
  return Either.right({
    text: messages
      .map(textOf)
      .filter((text) => text !== "")
      .join("\n\n"),
    calls: items.filter(isOf("function_call")).map((item) => ({
      id: Json.field(item, "call_id") ?? Json.field(item, "id"),
      name: Json.field(item, "name"),
      arguments: Json.field(item, "arguments")
    })),
    thoughts: items
      .filter(Predicate.isRecord)
      .flatMap(({ encrypted_content, id, summary, type }) =>
        type === "reasoning" && typeof encrypted_content === "string" && encrypted_content !== ""
          ? [{ type, id, summary: Json.list(summary), encrypted_content }]
          : []
      ),
    model: Json.field(answer, "model"),
    usage: usageOf(answer),
    end: finish(answer, messages.flatMap(partsOf))
  })
}

/** The Responses API. */
export const responses: Wire = { path: "/responses", body, join, read, usageOf }
