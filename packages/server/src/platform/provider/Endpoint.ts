import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Option, type Redacted, Ref, Schema, Stream } from "effect"
import { type ModelConfig } from "../config/ModelConfig.ts"
import * as BoundedAnswer from "../http/BoundedAnswer.ts"
import * as ServerSentEvents from "../http/ServerSentEvents.ts"
import { ProviderFailed } from "./ProviderFailed.ts"
import * as Refusal from "./Refusal.ts"

/** Sends requests to a provider's server; returns the answer as JSON, or fails with a `ProviderFailed`. */

/** Largest answer in bytes; the longest useful ones have a few thousand. */
export const maxAnswerBytes = 1_048_576

/** Bytes that are read of an error response. */
const maxRefusalBytes = 65_536

/** Time limit for the body of an error response; without it, the status decides. */
const refusalPatience = Duration.seconds(5)

/** Default addresses; Anthropic's has no version, because its paths begin with it. */
const openAi = "https://api.openai.com/v1"
const anthropic = "https://api.anthropic.com"

/** Returns the address of a provider, by default its public one. */
export const of = ({ baseUrl, provider }: Pick<ModelConfig, "baseUrl" | "provider">): string =>
  Option.getOrElse(baseUrl, () => (provider === "anthropic" ? anthropic : openAi))

/** Address and key of a provider. */
export interface Access {
  readonly address: string
  readonly apiKey: Option.Option<Redacted.Redacted>
}

const parseJson = Schema.decode(Schema.parseJson())

/** Assembles an answer from the events of a stream; none if the end is missing. */
export type Join = (events: ReadonlyArray<unknown>) => Option.Option<unknown>

/** Returns whether a text is a `text/event-stream`, whatever its headers say: no JSON begins like that. */
const isEventStream = (text: string) => /^\s*(?:data|event|id|retry)?:/.test(text)

/** Returns whether an event is empty or the end marker. */
const isEmptyEvent = (data: string) => ["", "[DONE]"].includes(data.trim())

/** Parses the events of a stream. One that is not JSON means that a piece of the answer is lost. */
const eventsOf = <E>(pieces: Stream.Stream<string, E>) =>
  // Not every server ends the last event with an empty line.
  Stream.concat(pieces, Stream.make("\n\n")).pipe(
    ServerSentEvents.dataOf,
    Stream.filter((data) => !isEmptyEvent(data)),
    Stream.mapEffect((data) => Effect.mapError(parseJson(data), () => new ProviderFailed({ end: "broken_off" })))
  )

const joined = (join: Join) => (events: Iterable<unknown>) =>
  Effect.mapError(join([...events]), () => new ProviderFailed({ end: "broken_off" }))

const parse = (text: string, join: Join) =>
  isEventStream(text)
    ? Effect.flatMap(Stream.runCollect(eventsOf(Stream.make(text.trimStart()))), joined(join))
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
    Effect.orElseSucceed(Effect.timeout(BoundedAnswer.text(response, maxRefusalBytes), refusalPatience), () => ""),
    (body) => Refusal.make(response.status, response.headers, body)
  )

const brokenOff = ({ _tag }: BoundedAnswer.ResponseTooLarge | HttpClientError.ResponseError) =>
  new ProviderFailed({ end: _tag === "AnswerTooLarge" ? "too_large" : "broken_off" })

const readAnswer = (response: HttpClientResponse.HttpClientResponse, maxBytes: number, join: Join) =>
  Effect.flatMap(Effect.mapError(BoundedAnswer.text(response, maxBytes), brokenOff), (text) => parse(text, join))

/** Reads a streamed answer and passes its events on as they come; some servers send it whole all the same. */
const readStream = (
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number,
  join: Join,
  onEvent: (event: unknown) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const text = yield* Ref.make("")
    const events = yield* BoundedAnswer.stream(response, maxBytes).pipe(
      Stream.mapError(brokenOff),
      Stream.decodeText(),
      Stream.tap((piece) => Ref.update(text, (before) => before + piece)),
      eventsOf,
      Stream.tap(onEvent),
      Stream.runCollect
    )
    const whole = yield* Ref.get(text)
    return yield* isEventStream(whole) ? joined(join)(events) : parse(whole, join)
  })

/** Options for reading an answer. */
export interface ReadOptions {
  /** Assembles a streamed answer, which some servers send without being asked to. */
  readonly join?: Join
  readonly maxBytes?: number
  /** Receives the events of a streamed answer as they come. */
  readonly onEvent?: (event: unknown) => Effect.Effect<void>
}

/**
 * Makes a client for one provider: it sends a request and returns the JSON of the answer, unless that exceeds
 * `maxBytes`. `tracesRequests` propagates the trace of the turn to the provider.
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
