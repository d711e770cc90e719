import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import { settings } from "@storefront/server/testing/Settings"
import { Effect, Layer } from "effect"
import { lines, LocalModels } from "../src/LocalModels.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers" | "method" | "url">

/** A server of models on this machine: its port, and what it was asked. */
const serverOf = Effect.fnUntraced(function* (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) {
  const asked: Array<Request> = []
  const url = yield* LoopbackServer.serve(
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, url }) => {
      asked.push({ headers, method, url })
      return answer
    })
  )
  return { name: "Ollama", port: Number(new URL(url).port), asked }
})

const listing = (...ids: ReadonlyArray<string>) =>
  Effect.succeed(HttpServerResponse.unsafeJson({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }))

const withModels = (
  servers: ReadonlyArray<{ readonly name: string; readonly port: number }>,
  variables: Readonly<Record<string, string>> = {}
) => Layer.provide(LocalModels.layer(["orchestrator"], servers), settings(variables))

/** The lines once there are some. */
const shown = Effect.repeat(Effect.delay(lines, "1 millis"), { until: (said) => said.length > 0 })

describe("the model servers on this machine", () => {
  it.scopedLive("are named with the line that uses the first model that converses", () =>
    Effect.gen(function* () {
      const server = yield* serverOf(listing("nomic-embed-text:latest", "$(rm -rf ~)", "qwen3:8b", "llama3"))
      assert.deepStrictEqual(yield* Effect.provide(shown, withModels([server])), [
        "Ollama runs on this machine. To let its model answer, stop this and type",
        `  OPENAI_BASE_URL=http://127.0.0.1:${server.port}/v1 LLM_MODEL=qwen3:8b npm start`,
        ""
      ])
      const [request, ...more] = server.asked
      assert.deepStrictEqual([request?.method, request?.url, more.length], ["GET", "/v1/models", 0])
      assert.notProperty(request?.headers, "authorization")
      assert.notProperty(request?.headers, "traceparent")
    })
  )

  it.scopedLive("are not waited for, and one that answers something else is none", () =>
    Effect.gen(function* () {
      const silent = yield* serverOf(Effect.never)
      const other = yield* serverOf(Effect.succeed(HttpServerResponse.text("hello")))
      const unauthorized = yield* serverOf(Effect.succeed(HttpServerResponse.empty({ status: 401 })))
      const good = yield* serverOf(listing("llama3"))
      const said = yield* Effect.provide(shown, withModels([silent, other, unauthorized, good]))
      assert.lengthOf(said, 3)
      assert.include(said[1], `:${good.port}/`)
    })
  )

  it.scopedLive("are not asked where a model is configured or not wanted, and never at a port of ours", () =>
    Effect.gen(function* () {
      const server = yield* serverOf(listing("llama3"))
      for (const variables of [
        { LLM_PROVIDER: "embedded" },
        { OPENAI_BASE_URL: "http://localhost:9/v1" },
        { ORCHESTRATOR_PORT: String(server.port) }
      ]) {
        const witness = yield* serverOf(listing("llama3"))
        const layer = withModels([server, ...("ORCHESTRATOR_PORT" in variables ? [witness] : [])], variables)
        const said = yield* Effect.provide("ORCHESTRATOR_PORT" in variables ? shown : lines, layer)
        assert.notInclude(said.join(), `:${server.port}/`)
      }
      assert.deepStrictEqual(server.asked, [])
    })
  )
})
