import { type Headers } from "@effect/platform"
import { Array, Clock, Duration, Effect, Either, Option, Predicate, Schema } from "effect"
import { refusedIn, refusesSystem } from "./Dialect.ts"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"
import * as Json from "./Json.ts"

/** A token limit that one request alone exceeds: waiting does not help. */
const isOverLimit = (words: string): boolean => {
  const [limit, requested] = (/\blimit:? ([\d,]+)[\s\S]{0,80}?\brequested:? ([\d,]+)/.exec(words) ?? [])
    .slice(1)
    .map((figure) => Number(figure.replaceAll(",", "")))
  return limit !== undefined && requested !== undefined && requested > limit
}

/** Words that all have to be there. */
const words =
  (...patterns: ReadonlyArray<RegExp>) =>
  (text: string): boolean =>
    patterns.every((pattern) => pattern.test(text))

/** How a provider names what it says no to; the first that fits counts. Its sentences are read where servers have no code of their own. */
const kinds: ReadonlyArray<readonly [EndName, (text: string) => boolean]> = [
  [
    "quota",
    words(
      /\binsufficient_quota\b|\bexceeded_current_quota|\bbilling_(?:hard_limit_reached|not_active)\b|\binsufficient (?:balance|credits?|funds)\b|\bcredit balance is too low\b|余额不足|欠费|资源包/
    )
  ],
  [
    "context_too_long",
    words(
      /\b(?:context_length_exceeded|exceed_context_size_error|string_above_max_length)\b|\b(?:prompt|input) is too long\b|\btoo large to process\b|\btoken length too long\b|\bexceeded model token limit\b|\bmaximum prompt length\b|\b(?:input|prompt)\b[^.]{0,60}\bexceed\w*\b[^.]{0,60}\b(?:tokens?|context)\b|\binputs?\b[^.]{0,60}\b(?:must be <=|must have less than \d+ tokens)/
    )
  ],
  [
    "context_too_long",
    words(/\bcontext[ _](?:length|size|window|limit)\b/, /exceed|max|too |long|larg|only|reduc|overflow|\bfit/)
  ],
  [
    "request_too_large",
    words(
      /\brequest_too_large\b|\brequest (?:entity |body |payload )?(?:is )?too large\b|\b(?:payload|content|body) (?:is )?too large\b|\breduce your message size\b/
    )
  ],
  ["request_too_large", isOverLimit],
  ["busy", words(/perminute/)],
  ["quota", words(/\bexceeded your current quota\b|perday/)],
  [
    "no_tools",
    words(
      /\bnot support(?:ed)? (?:tools?|tool[ _](?:use|calls?|calling)|functions?|function calling)\b|\b(?:tools?|tool use|tool calling|function calling) (?:is|are) not (?:supported|enabled|available)\b|\bsupport tool use\b|enable-auto-tool-choice|requires? --jinja/
    )
  ],
  [
    "misread_call",
    words(
      /\b(?:tool_use|output_parse)_failed\b|\btool call validation failed\b|\bfailed to (?:call a function|parse (?:the )?(?:tool|function) calls?|parse input at)\b|\berror parsing tool call\b|\bmalformed_function_call\b/
    )
  ],
  [
    "content_filter",
    words(
      /\b(?:content_filter|content_policy_violation|responsibleaipolicyviolation|data_inspection_failed)\b|\bcontent exists risk\b|\binput was flagged\b/
    )
  ],
  ["not_accepted", words(/\broles must alternate\b|\bunexpected role\b|\binvalid_request_message_order\b/)],
  ["not_accepted", words(refusesSystem)],
  [
    "denied",
    words(
      /\b(?:invalid_api_key|api_key_invalid|authentication_error|invalid_authentication_error|unauthenticated|permission_denied|no_api_key)\b|\bapi[ -]key (?:is )?(?:not valid|invalid|expired|missing)\b|\b(?:incorrect|invalid|missing|expired) (?:x-)?api[ -]key\b|\blogin fail\b/
    )
  ],
  [
    "unknown_model",
    words(
      /\bmodel_not_(?:found|exist)\b|\bnot a valid model\b|\b(?:unknown|no such) model\b|\bmodel\b[^.]{0,80}\b(?:does not exist|not found|is not available)\b/
    )
  ],
  ["busy", words(/\brate_limit_exceeded\b/)],
  ["faulty", words(/\b(?:server_error|internal_error|overloaded_error|vector_store_timeout)\b/)]
]

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())
const parsed = (text: string): unknown => Either.getOrElse(parseJson(text), () => ({}))

/** Fields in which servers quote what they were sent, or the model said. */
const quoting: ReadonlySet<string> = new Set([
  "failed_generation",
  "input",
  "body",
  "request",
  "headers",
  "messages",
  "prompt"
])

/** Levels of an error; a gateway puts one into another, some as text. */
const maxDepth = 10

