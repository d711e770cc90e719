import { HttpClient, HttpServer, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import * as OtelTracer from "@effect/opentelemetry/Tracer"
import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Data, Effect, Layer, Logger } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { attributesOf } from "../../../src/platform/telemetry/SpanConventions.ts"
import type * as SpanFilter from "../../../src/platform/telemetry/SpanFilter.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"

class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

const secrets = ["secret-message", "secret-line", "secret-query", "secret-header", "secret-argument"]

/** Work in which everything is told that libraries tell. */
const work = Effect.gen(function* () {
  const client = yield* HttpClient.HttpClient
  yield* Effect.log("secret-line")
  yield* Effect.annotateCurrentSpan("parameters", { words: "secret-argument" }).pipe(Effect.withSpan("Toolkit.handle"))
  yield* client.get("/?q=secret-query", { headers: { "x-note": "secret-header" } })
  return yield* Effect.failCause(Cause.die(new Refused({ message: "secret-message" })))
}).pipe(
  Effect.withSpan("execute_tool toy", { attributes: { "gen_ai.operation.name": "execute_tool" } }),
  Effect.provide(Logger.remove(Logger.defaultLogger))
)

const server = HttpServer.serve(HttpServerResponse.empty()).pipe(Layer.provideMerge(NodeHttpServer.layerTest))

layer(server, { excludeTestServices: true })("what libraries put on spans", (it) => {
  const told = (filter?: typeof SpanFilter.filterBefore) =>
    Effect.map(spansOf(work, filter), (spans) => ({
      spans,
      secrets: secrets.filter((secret) => JSON.stringify(spans).includes(secret))
    }))

  it.effect("stays in the process", () =>
    Effect.gen(function* () {
      const { secrets, spans } = yield* told()
      assert.deepStrictEqual(secrets, [])
      assert.deepStrictEqual(spans[0], {
        ...spans[0]!,
        name: "execute_tool toy",
        attributes: { "gen_ai.operation.name": "execute_tool", "error.type": "Refused" },
        events: [],
        links: [],
        isError: true,
        statusMessage: null
      })
    })
  )

  it.effect("would all be sent without the filter", () =>
    Effect.gen(function* () {
      const found = yield* told((exporting) => exporting)
      assert.deepStrictEqual(found.secrets, secrets)
      assert.strictEqual(found.spans[0]!.statusMessage, "secret-message")
    })
  )

  it.effect("says nothing of an interruption but that there was one", () =>
    Effect.gen(function* () {
      const interrupted = Effect.withSpan(Effect.interrupt, "chat toy", {
        attributes: { "gen_ai.operation.name": "chat" }
      })
      const [span] = yield* spansOf(interrupted)
      assert.deepStrictEqual(span!.attributes, { "gen_ai.operation.name": "chat", "error.type": "cancelled" })
      const [bare] = yield* spansOf(interrupted, (exporting) => exporting)
      assert.include(Object.keys(bare!.attributes), "status.interrupted")
    })
  )

  it.effect("keeps the name that a span began with, whoever renames the active one", () =>
    Effect.gen(function* () {
      const renaming = Effect.map(OtelTracer.currentOtelSpan, (span) => span.updateName("secret-name"))
      const spans = yield* spansOf(
        renaming.pipe(Effect.withSpan("execute_tool toy", { attributes: { "gen_ai.operation.name": "execute_tool" } }))
      )
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["execute_tool toy"]
      )
    })
  )

  it.effect("keeps lists as lists", () =>
    Effect.gen(function* () {
      const attributes = { "gen_ai.operation.name": "chat", "gen_ai.response.finish_reasons": ["stop", "length"] }
      const [span] = yield* spansOf(Effect.withSpan(Effect.void, "chat toy", { attributes }))
      assert.deepStrictEqual(span!.attributes, attributes)
    })
  )
})

describe("the attributes that our own code puts on spans", () => {
  /** Names that the same files give to log lines and measures. */
  const ofOthers = /^(?:(?:backorder|order|request|return|user)\.(?:id|status)|gen_ai\.token\.type)$/

  const packages = fileURLToPath(new URL("../../../../", import.meta.url))

  const names = ["server", "mcp", "agents", "cli"]
    .flatMap((name) => readdirSync(join(packages, name, "src"), { withFileTypes: true, recursive: true }))
    .filter(({ name, parentPath }) => name.endsWith(".ts") && !/platform\/telemetry|\/testing$/.test(parentPath))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8"))
    .filter((text) => /\b(?:withSpan|useSpan|annotateCurrentSpan|observed)\b/.test(text))
    .flatMap((text) => [...text.matchAll(/"([a-z_]+(?:\.[a-z_]+)+)":|annotateCurrentSpan\(\s*"([^"]+)"/g)])
    .map(([, key, annotated]) => key ?? annotated!)
    .filter((name) => !ofOthers.test(name))

  it.for([...new Set(names)])("are shown: %s", (name) => {
    assert.deepStrictEqual(Object.keys(attributesOf("invoke_agent toy", { [name]: '["stop"]' })), [name])
  })

  it("are found", () => {
    assert.includeMembers(names, ["gen_ai.tool.call.id", "search.retrieval", "turn.status", "url.path"])
  })
})
