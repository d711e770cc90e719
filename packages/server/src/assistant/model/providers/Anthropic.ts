import * as AnthropicClient from "@effect/ai-anthropic/AnthropicClient"
import * as AnthropicLanguageModel from "@effect/ai-anthropic/AnthropicLanguageModel"
import { type LanguageModel, type Prompt } from "@effect/ai"
import { Array, Either, Layer, Option, Predicate, Record, Schema, Struct } from "effect"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import { type GuardedClient, type Protocol } from "../../../platform/provider/GuardedClient.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"
import { ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { endOf, errorIn } from "../../../platform/provider/Refusal.ts"
import * as TokenUsage from "../../../platform/provider/TokenUsage.ts"
import { type ModelOptions, type Question } from "../ModelQuestion.ts"
import { originalSpelling } from "../wire/CallNormalisation.ts"
import { openingMessage } from "../wire/Chat.ts"
import { failureFor } from "../wire/FinishReasons.ts"
import { declarationOf } from "../wire/ToolDeclaration.ts"
import * as Reading from "../wire/Reading.ts"
import * as LibraryAdapter from "./LibraryAdapter.ts"

/** Anthropic's models, over the Messages API. */

/** Reads the usage. `tokensIn` is the sum of new input, cache reads and cache writes, which the provider separates. */
const usageOf: Protocol<Reading.Reading>["usageOf"] = (answer) => {
  const usage = LenientJson.field(answer, "usage")
  const count = (name: string) => LenientJson.count(LenientJson.field(usage, name)) ?? 0
  const [cachedTokens, cacheWriteTokens] = [count("cache_read_input_tokens"), count("cache_creation_input_tokens")]
  return TokenUsage.make({
    tokensIn: count("input_tokens") + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    tokensOut: count("output_tokens"),
    reasoningTokens: LenientJson.count(
      LenientJson.field(LenientJson.field(usage, "output_tokens_details"), "thinking_tokens")
    )
  })
}

const typeOf = (json: unknown): string => LenientJson.text(LenientJson.field(json, "type"))

const callFields = new Set(["id", "type", "name", "input"])

/** Reads a block of an answer. Ignores kinds that are never requested. */
const readBlock = (block: unknown): ReadonlyArray<Reading.ReadPart> => {
  switch (typeOf(block)) {
    // Kept whole, because the provider rejects altered thinking blocks.
    case "thinking":
    case "redacted_thinking":
      return [{ _tag: "Aside", additions: Reading.additionsTo(block, new Set()) }]
    case "tool_use": {
      const name = LenientJson.field(block, "name")
      return [
        {
          _tag: "Call",
          id: LenientJson.field(block, "id"),
          name,
          arguments: LenientJson.field(block, "input"),
          additions: { ...Reading.additionsTo(block, callFields), ...originalSpelling(name, undefined) }
        }
      ]
    }
    default: {
      const text = Option.getOrElse(Reading.textOf(block), () => "")
      return text === "" ? [] : [{ _tag: "Words", text, additions: {} }]
    }
  }
}

const read = (answer: unknown): Either.Either<Reading.Reading, ProviderFailed> => {
  const error = errorIn(answer)
  if (Option.isSome(error)) {
    return Either.left(new ProviderFailed({ end: endOf(error.value) }))
  }
  const content = LenientJson.field(answer, "content")
  if (typeof content !== "string" && !Array.isArray(content)) {
    return Either.left(new ProviderFailed({ end: "unreadable" }))
  }
  const failure = Option.orElse(failureFor(LenientJson.field(answer, "stop_reason")), () =>
    Option.isNone(Reading.textOf(content)) ? Option.some("unreadable" as const) : Option.none()
  )
  return Option.match(failure, {
    onSome: (end) => Either.left(new ProviderFailed({ end })),
    onNone: () =>
      Either.right(
        Reading.make(
          Reading.contentParts(content).flatMap(readBlock),
          LenientJson.field(answer, "model"),
          usageOf(answer)
        )
      )
  })
}

const eventsOf = (events: ReadonlyArray<unknown>, type: string) => events.filter((event) => typeOf(event) === type)

/** Merges objects; later fields override earlier ones unless they are null. */
const overlay = (...objects: ReadonlyArray<unknown>): object =>
  Object.fromEntries(
    objects.flatMap((object) =>
      Predicate.isRecord(object) ? Object.entries(object).filter(([, value]) => value !== null) : []
    )
  )

/** Field of a delta and the field of the block that it is appended to, by type of delta. */
const deltaFields: Record.ReadonlyRecord<string, readonly [piece: string, field: string]> = {
  text_delta: ["text", "text"],
  thinking_delta: ["thinking", "thinking"],
  signature_delta: ["signature", "signature"],
  input_json_delta: ["partial_json", "input"]
}

/** Appends the deltas to a block. The input of a call stays JSON text. */
const mergeDeltas = (block: unknown, deltas: ReadonlyArray<unknown>): object => {
  const fields = Array.dedupe(deltas.flatMap((delta) => deltaFields[typeOf(delta)]?.slice(1) ?? []))
  const texts = (field: string) =>
    deltas.map((delta) => {
      const [piece, target] = deltaFields[typeOf(delta)] ?? []
      return piece === undefined || target !== field ? "" : LenientJson.text(LenientJson.field(delta, piece))
    })
  return overlay(
    block,
    Record.fromIterableWith(fields, (field) => [
      field,
      LenientJson.text(LenientJson.field(block, field)) + texts(field).join("")
    ])
  )
}

/** Assembles the message of a completed stream. An error event completes it as well. */
const join: Protocol<Reading.Reading>["join"] = (events) => {
  const [error] = eventsOf(events, "error")
  if (error !== undefined) {
    return Option.some(error)
  }
  const message = LenientJson.field(eventsOf(events, "message_start")[0], "message")
  const ends = eventsOf(events, "message_delta")
  const deltas = eventsOf(events, "content_block_delta")
  return Option.map(Array.head(eventsOf(events, "message_stop")), () => ({
    ...overlay(message, ...ends.map((end) => LenientJson.field(end, "delta"))),
    usage: overlay(LenientJson.field(message, "usage"), ...ends.map((end) => LenientJson.field(end, "usage"))),
    content: eventsOf(events, "content_block_start").map((start) =>
      mergeDeltas(
        LenientJson.field(start, "content_block"),
        deltas
          .filter((delta) => LenientJson.field(delta, "index") === LenientJson.field(start, "index"))
          .map((event) => LenientJson.field(event, "delta"))
      )
    )
  }))
}

const deltas: Protocol<Reading.Reading>["deltas"] = () => (event) => {
  const delta = LenientJson.field(event, "delta")
  return {
    place: LenientJson.field(event, "index"),
    text: typeOf(delta) === "text_delta" ? LenientJson.text(LenientJson.field(delta, "text")) : ""
  }
}

/** Reader of answers of the Messages API. */
export const protocol: Protocol<Reading.Reading> = { join, read, usageOf, deltas }

/** Content of `signature` within the library. It is the whole block, whose new fields the library would drop. */
const CarriedBlock = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const encodeCarried = Schema.encodeSync(CarriedBlock)
const decodeCarried = Schema.decodeUnknownOption(CarriedBlock)

/** Builds an answer that the library's decoder accepts. Usage, calls and names are not taken from it: see `Library`. */
const answer: LibraryAdapter.LibraryAdapter["answer"] = (parts, called) => ({
  id: "",
  type: "message",
  role: "assistant",
  model: "",
  stop_reason: "end_turn",
  usage: { input_tokens: 0, output_tokens: 0 },
  content: parts.flatMap((part): ReadonlyArray<object> => {
    switch (part.type) {
      case "text":
        return [{ type: "text", text: part.text }]
      case "reasoning":
        return [{ type: "thinking", thinking: "", signature: encodeCarried(Reading.additionsOf(part)) }]
      case "tool-call":
        // The library's adapter restores the actual input.
        return [{ type: "tool_use", id: part.id, name: called, input: {} }]
      default:
        return []
    }
  })
})

/** Thinking tokens by our level of effort, for models that take a token budget. */
const budgets = { none: 0, minimal: 1_024, low: 2_048, medium: 8_192, high: 16_384, xhigh: 32_768 } as const

/** Minimum thinking budget that the provider accepts. The answer itself gets at least as many tokens. */
const minThinking = 1_024

/** Provider's levels of effort by ours. */
const efforts = { none: "low", minimal: "low", low: "low", medium: "medium", high: "high", xhigh: "xhigh" } as const

/** Builds the thinking parameters. Newer models reject a token budget and require a level of effort. */
const thinking = ({ maxOutputTokens, reasoningEffort }: ModelOptions, { thinkingLimit }: Dialect) =>
  Option.match(
    Option.filter(reasoningEffort, (effort) => effort !== "none" && maxOutputTokens > minThinking),
    {
      onNone: () => ({}),
      onSome: (effort) =>
        thinkingLimit === "effort"
          ? { thinking: { type: "adaptive" }, output_config: { effort: efforts[effort] } }
          : {
              thinking: {
                type: "enabled",
                budget_tokens: Math.max(minThinking, Math.min(budgets[effort], maxOutputTokens - minThinking))
              }
            }
    }
  )

/** Marks the last of these blocks, up to which the provider caches the request. */
const withCacheMark = (blocks: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  blocks.map((block, index) =>
    Predicate.isRecord(block) && index === blocks.length - 1
      ? { ...block, cache_control: { type: "ephemeral" } }
      : block
  )

/** Fields of thinking blocks that every provider accepts back. */
const thinkingFields = ["type", "thinking", "signature", "data"] as const

/**
 * Converts a block of the conversation for sending, with the provider's additions. The provider would reject blank
 * texts and arguments that are not an object.
 */
const encodeBlock =
  ({ acceptsAdditions }: Dialect, calls: ReadonlyMap<string, Prompt.ToolCallPart>) =>
  (block: unknown): ReadonlyArray<object> => {
    if (!Predicate.isRecord(block)) {
      return []
    }
    const call = calls.get(LenientJson.text(block["id"] ?? block["tool_use_id"]))
    switch (block["type"]) {
      case "text":
        return LenientJson.text(block["text"]).trim() === "" ? [] : [block]
      case "thinking":
        return Option.toArray(decodeCarried(block["signature"])).map((thinkingBlock) =>
          acceptsAdditions ? thinkingBlock : Struct.pick(thinkingBlock, ...thinkingFields)
        )
      case "tool_use":
        return [
          {
            ...block,
            ...(call === undefined ? {} : { id: Reading.idOf(call) }),
            input: Predicate.isRecord(block["input"]) ? block["input"] : {},
            ...(call === undefined || !acceptsAdditions ? {} : Reading.additionsIn(call))
          }
        ]
      case "tool_result":
        return [{ ...block, ...(call === undefined ? {} : { tool_use_id: Reading.idOf(call) }) }]
      default:
        return [block]
    }
  }

/** Drops empty messages, marks the last one for caching, and prepends a user message if the assistant speaks first. */
const messagesOf = (messages: ReadonlyArray<unknown>, send: ReturnType<typeof encodeBlock>): ReadonlyArray<object> => {
  const nonEmpty = messages.flatMap((message) => {
    const content = LenientJson.list(LenientJson.field(message, "content")).flatMap(send)
    return content.length === 0 ? [] : [{ role: LenientJson.field(message, "role"), content }]
  })
  const last = nonEmpty.length - 1
  const marked = nonEmpty.map((message, place) =>
    place === last ? { ...message, content: withCacheMark(message.content) } : message
  )
  return nonEmpty[0]?.role === "assistant" ? [openingMessage, ...marked] : marked
}

/** Describes the tools. If none is offered any more, the provider still requires those of earlier calls. */
const toolsOf = (
  tools: Question["tools"],
  strict: boolean,
  calls: ReadonlyMap<string, Prompt.ToolCallPart>
): ReadonlyArray<object> =>
  tools.length > 0
    ? tools.map((tool) => {
        const { description, name, parameters } = declarationOf(tool, strict)
        return { name, description, input_schema: parameters, ...(strict ? { strict } : {}) }
      })
    : Array.dedupe([...calls.values()].map(({ name }) => name)).map((name) => ({
        name,
        input_schema: { type: "object" }
      }))

/**
 * Builds the request body. Two prefixes are marked for caching: tools and instructions, which do not change, and the
 * whole conversation, which the next round of the turn continues.
 */
const bodyOf =
  (options: ModelOptions): LibraryAdapter.LibraryAdapter["body"] =>
  ({ messages, system }, { mayCall, prompt, receiver, tools }, dialect) => {
    const calls = Reading.callsIn(prompt)
    const sentTools = toolsOf(tools, options.strictTools, calls)
    const instructions = LenientJson.list(system)
    const hasInstructions = instructions.length > 0
    return {
      model: options.model,
      max_tokens: options.maxOutputTokens,
      temperature: Option.getOrUndefined(options.temperature),
      ...thinking(options, dialect),
      ...(sentTools.length === 0 ? {} : { tools: hasInstructions ? sentTools : withCacheMark(sentTools) }),
      ...(hasInstructions ? { system: withCacheMark(instructions) } : {}),
      messages: messagesOf(LenientJson.list(messages), encodeBlock(dialect, calls)),
      ...((mayCall && tools.length > 0) || sentTools.length === 0 ? {} : { tool_choice: { type: "none" } }),
      ...(Option.isSome(receiver) ? { stream: true } : {})
    }
  }

export const layer = (options: ModelOptions): Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient> => {
  const { apiKey, model } = options
  const library = AnthropicLanguageModel.layer({ model }).pipe(
    Layer.provide(AnthropicClient.layer({ apiUrl: LibraryAdapter.apiUrl, apiKey: Option.getOrUndefined(apiKey) }))
  )
  return LibraryAdapter.layer(library, options, {
    address: options.address,
    protocol,
    body: bodyOf(options),
    answer
  })
}
