import { type Headers } from "@effect/platform"
import { Clock, Duration, Effect, Either, Option, Schema } from "effect"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"
import * as Json from "./Json.ts"

/** How a provider names what it says no to. Its sentences are read where servers have no code of their own. */
const kinds: ReadonlyArray<readonly [EndName, RegExp]> = [
  ["quota", /\b(?:insufficient_quota|billing_hard_limit_reached|billing_not_active)\b/],
  [
    "context_too_long",
    /\b(?:context_length_exceeded|exceed_context_size_error)\b|\bcontext (?:length|size|window)\b|\bprompt is too long\b|\btoo large to process\b/
  ],
  ["content_filter", /\b(?:content_filter|content_policy_violation|responsibleaipolicyviolation)\b/],
  ["busy", /\brate_limit_exceeded\b/],
  ["faulty", /\b(?:server_error|internal_error|overloaded_error|vector_store_timeout)\b/]
]

const namesOf = (error: unknown): string =>
  [error, ...["code", "type", "message"].map((name) => Json.field(error, name))].map(Json.text).join(" ").toLowerCase()

const kindOf = (error: unknown): Option.Option<EndName> => {
  const names = namesOf(error)
  return Option.map(Option.fromNullable(kinds.find(([, pattern]) => pattern.test(names))), ([end]) => end)
}

/** What a status means, unless the body says it better. */
const endOfStatus = (status: number): EndName =>
  status === 408 || status === 409 || status >= 500
    ? "faulty"
    : status === 429
      ? "busy"
      : status === 401 || status === 403
        ? "denied"
        : status === 402
          ? "quota"
          : status === 404 || status === 405 || (status >= 300 && status < 400)
            ? "unknown_model"
            : "not_accepted"

/** What an error in an answer means that was sent as a success; its code may be the status that could not be sent any more. */
export const endOf = (error: unknown): EndName =>
  Option.getOrElse(kindOf(error), () => {
    const code = Json.field(error, "code")
    return typeof code === "number" && code >= 400 ? endOfStatus(code) : "failed"
  })

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

const numberOf = (header = "") => (header.trim() === "" ? Number.NaN : Number(header))

/** When to ask again: `retry-after-ms`, as OpenAI and Azure say it to the point, else `Retry-After`, in seconds or as a date. */
const retryAfter = (
  { "retry-after": after, "retry-after-ms": afterMillis }: Headers.Headers,
  now: number
): { readonly retryAfter?: Duration.Duration } => {
  const waits = [numberOf(afterMillis), numberOf(after) * 1_000, Date.parse(after ?? "") - now]
  const millis = waits.find((wait) => !Number.isNaN(wait))
  return millis === undefined ? {} : { retryAfter: Duration.millis(Math.max(0, millis)) }
}

/**
 * Whether the words of a refusal tell better than its status what it means: only of a refusal of this very request, a fault or
 * a full house stays one. llama.cpp calls it a fault of its own that a text does not fit.
 */
const tellsBetter = (kind: EndName, status: number) =>
  kind === "quota" ? status < 500 : [400, 413, 422].includes(status) || (kind === "context_too_long" && status === 500)

/** What an answer without success means. */
export const make = (status: number, headers: Headers.Headers, body: string): Effect.Effect<never, ProviderFailed> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const json = Either.getOrElse(parseJson(body), () => ({}))
    const named = kindOf(Json.field(json, "error") ?? json)
    const end = Option.getOrElse(
      Option.filter(named, (kind) => tellsBetter(kind, status)),
      () => endOfStatus(status)
    )
    return new ProviderFailed({ end, status, ...retryAfter(headers, now) })
  })
