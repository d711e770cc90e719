import { HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Array, Duration, Effect, Option, type Redacted, Schema, Stream } from "effect"
import * as BoundedAnswer from "../http/BoundedAnswer.ts"
import * as ServerSentEvents from "../http/ServerSentEvents.ts"
import { ProviderFailed } from "./ProviderFailed.ts"
import * as Refusal from "./Refusal.ts"

/** Bytes of an answer; the longest useful ones have a few thousand. */
export const maxAnswerBytes = 1_048_576

/** Bytes that are read of an answer without success. */
const maxRefusalBytes = 65_536

/** How long the words of a refusal are waited for; without them its status counts. */
const refusalPatience = Duration.seconds(5)

/** Where OpenAI is. */
export const openAi = "https://api.openai.com/v1"

/** Where a provider is, and what it is sent besides the question. */
export interface EndpointOptions {
  readonly baseUrl: Option.Option<string>
  readonly apiKey: Option.Option<Redacted.Redacted>
  /** Whether it gets the trace of the turn. */
  readonly tracesRequests: boolean
}

const parseJson = Schema.decode(Schema.parseJson())
const decodeJson = Schema.decodeOption(Schema.parseJson())

/** How the events of a stream become an answer: none where its end is missing. */
export type Join = (events: ReadonlyArray<unknown>) => Option.Option<unknown>

/** Whether a text is one of `text/event-stream`, whatever its headers say: no JSON begins like that. */
const isEventStream = (text: string) => /^\s*(?:data|event|id|retry)?:/.test(text)

/** The JSON in the events of a stream; `[DONE]` and what was cut off are none. */
const eventsOf = (text: string) =>
  // Not every server ends the last event with an empty line.
  Stream.make(text.trimStart(), "\n\n").pipe(
    ServerSentEvents.dataOf,
    Stream.filterMap(decodeJson),
    Stream.runCollect,
    Effect.map(Array.fromIterable)
  )

const parse = (text: string, join: Join) =>
  isEventStream(text)
    ? Effect.mapError(Effect.flatMap(eventsOf(text), join), () => new ProviderFailed({ end: "broken_off" }))
    : Effect.mapError(parseJson(text), () => new ProviderFailed({ end: "unreadable" }))

/** An address below the provider's, which may carry a query. */
export const addressOf = (baseUrl: string, path: string) => {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, "") + path
  return url
}

const readRefusal = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.flatMap(
    Effect.orElseSucceed(Effect.timeout(BoundedAnswer.text(response, maxRefusalBytes), refusalPatience), () => ""),
    (body) => Refusal.make(response.status, response.headers, body)
  )

const readAnswer = (response: HttpClientResponse.HttpClientResponse, maxBytes: number, join: Join) =>
  BoundedAnswer.text(response, maxBytes).pipe(
    Effect.mapError(({ _tag }) => new ProviderFailed({ end: _tag === "AnswerTooLarge" ? "too_large" : "broken_off" })),
    Effect.flatMap((text) => parse(text, join))
  )

/** Sends JSON to a provider and gives the JSON that it answers with, if that has no more bytes than this. */
export const make = Effect.map(
  HttpClient.HttpClient,
  (httpClient) =>
    ({ apiKey, baseUrl, tracesRequests }: EndpointOptions, maxBytes = maxAnswerBytes) => {
      const client = httpClient.pipe(HttpClient.withTracerPropagation(tracesRequests), HttpClient.withScope)
      return Effect.fnUntraced(function* (path: string, body: string, join: Join = Option.none) {
        const url = addressOf(
          Option.getOrElse(baseUrl, () => openAi),
          path
        )
        const request = HttpClientRequest.post(url, { acceptJson: true }).pipe(
          Option.isSome(apiKey) ? HttpClientRequest.bearerToken(apiKey.value) : (open) => open,
          HttpClientRequest.bodyText(body, "application/json")
        )
        const response = yield* Effect.mapError(
          client.execute(request),
          () => new ProviderFailed({ end: "unreachable" })
        )
        return yield* response.status >= 200 && response.status < 300
          ? readAnswer(response, maxBytes, join)
          : readRefusal(response)
      }, Effect.scoped)
    }
)
