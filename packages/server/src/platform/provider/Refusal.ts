import { type Headers } from "@effect/platform"
import { Array, Clock, Duration, Effect, Either, Option, Predicate, Schema } from "effect"
import { refusedIn, refusesSystem } from "./Dialect.ts"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"
import * as LenientJson from "./LenientJson.ts"

/** Classifies providers' error responses, and errors that they send with a success status. */

/** Returns whether a request alone exceeds a rate limit of tokens, so that waiting does not help. */
const isOverLimit = (words: string): boolean => {
  const [limit, requested] = (/\blimit:? ([\d,]+)[\s\S]{0,80}?\brequested:? ([\d,]+)/.exec(words) ?? [])
    .slice(1)
    .map((figure) => Number(figure.replaceAll(",", "")))
  return limit !== undefined && requested !== undefined && requested > limit
}

/** Makes a predicate of patterns that must all match. */
const allOf =
  (...patterns: ReadonlyArray<RegExp>) =>
  (text: string): boolean =>
    patterns.every((pattern) => pattern.test(text))

/** Codes and wordings (for servers without codes), in lower case. The first match counts: specific rows first. */
const refusalPatterns: ReadonlyArray<readonly [EndName, (text: string) => boolean]> = [
  [
    "quota",
    allOf(
      /\binsufficient_quota\b|\bexceeded_current_quota|\bbilling_(?:hard_limit_reached|not_active|error)\b|\binsufficient (?:balance|credits?|funds)\b|\bcredit balance is too low\b|\bspecified api usage limits\b|余额不足|欠费|资源包/
    )
  ],
  [
    "context_too_long",
    allOf(
      /\b(?:context_length_exceeded|exceed_context_size_error|string_above_max_length)\b|\b(?:prompt|input) is too long\b|\btoo large to process\b|\btoken length too long\b|\bexceeded model token limit\b|\bmaximum prompt length\b|\b(?:input|prompt)\b[^.]{0,60}\bexceed\w*\b[^.]{0,60}\b(?:tokens?|context)\b|\binputs?\b[^.]{0,60}\b(?:must be <=|must have less than \d+ tokens)/
    )
  ],
  [
    "context_too_long",
    allOf(/\bcontext[ _](?:length|size|window|limit)\b/, /exceed|max|too |long|larg|only|reduc|overflow|\bfit/)
  ],
  [
    "request_too_large",
    allOf(
      /\brequest_too_large\b|\brequest (?:entity |body |payload )?(?:is )?too large\b|\b(?:payload|content|body) (?:is )?too large\b|\breduce your message size\b/
    )
  ],
  ["request_too_large", isOverLimit],
  ["busy", allOf(/perminute/)],
  ["quota", allOf(/\bexceeded your current quota\b|perday/)],
  [
    "no_stream",
    allOf(
      /(?<!non-)\bstream(?:ing)?\b/,
      /(?:\bnot|n't)\b[^.]{0,30}\bsupport|\bcannot use tools with\b|\bverified to stream\b/
    )
  ],
  [
    "no_tools",
    allOf(
      /\bnot support(?:ed)? (?:tools?|tool[ _](?:use|calls?|calling)|functions?|function calling)\b|\b(?:tools?|tool use|tool calling|function calling)['"`]? (?:is|are) not (?:supported|enabled|available)\b|\bsupport tool use\b|enable-auto-tool-choice|requires? --jinja/
    )
  ],
  [
    "misread_call",
    allOf(
      /\b(?:tool_use|output_parse)_failed\b|\btool call validation failed\b|\bfailed to (?:call a function|parse (?:the )?(?:tool|function) calls?|parse input at)\b|\berror parsing tool call\b|\bmalformed_function_call\b/
    )
  ],
  [
    "content_filter",
    allOf(
      /\b(?:content_filter|content_policy_violation|responsibleaipolicyviolation|data_inspection_failed)\b|\bcontent exists risk\b|\binput was flagged\b|\bblocked by content filtering\b/
    )
  ],
  ["not_accepted", allOf(/\broles must alternate\b|\bunexpected role\b|\binvalid_request_message_order\b/)],
  ["not_accepted", allOf(refusesSystem)],
  [
    "denied",
    allOf(
      /\b(?:invalid_api_key|api_key_invalid|authentication_error|invalid_authentication_error|unauthenticated|permission_denied|permission_error|no_api_key)\b|\bapi[ -]key (?:is )?(?:not valid|invalid|expired|missing)\b|\b(?:incorrect|invalid|missing|expired) (?:x-)?api[ -]key\b|\blogin fail\b/
    )
  ],
  [
    "unknown_model",
    allOf(
      /\bmodel_not_(?:found|exist)\b|\bnot_found_error\b|\bnot a valid model\b|\b(?:unknown|no such) model\b|\bmodel\b[^.]{0,80}\b(?:does not exist|not found|is not available)\b/
    )
  ],
  ["busy", allOf(/\brate_limit_(?:exceeded|error)\b/)],
  ["faulty", allOf(/\b(?:server_error|internal_error|api_error|overloaded_error|timeout_error|vector_store_timeout)\b/)]
]

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())
const parsed = (text: string): unknown => Either.getOrElse(parseJson(text), () => ({}))

/** Fields in which servers quote the request or the model's output, and which are therefore not classified. */
const quotingFields: ReadonlySet<string> = new Set([
  "failed_generation",
  "input",
  "body",
  "request",
  "headers",
  "messages",
  "prompt"
])

/** Deepest nesting that is read: gateways nest errors, sometimes as JSON text. */
const maxDepth = 10

const textsIn = (error: unknown, depth = 0): ReadonlyArray<string> =>
  depth > maxDepth
    ? []
    : typeof error === "string"
      ? [error, ...(/^\s*[[{]/.test(error) ? textsIn(parsed(error), depth + 1) : [])]
      : Array.isArray(error)
        ? error.flatMap((member) => textsIn(member, depth + 1))
        : Predicate.isRecord(error)
          ? Object.entries(error).flatMap(([name, value]) => (quotingFields.has(name) ? [] : textsIn(value, depth + 1)))
          : []

const wordsOf = (error: unknown): string => textsIn(error).join("\n").toLowerCase()

const endOfWords = (words: string): Option.Option<EndName> =>
  Option.map(Option.fromNullable(refusalPatterns.find(([, fits]) => fits(words))), ([end]) => end)

/** Returns the outcome that a status means if the body says nothing more specific. */
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

/** Fields that hold the error of an answer. `base_resp` is MiniMax's, which sends it with every answer. */
const errorFields = ["error", "base_resp"] as const

/** Fields that hold the answer itself, by API. */
const answerFields = ["choices", "output", "content"] as const

/** Fields of an error that is sent in place of an answer. */
const bareErrorFields = ["detail", "errors", "message", "msg"] as const

/** Values of an error field that mean no error: some gateways send the field with every answer. */
const noErrorValues: ReadonlySet<unknown> = new Set([null, undefined, "", "0", "200", "ok", "success", 0, 200, false])

const isNoError = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : Predicate.isRecord(value)
      ? Object.values(value).every((part) => noErrorValues.has(typeof part === "string" ? part.toLowerCase() : part))
      : noErrorValues.has(value)

/** Finds the error in an answer: in an error field, in one of a list of answers, or the answer itself. */
export const errorIn = (answer: unknown): Option.Option<unknown> => {
  if (Array.isArray(answer)) {
    return Array.head(answer.flatMap((member) => Option.toArray(errorIn(member))))
  }
  const error = errorFields.map((name) => LenientJson.field(answer, name)).find((value) => !isNoError(value))
  return error !== undefined
    ? Option.some(typeof error === "string" || typeof error === "object" ? error : answer)
    : answerFields.every((name) => Predicate.isNullable(LenientJson.field(answer, name))) &&
        bareErrorFields.some((name) => {
          const words = LenientJson.field(answer, name)
          return (typeof words === "string" || Array.isArray(words)) && !isNoError(words)
        })
      ? Option.some(answer)
      : Option.none()
}

/** MiniMax's own codes, for errors whose messages are too terse to classify. */
const miniMaxCodes: ReadonlyMap<unknown, EndName> = new Map([
  [1002, "busy"],
  [1004, "denied"],
  [1008, "quota"],
  [1026, "content_filter"],
  [1027, "content_filter"],
  [1039, "context_too_long"],
  [2049, "denied"]
])

/** Classifies an error that was sent with a success status; its `code` may be the status it should have had. */
export const endOf = (error: unknown): EndName =>
  Option.getOrElse(
    Option.orElse(endOfWords(wordsOf(error)), () =>
      Option.fromNullable(miniMaxCodes.get(LenientJson.field(error, "status_code")))
    ),
    () => {
      const statuses = ["code", "status", "status_code"].map((name) =>
        Number(LenientJson.field(error, name) ?? Number.NaN)
      )
      const status = statuses.find((number) => number >= 400 && number < 600)
      return status === undefined ? "failed" : endOfStatus(status)
    }
  )

/** Returns the number in a header; the largest if the header was repeated. */
const numberOf = (header = "") =>
  Math.max(...header.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))))

