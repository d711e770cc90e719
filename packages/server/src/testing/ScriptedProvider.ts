import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Ref, Stream } from "effect"
import * as LoopbackServer from "./LoopbackServer.ts"

/** What the provider does when it is asked: an answer with this status and body, or none. */
export type Reply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** The connection ends in the middle of the body. */
  | "drops"
  | "hangs"

/** A request as it came. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Promises more than it sends. */
const broken = HttpServerResponse.stream(Stream.make(new TextEncoder().encode('{"output": [')), {
  contentType: "application/json",
  contentLength: 1_000,
  headers: { connection: "close" }
})

/** What a script without a line comes to. */
const unscripted: Reply = { status: 500, body: "the script is empty" }

const answer = (reply: Reply) =>
  reply === "hangs"
    ? Effect.never
    : reply === "drops"
      ? Effect.succeed(broken)
      : Effect.succeed(
          typeof reply.body === "string"
            ? HttpServerResponse.text(reply.body, { status: reply.status ?? 200, headers: reply.headers ?? {} })
            : HttpServerResponse.unsafeJson(reply.body, { status: reply.status ?? 200, headers: reply.headers ?? {} })
        )

/**
 * A provider of models on this machine that follows a script, whose last line it repeats for ever; the list of its models is no part of it. Answers its address, with the
 * path of the interface's version, and what it was asked so far.
 */
export const serve = Effect.fnUntraced(function* (
  script: ReadonlyArray<Reply>,
  refuse: (request: Received) => Reply | undefined = () => undefined
) {
  const position = yield* Ref.make(0)
  const received: Array<Received> = []
  const address = yield* LoopbackServer.serve(
    Effect.gen(function* () {
      const { headers, json, method, url } = yield* HttpServerRequest.HttpServerRequest
      if (method === "GET") {
        return HttpServerResponse.unsafeJson({ data: [] })
      }
      const request: Received = { path: url, headers, body: yield* json }
      received.push(request)
      const at = yield* Ref.getAndUpdate(position, (next) => next + 1)
      return yield* answer(refuse(request) ?? script[Math.min(at, script.length - 1)] ?? unscripted)
    })
  )
  return { url: `${address}/v1`, received }
})
