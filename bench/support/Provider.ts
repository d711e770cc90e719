import { type HttpApp, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import * as AnswerFormats from "@storefront/cli/bridge/AnswerFormats"
import { Context, Effect, identity, Layer, Option } from "effect"
import { createServer } from "node:http"
import * as Script from "./Script.ts"

/** An answer of the script as a player of the bridge gives it. */
export const answerOf = (answer: Script.Answer) =>
  answer._tag === "Words"
    ? { text: answer.text, calls: [] }
    : { text: "", calls: [{ name: answer.tool, arguments: answer.params }] }

/** What the provider says that every answer has used. */
const usage = { input: 11, output: 4 }

const origin = { model: "scripted-1", createdAt: 1_700_000_000 }

/** A question to the model, before it is answered. */
export interface Asked {
  readonly isOrchestrator: boolean
  readonly isFirstRound: boolean
  readonly isLastRound: boolean
  /** What the model is about to say. */
  readonly said: Script.Answer
}

/** The answer of the model, as a stream or whole. */
export const respond = (answer: Script.Answer, isStreamed = false) =>
  isStreamed
    ? HttpServerResponse.text(AnswerFormats.streamed("chat", answerOf(answer), usage, origin), {
        contentType: "text/event-stream"
      })
    : HttpServerResponse.json(AnswerFormats.toJson("chat", answerOf(answer), usage, origin))

/** Serves Chat Completions on this machine; answers the address. `around` can look at what comes in, and keep answers back. */
export const serve = Effect.fnUntraced(function* (
  answer: HttpApp.Default<unknown>,
  around: (answer: HttpApp.Default<unknown>) => HttpApp.Default<unknown> = identity
) {
  const server = yield* Layer.build(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  yield* Layer.build(
    HttpServer.serve(HttpRouter.empty.pipe(HttpRouter.post("/v1/chat/completions", answer)), around).pipe(
      Layer.provide(Layer.succeedContext(server))
    )
  )
  const { address } = Context.get(server, HttpServer.HttpServer)
  return `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}/v1`
})

/**
 * A provider of models on this machine; answers its address. The model plays the role that belongs to the words it is
 * asked, and is polite where there is none.
 */
export const make = Effect.fn("Provider.make")(function* (
  find: (words: string) => Option.Option<Script.Role>,
  onAsked: (asked: Asked) => Effect.Effect<void>,
  around: (answer: HttpApp.Default<unknown>) => HttpApp.Default<unknown> = identity
) {
  const answer = Effect.gen(function* () {
    const question = yield* HttpServerRequest.schemaBodyJson(Script.Question)
    const said = yield* Option.match(find(Script.messageOf(question)), {
      onNone: () => Effect.succeed(Script.courtesy),
      onSome: (role) => {
        const said = Script.next(question, role)
        return Effect.as(
          onAsked({ isOrchestrator: Script.isOrchestrator(question), ...Script.roundOf(question, role), said }),
          said
        )
      }
    })
    return yield* respond(said, question.stream === true)
  })
  return yield* serve(answer, around)
})
