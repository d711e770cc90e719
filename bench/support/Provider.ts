import { type HttpApp, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, identity, Layer, Option } from "effect"
import { createServer } from "node:http"
import { v7 } from "uuid"
import * as Script from "./Script.ts"

const output = (answer: Script.Answer) =>
  answer._tag === "Words"
    ? {
        id: `msg_${v7()}`,
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: answer.text, annotations: [], logprobs: [] }]
      }
    : {
        id: `fc_${v7()}`,
        type: "function_call",
        call_id: `call_${v7()}`,
        name: answer.tool,
        arguments: JSON.stringify(answer.params),
        status: "completed"
      }

/** An answer of the Responses API. */
const response = (answer: Script.Answer) => ({
  id: `resp_${v7()}`,
  object: "response",
  status: "completed",
  created_at: 1_700_000_000,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  model: "scripted-1",
  output: [output(answer)],
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15
  }
})

/** A question to the model, before it is answered. */
export interface Asked {
  readonly isOrchestrator: boolean
  readonly isFirstRound: boolean
  readonly isLastRound: boolean
}

/**
 * A provider of models on this machine; answers its address. The model plays the role that belongs to the words it is
 * asked, and is polite where there is none. `around` can look at what comes in, and keep answers back.
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
      onSome: (role) =>
        Effect.as(
          onAsked({ isOrchestrator: Script.isOrchestrator(question), ...Script.roundOf(question, role) }),
          Script.next(question, role)
        )
    })
    return yield* HttpServerResponse.json(response(said))
  })
  const server = yield* Layer.build(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  yield* Layer.build(
    HttpServer.serve(HttpRouter.empty.pipe(HttpRouter.post("/v1/responses", answer)), around).pipe(
      Layer.provide(Layer.succeedContext(server))
    )
  )
  const { address } = Context.get(server, HttpServer.HttpServer)
  return `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}/v1`
})
