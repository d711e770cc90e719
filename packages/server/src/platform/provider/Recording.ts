import { FileSystem, HttpClient, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { Array, ConfigError, Data, Effect, Either, Layer, Option, Order, Predicate, Ref, Schema, Stream } from "effect"
import * as BoundedResponse from "../http/BoundedResponse.ts"
import * as Boundary from "../text/Boundary.ts"
import { bodyOf, maxAnswerBytes } from "./ProviderEndpoint.ts"

/** Records exchanges with a provider to a file, and replays them without a network. */

/** Largest recording that is replayed, in bytes: hundreds of turns. It is held in memory. */
const maxRecordingBytes = 67_108_864

/** A request to a provider and its answer: one line of a recording. Contains the conversation, but not the key. */
const Exchange = Schema.Struct({
  path: Schema.String,
  body: Schema.String,
  status: Schema.Int,
  retryAfter: Schema.optional(Schema.String),
  retryAfterMs: Schema.optional(Schema.String),
  answer: Schema.String
})
type Exchange = typeof Exchange.Type

const Line = Schema.parseJson(Exchange)
const encodeLine = Schema.encode(Line)
const decodeLines = Schema.decode(Schema.Array(Line))
const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

/** A request that is not in the recording. */
export class ReplayDiverged extends Data.TaggedError("ReplayDiverged")<{ readonly message: string }> {}

/** Matches the durations of specialists' runs in requests to the model. */
const durations = /(\bduration_ms\\*":)\d+/g

/** Normalizes a request for comparison: data boundaries differ by process, durations by run. */
export const normalized = (request: string): string =>
  Boundary.normalized(request).replace(durations, (_, name: string) => `${name}0`)

const normalizedBody = (request: HttpClientRequest.HttpClientRequest): string => normalized(bodyOf(request))

const pathOf = ({ url }: HttpClientRequest.HttpClientRequest): string => new URL(url).pathname

/** Statuses with which a `Response` must not have a body, not even an empty one; replaced by 200 with an empty body. */
const bodiless: ReadonlySet<number> = new Set([204, 205])

const respond = (
  request: HttpClientRequest.HttpClientRequest,
  { answer, retryAfter, retryAfterMs, status }: Exchange
) =>
  HttpClientResponse.fromWeb(
    request,
    new Response(answer, {
      status: bodiless.has(status) ? 200 : status,
      headers: {
        ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
        ...(retryAfterMs === undefined ? {} : { "retry-after-ms": retryAfterMs })
      }
    })
  )

const unusable = (variable: string, says: string) => () => ConfigError.InvalidData([variable], says)

/** Appends to a file that only the process's user can access: it contains people's conversations. */
const append = (files: FileSystem.FileSystem, file: string, text: string) =>
  files.writeFileString(file, text, { flag: "a", mode: 0o600 })

/** Reads an answer up to the size limit, and slightly more of a larger one so that its reader rejects it as well. */
const answerOf = (response: HttpClientResponse.HttpClientResponse) =>
  BoundedResponse.decompressed(response).pipe(
    Stream.mapAccum(0, (before, chunk) => [before + chunk.length, { chunk, end: before + chunk.length }]),
    Stream.takeUntil(({ end }) => end > maxAnswerBytes),
    Stream.map(({ chunk }) => chunk),
    Stream.decodeText(),
    Stream.mkString
  )

/** Makes a response whose body breaks off for its reader as well. */
const brokenOff = (request: HttpClientRequest.HttpClientRequest, { status }: HttpClientResponse.HttpClientResponse) =>
  HttpClientResponse.fromWeb(
    request,
    new Response(new ReadableStream({ start: (controller) => controller.error() }), { status })
  )

/** Appends every exchange with a provider to a file as it happens, except those whose answer broke off. */
export const record = (file: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      yield* Effect.mapError(
        append(files, file, ""),
        unusable("LLM_RECORD", "must be the name of a file that can be written, for example conversation.jsonl")
      )
      return HttpClient.transform(yield* HttpClient.HttpClient, (execution, request) =>
        Effect.gen(function* () {
          const response = yield* execution
          const answer = yield* Effect.either(answerOf(response))
          if (Either.isLeft(answer)) {
            return brokenOff(request, response)
          }
          const { "retry-after": retryAfter, "retry-after-ms": retryAfterMs } = response.headers
          const exchange: Exchange = {
            path: pathOf(request),
            body: normalizedBody(request),
            status: response.status,
            ...(retryAfter === undefined ? {} : { retryAfter }),
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
            answer: answer.right
          }
          yield* Effect.orDie(Effect.flatMap(encodeLine(exchange), (line) => append(files, file, `${line}\n`)))
          return respond(request, exchange)
        })
      )
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))

/** Counts the characters of the common prefix. */
const commonLength = (one: string, other: string): number => {
  const end = Math.min(one.length, other.length)
  let position = 0
  while (position < end && one[position] === other[position]) {
    position++
  }
  return position
}

/** Quotes a text around the position of a difference. */
const excerpt = (text: string, position: number) =>
  JSON.stringify(text.slice(Math.max(0, position - 20), position + 40))

/** Describes the first difference between two values; none if they are equal. */
export const firstDifference = (recorded: unknown, sent: unknown, path: string): Option.Option<string> => {
  if (Array.isArray(recorded) && Array.isArray(sent)) {
    const longer = recorded.length > sent.length ? recorded : sent
    return Array.findFirst([...longer.keys()], (index) =>
      firstDifference(recorded[index], sent[index], `${path}[${index}]`)
    )
  }
  if (Predicate.isRecord(recorded) && Predicate.isRecord(sent)) {
    return Array.findFirst(Array.union(Object.keys(recorded), Object.keys(sent)), (name) =>
      firstDifference(recorded[name], sent[name], path === "" ? name : `${path}.${name}`)
    )
  }
  const [recordedText, sentText] = [recorded, sent].map((value) =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing")
  )
  if (recordedText === undefined || sentText === undefined || recordedText === sentText) {
    return Option.none()
  }
  const position = commonLength(recordedText, sentText)
  return Option.some(
    `${path}, character ${position + 1}: recorded was ${excerpt(recordedText, position)}, sent now is ${excerpt(sentText, position)}`
  )
}

const similarity = (path: string, body: string) =>
  Order.mapInput(Order.number, (exchange: Exchange) =>
    exchange.path === path ? commonLength(exchange.body, body) : -1
  )

/** Describes how a request differs from the most similar one in the recording. */
const divergence = (unused: ReadonlyArray<Exchange>, path: string, body: string): ReplayDiverged => {
  if (!Array.isNonEmptyReadonlyArray(unused)) {
    return new ReplayDiverged({ message: "The recording is over, and one more request is made" })
  }
  const nearest = Array.max(unused, similarity(path, body))
  const difference =
    nearest.path === path
      ? firstDifference(Option.getOrNull(parseJson(nearest.body)), Option.getOrNull(parseJson(body)), "")
      : Option.some(`the address: recorded was ${nearest.path}, sent now is ${path}`)
  return new ReplayDiverged({
    message: `The request is not what was recorded. It differs at ${Option.getOrElse(difference, () => "the order of its fields")}`
  })
}

/**
 * Answers from the recording. Each recorded exchange answers one request that is equal after normalization; a request
 * without one dies with a `ReplayDiverged` that names the first difference.
 */
export const replay = (file: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const recorded = yield* BoundedResponse.limitBytes(
        files.stream(file, { chunkSize: 1_048_576 }),
        maxRecordingBytes
      ).pipe(
        Stream.decodeText(),
        Stream.mkString,
        Effect.flatMap((text) => decodeLines(text.split("\n").filter((line) => line !== ""))),
        Effect.mapError(unusable("LLM_REPLAY", "must be the name of a file that LLM_RECORD wrote, of 64 MiB at most"))
      )
      const unused = yield* Ref.make(recorded)
      return HttpClient.make((request) =>
        Effect.gen(function* () {
          const [path, body] = [pathOf(request), normalizedBody(request)]
          const found = yield* Ref.modify(unused, (exchanges) => {
            const index = exchanges.findIndex((exchange) => exchange.path === path && exchange.body === body)
            return [Array.get(exchanges, index), index < 0 ? exchanges : Array.remove(exchanges, index)]
          })
          return yield* Option.match(found, {
            onSome: (exchange) => Effect.succeed(respond(request, exchange)),
            onNone: () => Effect.flatMap(Ref.get(unused), (left) => Effect.die(divergence(left, path, body)))
          })
        })
      )
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))
