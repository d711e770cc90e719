import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Ref, Stream } from "effect"
import * as LoopbackServer from "./LoopbackServer.ts"

/** Reply to a request: a response, or a failure of the connection. */
export type Reply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** The connection ends in the middle of the body. */
  | "drops"
  | "hangs"

/** A recorded request. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Response that declares a longer body than it sends. */
const broken = HttpServerResponse.stream(Stream.make(new TextEncoder().encode('{"output": [')), {
  contentType: "application/json",
  contentLength: 1_000,
  headers: { connection: "close" }
})

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
 * Runs a model provider on this machine that follows a script, and then repeats its last line; requests for the list of
 * models do not count. Returns its base URL, with `/v1`, and the received requests.
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
