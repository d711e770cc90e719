import { type Prompt, type Response } from "@effect/ai"
import { Option, Predicate } from "effect"
import { isDeeperThan } from "../../../platform/http/JsonDepth.ts"
import { storable } from "../../../platform/text/Text.ts"
import { argumentsOf, maxDepth, nameOf } from "./CallNormalisation.ts"
import { visibleText } from "./ReasoningMarks.ts"
import * as TokenUsage from "../../../platform/provider/TokenUsage.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"

/** Reading of providers' answers, as far as it is common to all APIs: texts, calls, ids, additions, token usage. */

/** Content of a successful answer, independent of the provider's API. */
export interface Reading {
  /** In the model's order. */
  readonly parts: ReadonlyArray<ReadPart>
  readonly model: unknown
  readonly usage: TokenUsage.TokenUsage
}

/** Fields of an answer's part that are not read here. They are sent back unchanged during the turn. */
export type Additions = Readonly<Record<string, unknown>>

/** Part of an answer. An `Aside`, such as reasoning, is only for the model itself. */
export type ReadPart =
  | { readonly _tag: "Words"; readonly text: string; readonly additions: Additions }
  | { readonly _tag: "Aside"; readonly additions: Additions }
  | ReadCall

/** Tool call, not validated. */
interface ReadCall {
  readonly _tag: "Call"
  readonly id: unknown
  readonly name: unknown
  readonly arguments: unknown
  readonly additions: Additions
}

/** Returns whether a message is commentary, in which newer models announce their next steps; it is no answer. */
export const isCommentary = (message: unknown): boolean =>
  ["commentary", "analysis", "reasoning", "thinking"].includes(
    LenientJson.text(LenientJson.field(message, "phase")).toLowerCase()
  )

/** Returns the size of texts and calls in bytes. */
const sizeOf = (parts: ReadonlyArray<ReadPart>): number =>
  Buffer.byteLength(
    parts
      .flatMap((part) =>
        part._tag === "Words"
          ? [part.text]
          : part._tag === "Call"
            ? [LenientJson.text(part.name), JSON.stringify(argumentsOf(part.arguments))]
            : []
      )
      .join("")
  )

/** Separates the texts of an answer by blank lines. */
const separateTexts = (parts: ReadonlyArray<ReadPart>): ReadonlyArray<ReadPart> => {
  const first = parts.findIndex((part) => part._tag === "Words" && part.text !== "")
  return parts.map((part, index) =>
    part._tag === "Words" && part.text !== "" && index > first ? { ...part, text: `\n\n${part.text}` } : part
  )
}

/** Builds a reading. Estimates the output tokens if the server does not report them. */
export const make = (parts: ReadonlyArray<ReadPart>, model: unknown, usage: TokenUsage.TokenUsage): Reading => ({
  parts: separateTexts(parts),
  model,
  usage: { ...usage, tokensOut: usage.tokensOut || TokenUsage.estimate(sizeOf(parts)) }
})

/** Returns the parts of a content, which may be a text, a part, or a list of both. */
export const contentParts = (content: unknown): ReadonlyArray<unknown> =>
  (Array.isArray(content) ? content : content === null || content === undefined ? [] : [content]).map((part) =>
    typeof part === "string" ? { type: "text", text: part } : part
  )

/** Returns whether a part is text for the customer; other kinds are the model's reasoning. */
const isText = (part: unknown) =>
  ["text", "output_text"].includes(LenientJson.text(LenientJson.field(part, "type") ?? "text")) &&
  LenientJson.field(part, "thought") !== true

/** Returns the text of a part; undefined if its form is unknown. */
const textIn = (part: unknown): string | undefined => {
  const text = LenientJson.field(part, "text")
  const words = LenientJson.field(text, "value") ?? text
  return typeof words === "string" ? words : words === null ? "" : undefined
}