const textsIn = (error: unknown, depth = 0): ReadonlyArray<string> =>
  depth > maxDepth
    ? []
    : typeof error === "string"
      ? [error, ...(/^\s*[[{]/.test(error) ? textsIn(parsed(error), depth + 1) : [])]
      : Array.isArray(error)
        ? error.flatMap((member) => textsIn(member, depth + 1))
        : Predicate.isRecord(error)
          ? Object.entries(error).flatMap(([name, value]) => (quoting.has(name) ? [] : textsIn(value, depth + 1)))
          : []

const wordsOf = (error: unknown): string => textsIn(error).join("\n").toLowerCase()

const kindOf = (said: string): Option.Option<EndName> =>
  Option.map(Option.fromNullable(kinds.find(([, fits]) => fits(said))), ([end]) => end)

/** What a status means, unless the body says it better. */
const endOfStatus = (status: number): EndName =>
  [408, 409, 425, 499].includes(status) || status >= 500
    ? "faulty"
    : status === 429 || status === 498
      ? "busy"
      : status === 413
        ? "request_too_large"
        : status === 401 || status === 403
          ? "denied"
          : status === 402
            ? "quota"
            : status === 404 || status === 405 || (status >= 300 && status < 400)
              ? "unknown_model"
              : "not_accepted"

/** Fields that hold the error of an answer. MiniMax has one in every answer. */
const holding = ["error", "base_resp"] as const

/** Fields that an answer has instead of one of its own, where it is an error. */
const instead = ["detail", "errors", "message", "msg"] as const

/** Values that tell of no error: gateways send the field of errors along with good answers, too. */
const meaningless: ReadonlySet<unknown> = new Set([null, undefined, "", "0", "200", "ok", "success", 0, 200, false])

const tellsNothing = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : Predicate.isRecord(value)
      ? Object.values(value).every((part) => meaningless.has(typeof part === "string" ? part.toLowerCase() : part))
      : meaningless.has(value)

/** The error in an answer, however it is packed: an object or a sentence, one of a list, or the answer itself. */
export const errorIn = (answer: unknown): Option.Option<unknown> => {
  if (Array.isArray(answer)) {
    return Array.head(answer.flatMap((member) => Option.toArray(errorIn(member))))
  }
  const error = holding.map((name) => Json.field(answer, name)).find((held) => !tellsNothing(held))
  return error !== undefined
    ? Option.some(typeof error === "string" || typeof error === "object" ? error : answer)
    : Predicate.isNullable(Json.field(answer, "choices")) &&
        Predicate.isNullable(Json.field(answer, "output")) &&
        instead.some((name) => {
          const said = Json.field(answer, name)
          return (typeof said === "string" || Array.isArray(said)) && !tellsNothing(said)
        })
      ? Option.some(answer)
      : Option.none()
}

/** MiniMax's own codes of what its answers say in a few words. */
const codes: ReadonlyMap<unknown, EndName> = new Map([
  [1002, "busy"],
  [1004, "denied"],
  [1008, "quota"],
  [1026, "content_filter"],
  [1027, "content_filter"],
  [1039, "context_too_long"],
  [2049, "denied"]
])

/** What an error in an answer means that was sent as a success; its code may be the status that could not be sent any more. */
export const endOf = (error: unknown): EndName =>
  Option.getOrElse(
    Option.orElse(kindOf(wordsOf(error)), () => Option.fromNullable(codes.get(Json.field(error, "status_code")))),
    () => {
      const statuses = ["code", "status", "status_code"].map((name) => Number(Json.field(error, name) ?? Number.NaN))
      const status = statuses.find((number) => number >= 400 && number < 600)
      return status === undefined ? "failed" : endOfStatus(status)
    }
  )

/** The number in a header; of one that was sent more than once, the largest. */
const numberOf = (header = "") =>
  Math.max(...header.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))))

/**
 * When to ask again: `retry-after-ms`, as OpenAI and Azure say it to the point, else `Retry-After`, in seconds or as a date, else
 * what Gemini says in the body.
 */
const retryAfter = (
  { "retry-after": after, "retry-after-ms": afterMillis }: Headers.Headers,
  body: string,
  now: number
): { readonly retryAfter?: Duration.Duration } => {
  const inBody = /"retryDelay"\s*:\s*"([\d.]{1,12})s"/.exec(body)?.[1]
  const waits = [
    numberOf(afterMillis),
    numberOf(after) * 1_000,
    Date.parse(after ?? "") - now,
    numberOf(inBody) * 1_000
  ]
  const millis = waits.find((wait) => !Number.isNaN(wait))
  return millis === undefined ? {} : { retryAfter: Duration.millis(Math.max(0, millis)) }
}

/** What is wrong with this very request, whoever is asked when. */
const ofRequest: ReadonlySet<EndName> = new Set([
  "context_too_long",
  "request_too_large",
  "no_tools",
  "misread_call",
  "not_accepted"
])

/**
 * Whether the words of a refusal tell better than its status what it means: only of a refusal of this very request, a fault or
 * a full house stays one. llama.cpp and Ollama call it a fault of their own that a text or a call cannot be read.
 */
const tellsBetter = (kind: EndName, status: number) =>
  [400, 422].includes(status) ||
  (kind === "quota" && status < 500) ||
  (kind === "content_filter" && status === 403) ||
  (ofRequest.has(kind) && [403, 404, 413, 429, 500].includes(status))

/** What an answer without success means. */
export const make = (status: number, headers: Headers.Headers, body: string): Effect.Effect<never, ProviderFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const said = wordsOf(Either.getOrElse(parseJson(body), () => body))
    const end = Option.getOrElse(
      Option.filter(kindOf(said), (kind) => tellsBetter(kind, status)),
      () => endOfStatus(status)
    )
    const refused = end === "not_accepted" ? refusedIn(said) : Option.none()
    return new ProviderFailed({
      end,
      status,
      ...retryAfter(headers, body, now),
      ...Option.match(refused, { onNone: () => ({}), onSome: (refused) => ({ refused }) })
    })
  })
