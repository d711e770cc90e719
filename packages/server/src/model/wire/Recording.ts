import { FileSystem, HttpClient, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { Array, Data, Effect, Layer, Option, Order, Predicate, Ref, Schema } from "effect"
import * as Boundary from "../../text/Boundary.ts"

/** A request to a provider and what it answered, a line of a recording. The key is no part of it, the conversation is. */
const Exchange = Schema.Struct({
  path: Schema.String,
  body: Schema.String,
  status: Schema.Int,
  retryAfter: Schema.optional(Schema.String),
  answer: Schema.String
})
type Exchange = typeof Exchange.Type

const Line = Schema.parseJson(Exchange)
const encodeLine = Schema.encode(Line)
const decodeLines = Schema.decode(Schema.Array(Line))
const parseJson = Schema.decodeUnknownOption(Schema.parseJson())

/** What is asked is not what was recorded. */
export class ReplayDiverged extends Data.TaggedError("ReplayDiverged")<{ readonly message: string }> {}

/** The body as it is compared: boundaries of data are another process's own. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? Boundary.levelled(new TextDecoder().decode(body.body)) : ""

const pathOf = ({ url }: HttpClientRequest.HttpClientRequest): string => new URL(url).pathname

const respond = (request: HttpClientRequest.HttpClientRequest, { answer, retryAfter, status }: Exchange) =>
  HttpClientResponse.fromWeb(
    request,
    new Response(answer, { status, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } })
  )

/** Writes every exchange with a provider to the end of a file, as it happens. */
export const record = (file: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      return HttpClient.transform(yield* HttpClient.HttpClient, (answering, request) =>
        Effect.gen(function* () {
          const response = yield* answering
          const retryAfter = response.headers["retry-after"]
          const exchange: Exchange = {
            path: pathOf(request),
            body: bodyOf(request),
            status: response.status,
            ...(retryAfter === undefined ? {} : { retryAfter }),
            answer: yield* response.text
          }
          yield* Effect.orDie(
            Effect.flatMap(encodeLine(exchange), (line) => files.writeFileString(file, `${line}\n`, { flag: "a" }))
          )
          return respond(request, exchange)
        })
      )
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))

/** Characters that two texts begin with alike. */
const commonLength = (one: string, other: string): number => {
  const end = Math.min(one.length, other.length)
  let position = 0
  while (position < end && one[position] === other[position]) {
    position++
  }
  return position
}

/** What is shown of a text, around the place where it differs. */
const excerpt = (text: string, position: number) =>
  JSON.stringify(text.slice(Math.max(0, position - 20), position + 40))

/** Where two values begin to differ: none where they do not. */
const firstDifference = (recorded: unknown, asked: unknown, path: string): Option.Option<string> => {
  if (Array.isArray(recorded) && Array.isArray(asked)) {
    const longer = recorded.length > asked.length ? recorded : asked
    return Array.findFirst([...longer.keys()], (index) =>
      firstDifference(recorded[index], asked[index], `${path}[${index}]`)
    )
  }
  if (Predicate.isRecord(recorded) && Predicate.isRecord(asked)) {
    return Array.findFirst(Array.union(Object.keys(recorded), Object.keys(asked)), (name) =>
      firstDifference(recorded[name], asked[name], path === "" ? name : `${path}.${name}`)
    )
  }
  const [before, now] = [recorded, asked].map((value) =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing")
  )
  if (before === undefined || now === undefined || before === now) {
    return Option.none()
  }
  const position = commonLength(before, now)
  return Option.some(
    `${path}, character ${position + 1}: recorded was ${excerpt(before, position)}, asked is ${excerpt(now, position)}`
  )
}

const likeness = (path: string, body: string) =>
  Order.mapInput(Order.number, (exchange: Exchange) =>
    exchange.path === path ? commonLength(exchange.body, body) : -1
  )

/** How a request differs from the one in the recording that is most like it. */
const divergence = (open: ReadonlyArray<Exchange>, path: string, body: string): ReplayDiverged => {
  if (!Array.isNonEmptyReadonlyArray(open)) {
    return new ReplayDiverged({ message: "The recording is over, and one more request is made" })
  }
  const nearest = Array.max(open, likeness(path, body))
  const difference =
    nearest.path === path
      ? firstDifference(Option.getOrNull(parseJson(nearest.body)), Option.getOrNull(parseJson(body)), "")
      : Option.some(`the address: recorded was ${nearest.path}, asked is ${path}`)
  return new ReplayDiverged({
    message: `The request is not what was recorded. It differs at ${Option.getOrElse(difference, () => "the order of its fields")}`
  })
}

/**
 * Answers as it was recorded, without a network. Whatever is asked must be in the recording to the last byte, as often as it
 * is asked; else it ends with a `ReplayDiverged` that names the first difference.
 */
export const replay = (file: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const text = yield* files.readFileString(file)
      const open = yield* Ref.make(yield* decodeLines(text.split("\n").filter((line) => line !== "")))
      return HttpClient.make((request) =>
        Effect.gen(function* () {
          const [path, body] = [pathOf(request), bodyOf(request)]
          const found = yield* Ref.modify(open, (exchanges) => {
            const index = exchanges.findIndex((exchange) => exchange.path === path && exchange.body === body)
            return [Array.get(exchanges, index), index < 0 ? exchanges : Array.remove(exchanges, index)]
          })
          return yield* Option.match(found, {
            onSome: (exchange) => Effect.succeed(respond(request, exchange)),
            onNone: () => Effect.flatMap(Ref.get(open), (left) => Effect.die(divergence(left, path, body)))
          })
        })
      )
    })
  ).pipe(Layer.provide(NodeFileSystem.layer), Layer.orDie)
