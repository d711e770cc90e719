import { type Prompt, type Response } from "@effect/ai"
import { Option, Predicate } from "effect"
import { isDeeperThan } from "../../../platform/http/JsonDepth.ts"
import { storable } from "../../../platform/text/Text.ts"
import { argumentsOf, maxDepth, nameOf } from "./CallWording.ts"
import { spoken } from "./Marks.ts"
import * as TokenUsage from "../../../platform/provider/TokenUsage.ts"
import * as Json from "../../../platform/provider/Json.ts"

/** What was understood of an answer that ended well, whichever interface it came by. */
export interface Reading {
  /** In the order in which the model said them. */
  readonly parts: ReadonlyArray<ReadPart>
  readonly model: unknown
  readonly usage: TokenUsage.TokenUsage
}

/** What the provider put on a part of its answer; it gets it back as it came while the model works on the same message. */
export type Additions = Readonly<Record<string, unknown>>

/** A part of an answer. `Aside` is for nobody but the model itself. */
export type ReadPart =
  | { readonly _tag: "Words"; readonly text: string; readonly additions: Additions }
  | { readonly _tag: "Aside"; readonly additions: Additions }
  | ReadCall

/** A call of a tool as it came. */
interface ReadCall {
  readonly _tag: "Call"
  readonly id: unknown
  readonly name: unknown
  readonly arguments: unknown
  readonly additions: Additions
}

/** The phase of a message in which newer models tell what they are about to do; it is no part of their answer. */
export const isCommentary = (message: unknown): boolean =>
  ["commentary", "analysis", "reasoning", "thinking"].includes(Json.text(Json.field(message, "phase")).toLowerCase())

/** What a model said aloud and wants, as text. */
export const contentOf = ({ parts }: Reading): string =>
  parts
    .flatMap((part) => (part._tag === "Words" ? [part.text] : part._tag === "Call" ? [JSON.stringify(part)] : []))
    .join("")

/** The parts of a content, which comes as a text, as one part or as a list of both. */
export const contentParts = (content: unknown): ReadonlyArray<unknown> =>
  (Array.isArray(content) ? content : content === null || content === undefined ? [] : [content]).map((part) =>
    typeof part === "string" ? { type: "text", text: part } : part
  )

/** Parts of another kind are what the model says to itself. */
const isText = (part: unknown) =>
  [undefined, "text", "output_text"].some((type) => Json.field(part, "type") === type) &&
  Json.field(part, "thought") !== true

/** The words of a part; none of one that has them where nobody looks. */
const textIn = (part: unknown): string | undefined => {
  const text = Json.field(part, "text")
  const words = Json.field(text, "value") ?? text
  return typeof words === "string" ? words : words === null ? "" : undefined
}

/** The words for the customer in a content; none where it cannot be read. */
export const textOf = (content: unknown): Option.Option<string> =>
  Option.map(
    Option.all(
      contentParts(content)
        .filter(isText)
        .map((part) => Option.fromNullable(textIn(part)))
    ),
    (texts) => texts.join("")
  )

/** Characters of one addition: the signatures of thoughts have a few thousand, the longest thoughts a few hundred thousand. */
const maxAddition = 524_288

const isSmall = (value: unknown): boolean =>
  !isDeeperThan(maxDepth, value) && (JSON.stringify(value) ?? "").length <= maxAddition

/** The fields of a part that are not among those that are read of it; nothing is lost with an empty one. */
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

/** Calls that a model wraps up in one: each is made by itself. */
const unwrapped = (part: ReadPart): ReadonlyArray<ReadPart> => {
  const calls =
    part._tag === "Call" && /\bmulti_tool_use[._]parallel$/.test(Json.text(part.name).trim())
      ? Json.list(Json.field(argumentsOf(part.arguments), "tool_uses"))
      : []
  return calls.length === 0
    ? [part]
    : calls.map((call) => ({
        _tag: "Call",
        id: undefined,
        name: Json.field(call, "recipient_name"),
        arguments: Json.field(call, "parameters"),
        additions: {}
      }))
}

/** An id that may stand on spans. */
const isPlainId = (id: string) => /^[\w.:-]{1,64}$/.test(id)

/** Characters of an id; gateways put the signature of a thought into it. */
const maxId = 65_536

