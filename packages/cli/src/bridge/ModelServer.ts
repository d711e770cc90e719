import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { isLoopback } from "@storefront/server/platform/config/NetworkAddress"
import * as HttpListener from "@storefront/server/platform/http/HttpListener"
import * as MediaType from "@storefront/server/platform/http/MediaType"
import * as LenientJson from "@storefront/server/platform/provider/LenientJson"
import { Clock, Context, Data, Effect, Layer } from "effect"
import { type Answer } from "./Answer.ts"
import { type Question, read, type ModelApi } from "./Question.ts"
import { streamed, type Usage, toJson } from "./AnswerFormats.ts"

/** Name of the only model. */
export const modelName = "bridge"

/** A question is refused; the message is for the client. */
export class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly message: string }> {}

/** A question, with the trace id of its turn if the client sends one. */
export interface TracedQuestion {
  readonly question: Question
  readonly turn: string | null
}

/** An answer, with the usage to report. */
export interface AnswerWithUsage {
  readonly answer: Answer
  readonly usage: Usage
}

const refusal = ({ message, status }: Refused) =>
  HttpServerResponse.unsafeJson(
    { error: { message, type: status < 500 ? "invalid_request_error" : "bridge" } },
    { status }
  )

const unreadable = new Refused({ status: 400, message: "This is not a request to a model" })

/** Returns whether a web page may have sent the request: to another host name, or without a CORS preflight. */
const mayBeCrossSite = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => {
  const host = `http://${headers["host"] ?? ""}`
  return !(
    URL.canParse(host) &&
    isLoopback(new URL(host).hostname) &&
    MediaType.of(headers["content-type"] ?? "") === "application/json"
  )
}

const crossSite = new Refused({ status: 415, message: "Send application/json to 127.0.0.1 or localhost" })

const turnIn = (traceparent: string | undefined): string | null => traceparent?.split("-")[1] ?? null

/** Handles the requests of one interface. */
const endpoint = (wire: ModelApi, play: (question: TracedQuestion) => Effect.Effect<AnswerWithUsage, Refused>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (mayBeCrossSite(request)) {
      return yield* crossSite
    }
    const body = yield* Effect.orElseFail(request.json, () => unreadable)
    const question = read(wire, body)
    if (question.messages.length === 0) {
      return yield* unreadable
    }
    const { answer, usage } = yield* play({ question, turn: turnIn(request.headers["traceparent"]) })
    const millis = yield* Clock.currentTimeMillis
    const origin = { model: question.model, createdAt: Math.floor(millis / 1000) }
    return LenientJson.field(body, "stream") === true
      ? HttpServerResponse.text(streamed(wire, answer, usage, origin), { contentType: "text/event-stream" })
      : HttpServerResponse.unsafeJson(toJson(wire, answer, usage, origin))
  }).pipe(Effect.catchTag("Refused", (refused) => Effect.succeed(refusal(refused))))

const models = HttpServerResponse.json({
  object: "list",
  data: [{ id: modelName, object: "model", owned_by: "storefront" }]
})

/**
 * Serves a model on loopback over both interfaces of OpenAI, and returns its URL. When the scope closes, requests in
 * flight have five seconds to be answered.
 */
export const serve = Effect.fn("ModelServer.serve")(function* (
  port: number,
  play: (question: TracedQuestion) => Effect.Effect<AnswerWithUsage, Refused>
) {
  const server = yield* Layer.build(
    HttpListener.layerAt("the bridge", { host: "127.0.0.1", port, portVariable: "--port" }, "5 seconds")
  )
  yield* HttpServer.serveEffect(
    HttpRouter.empty.pipe(
      HttpRouter.get("/v1/models", models),
      HttpRouter.post("/v1/responses", endpoint("responses", play)),
      HttpRouter.post("/v1/chat/completions", endpoint("chat", play)),
      Effect.catchTag("RouteNotFound", ({ request }) =>
        Effect.succeed(refusal(new Refused({ status: 404, message: `Nothing is at ${request.url}` })))
      )
    )
  ).pipe(Effect.provide(server))
  return `${HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)}/v1`
})
