import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { AgentName } from "@storefront/domain/Topology"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { createServer } from "node:http"
import { v7 } from "uuid"
import { type Moment } from "./Moment.ts"
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

const Path = Schema.Struct({ service: AgentName })

/** Where a service finds its model. */
export type Provider = (service: AgentName) => string

/** A provider of models on this machine that speaks for every service as its role says, as long as there is one. */
export const make = Effect.fn("Provider.make")(function* (
  role: Effect.Effect<Option.Option<Script.Role>>,
  reach: (moment: Moment) => Effect.Effect<void>
) {
  const answer = Effect.gen(function* () {
    const { service } = yield* HttpRouter.schemaPathParams(Path)
    const question = yield* HttpServerRequest.schemaBodyJson(Script.Question)
    return yield* Option.match(yield* role, {
      onNone: () => Effect.succeed(HttpServerResponse.empty({ status: 404 })),
      onSome: Effect.fnUntraced(function* (role) {
        yield* reach({ _tag: "Asked", service, ...Script.roundOf(question, role) })
        return yield* HttpServerResponse.json(response(Script.next(service === "orchestrator", question, role)))
      })
    })
  })
  const server = yield* Layer.build(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  yield* Layer.build(
    HttpServer.serve(HttpRouter.empty.pipe(HttpRouter.post("/:service/v1/responses", answer))).pipe(
      Layer.provide(Layer.succeedContext(server))
    )
  )
  const { address } = Context.get(server, HttpServer.HttpServer)
  const port = address._tag === "TcpAddress" ? address.port : 0
  const provider: Provider = (service) => `http://127.0.0.1:${port}/${service}/v1`
  return provider
})
