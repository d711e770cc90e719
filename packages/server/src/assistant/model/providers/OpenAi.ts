import * as OpenAiClient from "@effect/ai-openai/OpenAiClient"
import * as OpenAiLanguageModel from "@effect/ai-openai/OpenAiLanguageModel"
import { type LanguageModel } from "@effect/ai"
import { Array, Either, Layer, Option, Schema } from "effect"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import type * as ProviderEndpoint from "../../../platform/provider/ProviderEndpoint.ts"
import { type GuardedClient, type Protocol } from "../../../platform/provider/GuardedClient.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"
import { type EndName, ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { endOf, errorIn } from "../../../platform/provider/Refusal.ts"
import { type ModelOptions } from "../ModelQuestion.ts"
import { originalSpelling } from "../wire/CallNormalisation.ts"
import { failureFor } from "../wire/FinishReasons.ts"
import * as Reading from "../wire/Reading.ts"
import { additionsTo, contentParts, isCommentary, textOf, usageBy } from "../wire/Reading.ts"
import { declarationOf } from "../wire/ToolDeclaration.ts"
import * as LibraryAdapter from "./LibraryAdapter.ts"

/** OpenAI's models over the Responses API, which Azure offers as well. */

const hasType = (type: string) => (item: unknown) => LenientJson.field(item, "type") === type

const contentOf = (item: unknown) => LenientJson.field(item, "content")

/** Returns the failure of an answer; none if it is completed, with all its messages and calls that have a status. */
const failureOf = (answer: unknown, items: ReadonlyArray<unknown>): Option.Option<EndName> => {
  const reason = LenientJson.field(LenientJson.field(answer, "incomplete_details"), "reason")
  const status = LenientJson.field(answer, "status")
  const unfinished = items
    .filter((item) => hasType("message")(item) || hasType("function_call")(item))
    .map((item) => LenientJson.field(item, "status"))
    .find((status) => status !== undefined && status !== null && status !== "completed")
  const failed = (of: unknown) => Option.orElse(failureFor(of), () => Option.some("unknown_end" as const))
  return status !== "completed" || LenientJson.text(reason) !== ""
    ? failed(LenientJson.text(reason) === "" ? status : reason)
    : unfinished !== undefined
      ? failed(unfinished)
      : items.flatMap((item) => contentParts(contentOf(item))).some(hasType("refusal"))
        ? Option.some("declined")
        : items.filter(hasType("message")).some((item) => Option.isNone(textOf(contentOf(item))))
          ? Option.some("unreadable")
          : Option.none()
}

const finalEvents: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"])

/** Takes the whole answer from the last event, or the error that ended the stream. */
const join: ProviderEndpoint.Join = (events) =>
  Option.map(
    Array.findLast(events, (event) => finalEvents.has(LenientJson.field(event, "type")) || hasType("error")(event)),
    (last) =>
      hasType("error")(last) ? { error: LenientJson.field(last, "error") ?? last } : LenientJson.field(last, "response")
  )

/** Returns whether an answer is unfinished. It was broken off then, since background mode is never requested. */
const isInProgress = (status: unknown) => status === "in_progress" || status === "queued"

const usageOf = usageBy("input_tokens", "output_tokens")

const messageFields = new Set(["id", "type", "role", "status", "content"])
const callFields = new Set(["id", "type", "status", "call_id", "name", "arguments"])
const reasoningFields = new Set(["status"])

/** Returns whether a reasoning item has content. The provider, which stores no items, rejects an id alone. */
const hasReasoning = (item: unknown) =>
  LenientJson.text(LenientJson.field(item, "encrypted_content")) !== "" ||
  LenientJson.list(LenientJson.field(item, "content")).length > 0

const phaseOf = (item: unknown) => LenientJson.field(item, "phase") ?? undefined

/** Reads an item of an answer. Ignores kinds that are never requested, and messages of other roles. */
const readItem = (item: unknown, hasPhases: boolean): ReadonlyArray<Reading.ReadPart> => {
  switch (LenientJson.field(item, "type")) {
    case "message": {
      if ((LenientJson.field(item, "role") ?? "assistant") !== "assistant") {
        return []
      }
      const text = Option.getOrElse(textOf(contentOf(item)), () => "")
      const additions = additionsTo(item, messageFields)
      return isCommentary(item) || (hasPhases && phaseOf(item) === undefined)
        ? [{ _tag: "Aside", additions: { role: "assistant", content: text, ...additions } }]
        : [{ _tag: "Words", text, additions }]
    }
    case "function_call": {
      const [name, args] = [LenientJson.field(item, "name"), LenientJson.field(item, "arguments")]
      return [
        {
          _tag: "Call",
          id: LenientJson.field(item, "call_id") ?? LenientJson.field(item, "id"),
          name,
          arguments: args,
          additions: { ...additionsTo(item, callFields), ...originalSpelling(name, args) }
        }
      ]
    }
    case "reasoning":
      return hasReasoning(item)
        ? [{ _tag: "Aside", additions: { summary: [], ...additionsTo(item, reasoningFields) } }]
        : []
    default:
      return []
  }
}

const read = (answer: unknown): Either.Either<Reading.Reading, ProviderFailed> => {
  const error = errorIn(answer)
  const status = LenientJson.field(answer, "status")
  if (Option.isSome(error) || status === "failed" || status === "cancelled") {
    return Either.left(new ProviderFailed({ end: endOf(Option.getOrUndefined(error)) }))
  }
  if (isInProgress(status)) {
    return Either.left(new ProviderFailed({ end: "broken_off" }))
  }
  const output = LenientJson.field(answer, "output")
  if (!Array.isArray(output)) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  // If any message has the phase `final_answer`, messages without a phase are not for the customer.
  const hasPhases = output.some((item) => phaseOf(item) === "final_answer")
  return Option.match(failureOf(answer, output), {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right(
        Reading.make(
          output.flatMap((item) => readItem(item, hasPhases)),
          LenientJson.field(answer, "model"),
          usageOf(answer)
        )
      )
  })
}

/** Reads the text deltas of messages that are not commentary. The first event of a message has its phase. */
const deltas: Protocol<Reading.Reading>["deltas"] = () => {
  const commentary = new Set<unknown>()
  return (event) => {
    const place = LenientJson.field(event, "output_index")
    if (isCommentary(LenientJson.field(event, "item"))) {
      commentary.add(place)
    }
    const isShown = hasType("response.output_text.delta")(event) && !commentary.has(place)
    return { place, text: isShown ? LenientJson.text(LenientJson.field(event, "delta")) : "" }
  }
}

/** Reader of answers of the Responses API. */
export const protocol: Protocol<Reading.Reading> = { join, read, usageOf, deltas }

/**
 * Content of an item's `id` within the library. The library keeps no other field, and the provider needs no id, since
 * it stores no items; so the id carries the item's additions. `place` makes ids unique, because equal ones are merged.
 */
const CarriedItem = Schema.parseJson(
  Schema.Struct({ place: Schema.Int, additions: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
)
const encodeCarried = Schema.encodeSync(CarriedItem)
const decodeCarried = Schema.decodeUnknownOption(CarriedItem)

const carriedBy = (item: unknown): Reading.Additions =>
  Option.match(decodeCarried(LenientJson.field(item, "id")), {
    onNone: () => ({}),
    onSome: ({ additions }) => additions
  })

/** Builds a completed answer that the library's decoder accepts. */
const answer: LibraryAdapter.LibraryAdapter["answer"] = (parts, called) => ({
  id: "",
  object: "response",
  created_at: 0,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  model: "",
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: "auto",
  tools: [],
  top_p: null,
  output: parts.flatMap((part, place): ReadonlyArray<object> => {
    const id = encodeCarried({ place, additions: Reading.additionsOf(part) })
    switch (part.type) {
      case "text":
        return [
          {
            type: "message",
            id,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: part.text, annotations: [] }]
          }
        ]
      case "reasoning":
        return [{ type: "reasoning", id, summary: [] }]
      case "tool-call":
        return [
          {
            type: "function_call",
            id,
            call_id: part.id,
            name: called,
            // The library's adapter restores the actual arguments.
            arguments: "{}"
          }
        ]
      default:
        return []
    }
  })
})

/** Returns the role of a message. The library's own choice for instructions depends on the model's name. */
const roleOf = (item: unknown, instructs: Dialect["instructionRole"]): unknown => {
  const role = LenientJson.field(item, "role")
  return role === "developer" || role === "system" ? instructs : role
}

/**
 * Converts an item of the conversation for sending: in the shortest form that every server accepts, with the provider's
 * additions but without an id, since the provider has stored no such item.
 */
const encodeItem =
  ({ instructionRole, acceptsAdditions }: Dialect, ids: ReadonlyMap<string, string>) =>
  (item: unknown): ReadonlyArray<object> => {
    const additions = acceptsAdditions ? carriedBy(item) : {}
    const callId = LenientJson.text(LenientJson.field(item, "call_id"))
    const call_id = ids.get(callId) ?? callId
    switch (LenientJson.field(item, "type")) {
      case "reasoning":
        return Object.keys(additions).length === 0 ? [] : [additions]
      case "function_call": {
        const args = LenientJson.text(LenientJson.field(item, "arguments"))
        return [
          {
            type: "function_call",
            call_id,
            name: LenientJson.field(item, "name"),
            arguments: args.startsWith("{") ? args : "{}",
            ...additions
          }
        ]
      }
      case "function_call_output":
        return [{ type: "function_call_output", call_id, output: LenientJson.field(item, "output") }]
      default: {
        const text = LenientJson.contentText(contentOf(item))
        return text === "" && additions["content"] === undefined
          ? []
          : [{ role: roleOf(item, instructionRole), content: text, ...additions }]
      }
    }
  }

/** Builds the request body. Parts that do not change must come first, since the provider caches a common prefix. */
const bodyOf =
  (options: ModelOptions): LibraryAdapter.LibraryAdapter["body"] =>
  ({ input }, { mayCall, prompt, receiver, tools }, dialect) => ({
    model: options.model,
    ...(dialect.omittedParameters.includes("store") ? {} : { store: false }),
    max_output_tokens: options.maxOutputTokens,
    temperature: Option.getOrUndefined(options.temperature),
    ...Option.match(options.reasoningEffort, { onNone: () => ({}), onSome: (effort) => ({ reasoning: { effort } }) }),
    ...(options.isReasoning && !dialect.omittedParameters.includes("include")
      ? { include: ["reasoning.encrypted_content"] }
      : {}),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: "function",
            strict: options.strictTools,
            ...declarationOf(tool, options.strictTools)
          }))
        }),
    input: LenientJson.list(input).flatMap(encodeItem(dialect, Reading.idsOf(prompt))),
    ...(mayCall || tools.length === 0 ? {} : { tool_choice: "none" }),
    ...(Option.isSome(receiver) ? { stream: true } : {})
  })

export const layer = (options: ModelOptions): Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient> => {
  const { apiKey, model } = options
  const library = OpenAiLanguageModel.layer({ model }).pipe(
    Layer.provide(OpenAiClient.layer({ apiUrl: LibraryAdapter.apiUrl, apiKey: Option.getOrUndefined(apiKey) }))
  )
  return LibraryAdapter.layer(library, options, {
    address: options.address,
    protocol,
    body: bodyOf(options),
    answer
  })
}