/**
 * Reads the wait that the provider asks for. In order of precedence: `retry-after-ms` of OpenAI and Azure,
 * `Retry-After` in seconds or as a date, Gemini's delay in the body.
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

/** Outcomes whose cause is the request itself, so that another server or a later time would not help. */
const endsOfRequest: ReadonlySet<EndName> = new Set([
  "context_too_long",
  "request_too_large",
  "no_stream",
  "no_tools",
  "misread_call",
  "not_accepted"
])

/**
 * Returns whether a refusal's wording takes precedence over its status: only if it rejects this very request; a fault
 * or an overload stays one. 500 is included because llama.cpp and Ollama use it for a text or call they cannot parse.
 */
const isMoreSpecific = (kind: EndName, status: number) =>
  [400, 422].includes(status) ||
  (kind === "quota" && status < 500) ||
  (kind === "content_filter" && status === 403) ||
  (endsOfRequest.has(kind) && [403, 404, 413, 429, 500].includes(status))

/** Fails with the `ProviderFailed` that an error response means. */
export const make = (status: number, headers: Headers.Headers, body: string): Effect.Effect<never, ProviderFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const words = wordsOf(Either.getOrElse(parseJson(body), () => body))
    const end = Option.getOrElse(
      Option.filter(endOfWords(words), (kind) => isMoreSpecific(kind, status)),
      () => endOfStatus(status)
    )
    const refused = end === "not_accepted" ? refusedIn(words) : Option.none()
    return new ProviderFailed({
      end,
      status,
      ...retryAfter(headers, body, now),
      ...Option.match(refused, { onNone: () => ({}), onSome: (refused) => ({ refused }) })
    })
  })
