import { type Prompt, type Response } from "@effect/ai"
import { Effect, Either, Predicate, Schema } from "effect"
import { v4 } from "uuid"
import { isDeeperThan } from "../../http/JsonDepth.ts"
import { storable } from "../../text/Text.ts"
import * as TokenUsage from "./TokenUsage.ts"
import * as Json from "./Json.ts"

/** What was understood of an answer, whichever interface it came by. */
export interface Reading {
  readonly text: string
  readonly calls: ReadonlyArray<ReadCall>
  /** What the model has to get back while it works on the same message, as the provider gave it. */
  readonly thoughts: ReadonlyArray<Thought>
  readonly model: unknown
  readonly usage: TokenUsage.TokenUsage
  readonly end: Response.FinishReason
}

/** A call of a tool as it came. */
interface ReadCall {
  readonly id: unknown
  readonly name: unknown
  readonly arguments: unknown
}

type Thought = Readonly<Record<string, unknown>>

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Levels of arguments; no tool has as many. What looks at each of them must not run out of stack. */
const maxDepth = 32

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

const isUsableId = (id: unknown): id is string => typeof id === "string" && /^[\w.:-]{1,64}$/.test(id)

/** Letters and digits, nine of them: the one form that all servers take. */
const newId = Effect.sync(() => v4().replaceAll("-", "").slice(0, 9))

/** The marks in which models say something to themselves; one that is not closed goes on to the end. */
const thinking: ReadonlyArray<RegExp> = [
  /<((?:\w+:)?(?:think|thinking|thought|reasoning))(?:\s[^<>]{0,80})?>[\s\S]*?(?:<\/\1>|$)/gi,
  /\[(THINK)\][\s\S]*?(?:\[\/\1\]|$)/g,
  /◁think▷[\s\S]*?(?:◁\/think▷|$)/g,
  /<\|channel>thought[\s\S]*?(?:<channel\|>|$)/g
]
/** Some servers swallow the mark at the beginning. */
const thinkingBefore =
  /^[\s\S]*(?:<\/(?:\w+:)?(?:think|thinking|thought|reasoning)>|\[\/THINK\]|◁\/think▷|<channel\|>)/i

/** Channels of gpt-oss that its server has left in the text: only the last one is for the customer. */
const beforeFinal = /^[\s\S]*<\|channel\|>final(?:<\|constrain\|>\w+)?<\|message\|>/
const afterFinal = /<\|(?:return|end)\|>[\s\S]*$/

/** The text without what the model says to itself. */
export const spoken = (text: string): string => {
  const final = beforeFinal.test(text) ? text.replace(beforeFinal, "").replace(afterFinal, "") : text
  const said = thinking.reduce((text, marks) => text.replace(marks, ""), final).replace(thinkingBefore, "")
  return said === text ? text : said.trim()
}

/** Where the reasoning of a model is kept in a part of a message. */
const thoughtKey = "wire"

/** The parts of an answer. */
export const partsOf = Effect.fnUntraced(function* (reading: Reading) {
  const seen = new Set<string>()
  const calls = yield* Effect.forEach(reading.calls, ({ arguments: given, id, name }) =>
    Effect.map(isUsableId(id) && !seen.has(id) ? Effect.succeed(id) : newId, (known) => {
      seen.add(known)
      return { type: "tool-call" as const, id: known, name: nameOf(name), params: argumentsOf(given) }
    })
  )
  const model = storable(Json.text(reading.model))
  const { cachedTokens, reasoningTokens, tokensIn, tokensOut } = reading.usage
  const parts: ReadonlyArray<Response.PartEncoded> = [
    ...(model === "" ? [] : [{ type: "response-metadata" as const, modelId: model }]),
    ...reading.thoughts.map((thought) => ({
      type: "reasoning" as const,
      text: "",
      metadata: { [thoughtKey]: { ...thought } }
    })),
    { type: "text", text: spoken(reading.text) },
    ...calls,
    {
      type: "finish",
      reason: reading.end,
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

/** The thought in a part of a message, if the provider gave one. */
export const thoughtIn = ({ options }: Prompt.ReasoningPart): ReadonlyArray<Thought> => {
  const thought = options[thoughtKey]
  return Predicate.isRecord(thought) ? [thought] : []
}

/** What an answer has cost, where its tokens go by these names. */
export const usageBy =
  (input: string, output: string) =>
  (answer: unknown): TokenUsage.TokenUsage => {
    const usage = Json.field(answer, "usage")
    const part = (whole: string, name: string) => Json.count(Json.field(Json.field(usage, `${whole}_details`), name))
    return TokenUsage.make({
      tokensIn: Json.count(Json.field(usage, input)),
      cachedTokens: part(input, "cached_tokens"),
      tokensOut: Json.count(Json.field(usage, output)),
      reasoningTokens: part(output, "reasoning_tokens")
    })
  }