/** Returns the text for the customer in a content; none if it cannot be read. */
export const textOf = (content: unknown): Option.Option<string> =>
  Option.map(
    Option.all(
      contentParts(content)
        .filter(isText)
        .map((part) => Option.fromNullable(textIn(part)))
    ),
    (texts) => texts.join("")
  )

/** Maximum characters of an addition. Signatures of reasoning have thousands, long reasoning hundreds of thousands. */
const maxAdditionLength = 524_288

const isSmall = (value: unknown): boolean =>
  !isDeeperThan(maxDepth, value) && (JSON.stringify(value) ?? "").length <= maxAdditionLength

/** Returns the fields of a part that are not in `known`, without empty and oversized ones. */
export const additionsTo = (part: unknown, known: ReadonlySet<string>): Additions =>
  Predicate.isRecord(part)
    ? Object.fromEntries(
        Object.entries(part).filter(
          ([name, value]) =>
            !known.has(name) &&
            value !== null &&
            value !== undefined &&
            !(Array.isArray(value) && value.length === 0) &&
            isSmall(value)
        )
      )
    : {}

/** Splits a `multi_tool_use.parallel` call into the calls that it wraps. */
const unwrapParallel = (part: ReadPart): ReadonlyArray<ReadPart> => {
  const calls =
    part._tag === "Call" && /\bmulti_tool_use[._]parallel$/.test(LenientJson.text(part.name).trim())
      ? LenientJson.list(LenientJson.field(argumentsOf(part.arguments), "tool_uses"))
      : []
  return calls.length === 0
    ? [part]
    : calls.map((call) => ({
        _tag: "Call",
        id: undefined,
        name: LenientJson.field(call, "recipient_name"),
        arguments: LenientJson.field(call, "parameters"),
        additions: {}
      }))
}

/** Returns whether an id is short and simple enough for spans. */
const isPlainId = (id: string) => /^[\w.:-]{1,64}$/.test(id)

/** Maximum characters of a provider's id. Gateways put signatures of reasoning into it. */
const maxIdLength = 65_536

/** Builds an unused id of nine letters and digits, the only form that all servers accept. */
const newId = (seen: ReadonlySet<string>): string => {
  const idOfNumber = (number: number) => `call${String(number).padStart(5, "0")}`
  let number = seen.size
  while (seen.has(idOfNumber(number))) {
    number += 1
  }
  return idOfNumber(number)
}

/** Metadata key of a part's additions and provider id, and of the finish part's counts that have no field. */
export const metadataKey = "wire"

const toMetadata = (additions: Additions, id?: string) =>
  Object.keys(additions).length === 0 && id === undefined
    ? {}
    : { metadata: { [metadataKey]: { additions, ...(id === undefined ? {} : { id }) } } }

/** Returns the additions of a prompt part. */
export const additionsIn = ({ options }: Prompt.Part): Additions => {
  const additions = options[metadataKey]?.["additions"]
  return Predicate.isRecord(additions) ? additions : {}
}

/** Returns the additions of an answer part. */
export const additionsOf = ({ metadata }: Response.PartEncoded): Additions => {
  const additions = metadata?.[metadataKey]?.["additions"]
  return Predicate.isRecord(additions) ? additions : {}
}

/** Returns the provider's id of a call. It is in the metadata if it could not be used as the part's id. */
export const idOf = ({ id, options }: Prompt.ToolCallPart): string => {
  const providerId = options[metadataKey]?.["id"]
  return typeof providerId === "string" ? providerId : id
}

/** Returns the calls in a conversation, by id. */
export const callsIn = ({ content }: Prompt.Prompt): ReadonlyMap<string, Prompt.ToolCallPart> =>
  new Map(
    content.flatMap((message) =>
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [[part.id, part] as const] : []))
        : []
    )
  )

/** Maps our ids of the calls in a conversation to the provider's ids. */
export const idsOf = (prompt: Prompt.Prompt): ReadonlyMap<string, string> =>
  new Map([...callsIn(prompt)].map(([id, call]) => [id, idOf(call)]))

