import { type Prompt } from "@effect/ai"
import { Array, Either, Option } from "effect"
import { type EndName, ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { notate } from "./Conversation.ts"
import { argumentsText, wordingOf } from "./CallWording.ts"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import { type Join } from "../../../platform/provider/Endpoint.ts"
import { failureFor } from "./Ending.ts"
import * as Json from "../../../platform/provider/Json.ts"
import { outlineOf } from "./Outline.ts"
import {
  additionsIn,
  additionsTo,
  contentParts,
  idOf,
  isCommentary,
  type Reading,
  type ReadPart,
  textOf,
  usageBy
} from "./Reading.ts"
import { endOf, errorIn } from "../../../platform/provider/Refusal.ts"
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
const body = ({ mayCall, prompt, tools }: Question, options: WireOptions, { omits, takesBack }: Dialect) => ({
  model: options.model,
  ...(omits.includes("store") ? {} : { store: false }),
  max_output_tokens: options.maxOutputTokens,
  ...Option.match(options.temperature, { onNone: () => ({}), onSome: (temperature) => ({ temperature }) }),
  ...Option.match(options.reasoningEffort, { onNone: () => ({}), onSome: (effort) => ({ reasoning: { effort } }) }),
  ...(options.isThinking && !omits.includes("include") ? { include: ["reasoning.encrypted_content"] } : {}),
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((tool) => ({
          type: "function",
          strict: options.strictTools,
          ...outlineOf(tool, options.strictTools)
        }))
      }),
  input: notate<object>(prompt, {
    said: (message) => said(message, takesBack),
    result: (id, result) => ({ type: "function_call_output", call_id: id, output: JSON.stringify(result) })
  }),
  ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" })
})

const isOf = (type: string) => (item: unknown) => Json.field(item, "type") === type

const contentOf = (item: unknown) => Json.field(item, "content")

/** What an answer failed of, if it did: only one that is completed, with items that are or have no state, is one. */
const failureOf = (answer: unknown, items: ReadonlyArray<unknown>): Option.Option<EndName> => {
  const reason = Json.field(Json.field(answer, "incomplete_details"), "reason")
  const status = Json.field(answer, "status")
  const unfinished = items
    .map((item) => Json.field(item, "status"))
    .find((status) => status !== undefined && status !== null && status !== "completed")
  const failed = (of: unknown) => Option.orElse(failureFor(of), () => Option.some("unknown_end" as const))
  return status !== "completed" || Json.text(reason) !== ""
    ? failed(Json.text(reason) === "" ? status : reason)
    : unfinished !== undefined
      ? failed(unfinished)
      : items.flatMap((item) => contentParts(contentOf(item))).some(isOf("refusal"))
        ? Option.some("declined")
        : items.filter(isOf("message")).some((item) => Option.isNone(textOf(contentOf(item))))
          ? Option.some("unreadable")
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

const usageOf = usageBy("input_tokens", "output_tokens")

const readOfMessage = new Set(["id", "type", "role", "status", "content"])
const readOfCall = new Set(["id", "type", "status", "call_id", "name", "arguments"])
const readOfThought = new Set(["status"])

/** Its ids refer to what a provider that keeps no conversations does not have: thoughts without their content are refused. */
const hasThoughts = (item: unknown) =>
  Json.text(Json.field(item, "encrypted_content")) !== "" || Json.list(Json.field(item, "content")).length > 0

const phaseOf = (item: unknown) => Json.field(item, "phase") ?? undefined

/** A part of an answer; of a kind that is not asked for, or by somebody else, none. */
const readItem = (item: unknown, hasPhases: boolean): ReadonlyArray<ReadPart> => {
  switch (Json.field(item, "type")) {
    case "message": {
      if ((Json.field(item, "role") ?? "assistant") !== "assistant") {
        return []
      }
      const text = Option.getOrElse(textOf(contentOf(item)), () => "")
      const additions = additionsTo(item, readOfMessage)
      return isCommentary(item) || (hasPhases && phaseOf(item) === undefined)
        ? [{ _tag: "Aside", additions: { role: "assistant", content: text, ...additions } }]
        : [{ _tag: "Words", text, additions }]
    }
    case "function_call": {
      const [name, given] = [Json.field(item, "name"), Json.field(item, "arguments")]
      return [
        {
          _tag: "Call",
          id: Json.field(item, "call_id") ?? Json.field(item, "id"),
          name,
          arguments: given,
          additions: { ...additionsTo(item, readOfCall), ...wordingOf(name, given) }
        }
      ]
    }
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
  // Beside a message that says that it is final, those that say nothing are not.
  const hasPhases = output.some((item) => phaseOf(item) === "final_answer")
  return Option.match(failureOf(answer, output), {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right({
        parts: apart(output.flatMap((item) => readItem(item, hasPhases))),
        model: Json.field(answer, "model"),
        usage: usageOf(answer)
      })
  })
}

/** The Responses API. */
export const responses: Wire = { path: "/responses", body, join, read, usageOf }