/** An id that none of these is: letters and digits, nine of them, the one form that all servers take. */
const newId = (seen: ReadonlySet<string>): string => {
  const numbered = (number: number) => `call${String(number).padStart(5, "0")}`
  let number = seen.size
  while (seen.has(numbered(number))) {
    number += 1
  }
  return numbered(number)
}

/** Where parts of a message keep what goes back to the provider. */
const key = "wire"

const kept = (additions: Additions, id?: string) =>
  Object.keys(additions).length === 0 && id === undefined
    ? {}
    : { metadata: { [key]: { additions, ...(id === undefined ? {} : { id }) } } }

/** What a part of a message goes back with. */
export const additionsIn = ({ options }: Prompt.Part): Additions => {
  const additions = options[key]?.["additions"]
  return Predicate.isRecord(additions) ? additions : {}
}

/** The provider's id of a call, where it could not be the id of the call here as well. */
export const idOf = ({ id, options }: Prompt.ToolCallPart): string => {
  const given = options[key]?.["id"]
  return typeof given === "string" ? given : id
}

/** The provider's ids of the calls in a conversation. */
const idsIn = ({ content }: Prompt.Prompt): ReadonlyArray<string> =>
  content.flatMap((message) =>
    message.role === "assistant"
      ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id, idOf(part)] : []))
      : []
  )

/**
 * The parts of an answer in a conversation. A call without an id of its own, in the whole of it, gets one; ids that are long or strange
 * stay the provider's.
 */
export const partsOf = (reading: Reading, conversation: Prompt.Prompt): ReadonlyArray<Response.PartEncoded> => {
  const seen = new Set<string>(idsIn(conversation))
  const parts = reading.parts.flatMap(unwrapped)
  const said = parts.map((part): Response.PartEncoded => {
    switch (part._tag) {
      case "Words":
        return { type: "text", text: spoken(part.text), ...kept(part.additions) }
      case "Aside":
        return { type: "reasoning", text: "", ...kept(part.additions) }
      case "Call": {
        const given = Json.text(part.id)
        const isOwn = given !== "" && given.length <= maxId && !seen.has(given)
        const id = isOwn && isPlainId(given) ? given : newId(seen)
        seen.add(given).add(id)
        return {
          type: "tool-call",
          id,
          name: nameOf(part.name),
          params: argumentsOf(part.arguments),
          ...kept(part.additions, isOwn && id !== given ? given : undefined)
        }
      }
    }
  })
  const model = storable(Json.text(reading.model))
  const { cachedTokens, reasoningTokens, tokensIn, tokensOut } = reading.usage
  return [
    ...(model === "" ? [] : [{ type: "response-metadata" as const, modelId: model }]),
    ...said,
    {
      type: "finish",
      reason: parts.some(({ _tag }) => _tag === "Call") ? "tool-calls" : "stop",
      usage: {
        inputTokens: tokensIn,
        cachedInputTokens: cachedTokens,
        outputTokens: tokensOut,
        reasoningTokens,
        totalTokens: tokensIn + tokensOut
      }
    }
  ]
}

/** The tokens of an answer, where they go by these names. */
export const usageBy =
  (input: string, output: string) =>
  (answer: unknown): TokenUsage.TokenUsage => {
    const usage = Json.field(answer, "usage")
    const count = (name: string) => Json.count(Json.field(usage, name))
    const part = (whole: string, name: string) => Json.count(Json.field(Json.field(usage, `${whole}_details`), name))
    const reasoning = part(output, "reasoning_tokens") ?? count("reasoning_tokens")
    const cached = part(input, "cached_tokens") ?? count("prompt_cache_hit_tokens") ?? count("cached_tokens") ?? 0
    const fresh = count(input)
    const [written, total] = [count(output), count("total_tokens")]
    // Some gateways count what was cached beside the rest, too, unless their total denies it.
    const isBeside =
      fresh !== undefined && cached > fresh && (total === undefined || total >= fresh + cached + (written ?? 0))
    const tokensIn = isBeside ? fresh + cached : fresh
    return TokenUsage.make({
      tokensIn,
      cachedTokens: cached,
      tokensOut: wholeOutput(tokensIn, written, total, reasoning),
      reasoningTokens: reasoning
    })
  }

/**
 * The output with the reasoning in it, which some servers count beside it (Gemini, Grok): the total tells, and where there is
 * none a part that is larger than the whole.
 */
const wholeOutput = (
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