/**
 * Converts a reading to the parts of an answer. A call whose id is missing, or taken already in the conversation, gets
 * a new one. A long or irregular id gets one as well, and is kept for the provider.
 */
export const partsOf = (reading: Reading, conversation: Prompt.Prompt): ReadonlyArray<Response.PartEncoded> => {
  const seen = new Set<string>([...idsOf(conversation)].flat())
  const parts = reading.parts.flatMap(unwrapParallel)
  const converted = parts.map((part): Response.PartEncoded => {
    switch (part._tag) {
      case "Words":
        return { type: "text", text: visibleText(part.text), ...toMetadata(part.additions) }
      case "Aside":
        return { type: "reasoning", text: "", ...toMetadata(part.additions) }
      case "Call": {
        const providerId = LenientJson.text(part.id)
        const isUsable = providerId !== "" && providerId.length <= maxIdLength && !seen.has(providerId)
        const id = isUsable && isPlainId(providerId) ? providerId : newId(seen)
        seen.add(providerId).add(id)
        return {
          type: "tool-call",
          id,
          name: nameOf(part.name),
          params: argumentsOf(part.arguments),
          ...toMetadata(part.additions, isUsable && id !== providerId ? providerId : undefined)
        }
      }
    }
  })
  const model = storable(LenientJson.text(reading.model))
  const { cachedTokens, cacheWriteTokens, reasoningTokens, tokensIn, tokensOut } = reading.usage
  return [
    ...(model === "" ? [] : [{ type: "response-metadata" as const, modelId: model }]),
    ...converted,
    {
      type: "finish",
      reason: parts.some(({ _tag }) => _tag === "Call") ? "tool-calls" : "stop",
      usage: {
        inputTokens: tokensIn,
        cachedInputTokens: cachedTokens,
        outputTokens: tokensOut,
        reasoningTokens,
        totalTokens: tokensIn + tokensOut
      },
      metadata: { [metadataKey]: { cacheWriteTokens } }
    }
  ]
}

/** Builds a reader of token usage from the field names of input and output tokens. */
export const usageBy =
  (input: string, output: string) =>
  (answer: unknown): TokenUsage.TokenUsage => {
    const usage = LenientJson.field(answer, "usage")
    const count = (name: string) => LenientJson.count(LenientJson.field(usage, name))
    const part = (whole: string, name: string) =>
      LenientJson.count(LenientJson.field(LenientJson.field(usage, `${whole}_details`), name))
    const reasoning = part(output, "reasoning_tokens") ?? count("reasoning_tokens")
    const cached = part(input, "cached_tokens") ?? count("prompt_cache_hit_tokens") ?? count("cached_tokens") ?? 0
    const fresh = count(input)
    const [written, total] = [count(output), count("total_tokens")]
    // Some gateways exclude cached tokens from the input; they then exceed it, and the total does not contradict.
    const excludesCached =
      fresh !== undefined && cached > fresh && (total === undefined || total >= fresh + cached + (written ?? 0))
    const tokensIn = excludesCached ? fresh + cached : fresh
    return TokenUsage.make({
      tokensIn,
      cachedTokens: cached,
      cacheWriteTokens: part(input, "cache_write_tokens"),
      tokensOut: outputWithReasoning(tokensIn, written, total, reasoning),
      reasoningTokens: reasoning
    })
  }

/**
 * Returns the output tokens including reasoning, which some servers (Gemini, Grok) exclude. That can be seen from the
 * total, or without a total from more reasoning than output.
 */
const outputWithReasoning = (
  input: number | undefined,
  output: number | undefined,
  total: number | undefined,
  reasoning = 0
): number | undefined => {
  if (output === undefined) {
    return total === undefined || input === undefined ? undefined : total - input
  }
  return total !== undefined && input !== undefined
    ? Math.max(output, total - input)
    : reasoning > output
      ? output + reasoning
      : output
}
