import { HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import * as BoundedResponse from "@storefront/server/platform/http/BoundedResponse"
import * as ServerSentEvents from "@storefront/server/platform/http/ServerSentEvents"
import { type Context, Data, Effect, Option, Schema, Stream } from "effect"
import { ServerFailed } from "./ServerFailed.ts"
import { type ToolServerAccess } from "./ToolServerAccess.ts"

/** The server rejected the request, by its HTTP status or a JSON-RPC error. */
export class Rejected extends Data.TaggedError("Rejected")<{ readonly status: number }> {}

/** Result of a request. */
export interface Reply {
  readonly result: unknown
  /** Session that the server starts with this response, if it uses sessions. */
  readonly sessionId: Option.Option<string>
}

/** An MCP message: JSON-RPC method and parameters, and its HTTP headers. */
export interface Message {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** Maximum size of a response. */
const maxAnswerBytes = 1_048_576

/** A JSON-RPC response. The error's message is not read, because it is untrusted text. */
const RpcAnswer = Schema.parseJson(
  Schema.Struct({
    id: Schema.Union(Schema.Number, Schema.String, Schema.Null),
    result: Schema.optional(Schema.Unknown),
    error: Schema.optional(Schema.Struct({ code: Schema.Number }))
  })
)

const decodeAnswer = Schema.decodeOption(RpcAnswer)

type Answer = HttpClientResponse.HttpClientResponse

const failed = (reason: ServerFailed["reason"]) => new ServerFailed({ reason })

/** Reads the response to the request with this id: the body, or one event of a stream that may have others. */
const read = (answer: Answer, id: number) => {
  const texts = answer.headers["content-type"]?.startsWith("text/event-stream")
    ? ServerSentEvents.dataOf(Stream.decodeText(BoundedResponse.stream(answer, maxAnswerBytes)))
    : Stream.fromEffect(BoundedResponse.text(answer, maxAnswerBytes))
  return texts.pipe(
    Stream.filterMap(decodeAnswer),
    Stream.filter((message) => message.id === id || answer.status !== 200),
    Stream.runHead,
    Effect.mapError(({ _tag }) => failed(_tag === "AnswerTooLarge" ? "too_large" : "unreachable"))
  )
}

/** Makes a client for MCP requests over streamable HTTP to the endpoint at `url`. */
export const make = (url: string, { send }: Context.Tag.Service<ToolServerAccess>) => {
  let lastId = 0

  const post = (headers: Message["headers"], body: Readonly<Record<string, unknown>>) =>
    send(
      HttpClientRequest.post(url, { headers, accept: "application/json, text/event-stream" }).pipe(
        HttpClientRequest.bodyUnsafeJson({ jsonrpc: "2.0", ...body })
      )
    ).pipe(
      // The peer may have closed a kept-alive connection. A retry is safe, because all requests only read.
      Effect.retry({ times: 1, while: ({ _tag }) => _tag === "RequestError" }),
      Effect.mapError(({ _tag }) => failed(_tag === "TokenUnavailable" ? "no_token" : "unreachable")),
      Effect.filterOrFail(
        ({ status }) => status !== 401 && status !== 403,
        () => failed("refused")
      ),
      Effect.filterOrFail(
        ({ status }) => status < 500,
        () => failed("error_status")
      )
    )

  return {
    request: Effect.fnUntraced(function* ({ headers, method, params }: Message) {
      lastId += 1
      const id = lastId
      const answer = yield* post(headers, { id, method, params })
      const message = yield* read(answer, id)
      if (answer.status !== 200 || Option.exists(message, ({ error }) => error !== undefined)) {
        return yield* new Rejected({ status: answer.status })
      }
      return yield* Option.match(message, {
        onNone: () => failed("unreadable_answer"),
        onSome: ({ result }) =>
          Effect.succeed<Reply>({ result, sessionId: Option.fromNullable(answer.headers["mcp-session-id"]) })
      })
    }, Effect.scoped),

    /** Sends a notification, which has no response. */
    notify: ({ headers, method, params }: Message) => Effect.scoped(Effect.asVoid(post(headers, { method, params }))),

    end: (headers: Message["headers"]) => Effect.scoped(Effect.asVoid(send(HttpClientRequest.del(url, { headers }))))
  }
}
