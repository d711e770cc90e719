import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Option, type Redacted, Ref, Schema, Stream } from "effect"
import { type ModelConfig } from "../config/ModelConfig.ts"
import * as BoundedResponse from "../http/BoundedResponse.ts"
import * as ServerSentEvents from "../http/ServerSentEvents.ts"
import { ProviderFailed } from "./ProviderFailed.ts"
import * as Refusal from "./Refusal.ts"

/** Sends requests to a provider and returns the JSON of its answer, or fails with a `ProviderFailed`. */

/** Largest answer in bytes; the longest useful ones have a few thousand. */
export const maxAnswerBytes = 1_048_576

/** Largest error response that is read, in bytes. */
const maxRefusalBytes = 65_536

/** Time limit for the body of an error response; after that, the status alone is classified. */
const refusalTimeout = Duration.seconds(5)

/** Default addresses. Anthropic's has no version, because the paths of its API begin with it. */
const openAi = "https://api.openai.com/v1"
const anthropic = "https://api.anthropic.com"

/** Returns the address of a provider, by default its public one. */
export const baseUrlOf = ({ baseUrl, provider }: Pick<ModelConfig, "baseUrl" | "provider">): string =>
  Option.getOrElse(baseUrl, () => (provider === "anthropic" ? anthropic : openAi))

/** Address and key of a provider. */
export interface Access {
  readonly address: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

const parseJson = Schema.decode(Schema.parseJson())

/** Assembles an answer from the events of a stream; none if it is incomplete. */
export type Join = (events: ReadonlyArray<unknown>) => Option.Option<unknown>

/** Returns whether a text is a `text/event-stream`, regardless of its headers: no JSON begins like that. */
const isEventStream = (text: string) => /^\s*(?:data|event|id|retry)?:/.test(text)

/** Event by which Chat Completions ends a stream; the only one that is not JSON. */
export const streamEnd = "[DONE]"

/** Parses the events of a stream. Fails on any other that is not JSON, since part of the answer would be missing. */
const eventsOf = <E>(chunks: Stream.Stream<string, E>) =>
  // Not every server ends the last event with an empty line.
  Stream.concat(chunks, Stream.make("\n\n")).pipe(
    ServerSentEvents.dataOf,
    Stream.filter((data) => data.trim() !== ""),
    Stream.mapEffect((data) =>
      data.trim() === streamEnd
        ? Effect.succeed(streamEnd)
        : Effect.mapError(parseJson(data), () => new ProviderFailed({ end: "broken_off" }))
    )
  )

const joinEvents = (join: Join) => (events: Iterable<unknown>) =>
  Effect.mapError(join([...events]), () => new ProviderFailed({ end: "broken_off" }))

const parse = (text: string, join: Join) =>
  isEventStream(text)
    ? Effect.flatMap(Stream.runCollect(eventsOf(Stream.make(text.trimStart()))), joinEvents(join))
    : Effect.mapError(parseJson(text), () => new ProviderFailed({ end: "unreadable" }))

/** Appends a path to the provider's address; both may have a query. */
export const addressOf = (baseUrl: string, path: string) => {
  const url = new URL(baseUrl)
  const { pathname, searchParams } = new URL(path, url.origin)
  url.pathname = url.pathname.replace(/\/+$/, "") + pathname
  for (const [name, value] of searchParams) {
    url.searchParams.append(name, value)
  }
  return url
}

/** Builds a request with a JSON body to an OpenAI-compatible provider. */
export const post = ({ address, apiKey }: Access, path: string, body: string): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(addressOf(address, path), { acceptJson: true }).pipe(
    Option.isSome(apiKey) ? HttpClientRequest.bearerToken(apiKey.value) : (open) => open,
    HttpClientRequest.bodyText(body, "application/json")
  )

/** Returns the body of a request as text. */
export const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const readRefusal = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.flatMap(
    Effect.orElseSucceed(Effect.timeout(BoundedResponse.text(response, maxRefusalBytes), refusalTimeout), () => ""),
    (body) => Refusal.make(response.status, response.headers, body)
  )

const toBrokenOff = ({ _tag }: BoundedResponse.ResponseTooLarge | HttpClientError.ResponseError) =>
  new ProviderFailed({ end: _tag === "AnswerTooLarge" ? "too_large" : "broken_off" })

const readAnswer = (response: HttpClientResponse.HttpClientResponse, maxBytes: number, join: Join) =>
  Effect.flatMap(Effect.mapError(BoundedResponse.text(response, maxBytes), toBrokenOff), (text) => parse(text, join))

/**
 * Reads a streamed answer and passes on its events as they arrive. Also accepts an answer sent as plain JSON. Fails with
 * `broken_stream` if the stream breaks off or an event cannot be parsed.
 */
const readStream = (
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number,
  join: Join,
  onEvent: (event: unknown) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const text = yield* Ref.make("")
    const events = yield* BoundedResponse.stream(response, maxBytes).pipe(
      Stream.mapError(toBrokenOff),
      Stream.decodeText(),
      Stream.tap((chunk) => Ref.update(text, (before) => before + chunk)),
      eventsOf,
      Stream.tap(onEvent),
      Stream.runCollect
    )
    const fullText = yield* Ref.get(text)
    return yield* isEventStream(fullText) ? joinEvents(join)(events) : parse(fullText, join)
  }).pipe(
    Effect.mapError((failure) =>
      failure.end === "broken_off" ? new ProviderFailed({ end: "broken_stream" }) : failure
    )
  )

/** Options for reading an answer. */
export interface ReadOptions {
  /** Assembles a streamed answer, which some servers send unasked. */
  readonly join?: Join
  readonly maxBytes?: number
  /** Receives the events of a streamed answer as they arrive. */
  readonly onEvent?: (event: unknown) => Effect.Effect<void>
}

/**
 * Makes a function that sends a request to a provider and returns the JSON of the answer; fails if that exceeds
 * `maxBytes`. `tracesRequests` propagates the turn's trace context to the provider.
 */
export const makeExchange = (httpClient: HttpClient.HttpClient, tracesRequests: boolean) => {
  const client = httpClient.pipe(HttpClient.withTracerPropagation(tracesRequests), HttpClient.withScope)
  return Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    { onEvent, join = Option.none, maxBytes = maxAnswerBytes }: ReadOptions = {}
  ) {
    const response = yield* Effect.mapError(client.execute(request), () => new ProviderFailed({ end: "unreachable" }))
    return yield* response.status < 200 || response.status >= 300
      ? readRefusal(response)
      : onEvent === undefined
        ? readAnswer(response, maxBytes, join)
        : readStream(response, maxBytes, join, onEvent)
  }, Effect.scoped)
}
