import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Ref, Stream } from "effect"
import * as LoopbackServer from "./LoopbackServer.ts"

/** Reply to a request: a response, or a failure of the connection. */
export type Reply =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: unknown
      /** Follows the body in place of its end. */
      readonly ending?: "drops" | "hangs"
    }
  /** The connection ends in the middle of the body. */
  | "drops"
  | "hangs"

/** A recorded request. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Response that sends the beginning of a body, and then breaks off before its declared length, or sends nothing more. */
const unfinished = (beginning: string, ending: "drops" | "hangs") => {
  const bytes = new TextEncoder().encode(beginning)
  return ending === "drops"
    ? HttpServerResponse.stream(Stream.make(bytes), {
        contentLength: bytes.length + 1_000,
        headers: { connection: "close" }
      })
    : HttpServerResponse.stream(Stream.concat(Stream.make(bytes), Stream.never))
}

const unscripted: Reply = { status: 500, body: "the script is empty" }

const answer = (reply: Reply) => {
  if (reply === "hangs") {
    return Effect.never
  }
  if (reply === "drops") {
    return Effect.succeed(unfinished('{"output": [', "drops"))
  }
  const { body, ending, headers = {}, status = 200 } = reply
  return Effect.succeed(
    typeof body !== "string"
      ? HttpServerResponse.unsafeJson(body, { status, headers })
      : ending === undefined
        ? HttpServerResponse.text(body, { status, headers })
        : unfinished(body, ending)
  )
}

/**
 * Runs a model provider on this machine that follows a script, and then repeats its last line; requests for the list of
 * models do not count. Answers once it may. Returns its base URL, with `/v1`, and the received requests.
 */
export const serve = Effect.fnUntraced(function* (
  script: ReadonlyArray<Reply>,
  refuse: (request: Received) => Reply | undefined = () => undefined,
  mayAnswer: Effect.Effect<void> = Effect.void
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
      yield* mayAnswer
      const at = yield* Ref.getAndUpdate(position, (next) => next + 1)
      return yield* answer(refuse(request) ?? script[Math.min(at, script.length - 1)] ?? unscripted)
    })
  )
  return { url: `${address}/v1`, received }
})
