import { type Prompt, type Response } from "@effect/ai"
import { Effect, Either, Predicate, Schema } from "effect"
import { v4 } from "uuid"
import { isDeeperThan } from "../../http/JsonDepth.ts"
import { storable } from "../../text/Text.ts"
import { spoken } from "./Marks.ts"
import * as TokenUsage from "./TokenUsage.ts"
import * as Json from "./Json.ts"

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

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Levels of arguments and of additions; none has as many. What looks at each of them must not run out of stack. */
const maxDepth = 32

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

/** What a call came with: JSON as text, which stays the text it is when it is none, or JSON as such. */
const unpacked = (given: unknown): unknown =>
  typeof given === "string" ? (given.trim() === "" ? {} : Either.getOrElse(parseJson(given), () => given)) : given

/** The arguments of a call; a text fits no tool. */
const argumentsOf = (given: unknown): unknown => {
  const params = unpacked(given) ?? {}
  return isDeeperThan(maxDepth, params) ? "arguments that are nested too deeply" : params
}

/** Arguments as they are sent back: a server that reads them again refuses anything but an object. */
export const argumentsText = (params: unknown): string => (Predicate.isRecord(params) ? JSON.stringify(params) : "{}")

/** A name that every server takes back; some models put a namespace before it. */
const nameOf = (given: unknown): string =>
  Json.text(given)
    .replace(/^functions\./, "")
    .replace(/[^\w-]/g, "_")
    .slice(0, 64) || "unnamed"

/** An id that may stand on spans. */
const isPlainId = (id: string) => /^[\w.:-]{1,64}$/.test(id)

/** Characters of an id; gateways put the signature of a thought into it. */
const maxId = 65_536

/** Letters and digits, nine of them: the one form that all servers take. */
const newId = Effect.sync(() => v4().replaceAll("-", "").slice(0, 9))

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

/** The parts of an answer. A call without an id of its own gets one; ids that are long or strange stay the provider's. */
export const partsOf = Effect.fnUntraced(function* (reading: Reading) {
  const seen = new Set<string>()
  const said = yield* Effect.forEach(reading.parts, (part): Effect.Effect<Response.PartEncoded> => {
    switch (part._tag) {
      case "Words":
        return Effect.succeed({ type: "text", text: spoken(part.text), ...kept(part.additions) })
      case "Aside":
        return Effect.succeed({ type: "reasoning", text: "", ...kept(part.additions) })
      case "Call": {
        const given = Json.text(part.id)
        const isOwn = given !== "" && given.length <= maxId && !seen.has(given)
        seen.add(given)
        return Effect.map(isOwn && isPlainId(given) ? Effect.succeed(given) : newId, (id) => ({
          type: "tool-call",
          id,
          name: nameOf(part.name),
          params: argumentsOf(part.arguments),
          ...kept(part.additions, isOwn && id !== given ? given : undefined)
        }))
      }
    }
  })
  const model = storable(Json.text(reading.model))
  const { cachedTokens, reasoningTokens, tokensIn, tokensOut } = reading.usage
  const parts: ReadonlyArray<Response.PartEncoded> = [
    ...(model === "" ? [] : [{ type: "response-metadata" as const, modelId: model }]),
    ...said,
    {
      type: "finish",
      reason: reading.parts.some(({ _tag }) => _tag === "Call") ? "tool-calls" : "stop",
      usage: {
        inputTokens: tokensIn,
        cachedInputTokens: cachedTokens,
        outputTokens: tokensOut,
        reasoningTokens,
        totalTokens: tokensIn + tokensOut
      }
    }
  ]
  return parts
})

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
    // Some gateways count what was cached beside the rest, too.
    const tokensIn = fresh !== undefined && cached > fresh ? fresh + cached : fresh
    return TokenUsage.make({
      tokensIn,
      cachedTokens: cached,
      tokensOut: wholeOutput(tokensIn, count(output), count("total_tokens"), reasoning),
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
