import { HttpClient, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { context as contexts, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { AlwaysOffSampler, ParentBasedSampler, AlwaysOnSampler, type ReadableSpan } from "@opentelemetry/sdk-trace-base"
import { Data, Effect, Layer, Option, Runtime, Tracer } from "effect"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as RecordedMetrics from "../../../src/testing/RecordedMetrics.ts"
import { recorder, spansOf } from "../../../src/testing/RecordedSpans.ts"
import { destination } from "../../../src/platform/telemetry/SpanConventions.ts"
import * as TimedStatements from "../../../src/platform/telemetry/TimedStatements.ts"
import * as TraceContext from "../../../src/platform/telemetry/TraceContext.ts"

layer(TestDatabase.layer, { excludeTestServices: true })("the spans of statements", (it) => {
  it.effect("are named after what they do and the table they do it to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const spans = yield* spansOf(
        Effect.gen(function* () {
          yield* sql`
            SELECT name FROM users WHERE id IN (SELECT user_id FROM orders)`
          yield* sql`INSERT INTO product_counts ${sql.insert({ category: "Toys", active_count: 1 })}
            ON CONFLICT (category) DO UPDATE SET active_count = 0`
          yield* sql`UPDATE product_counts SET active_count = 2 WHERE category = 'Toys'`
          yield* sql`WITH gone AS (DELETE FROM product_counts RETURNING category) SELECT count(*) FROM gone`
          yield* sql`SELECT extract(epoch FROM created_at), 1 IS DISTINCT FROM 2 FROM orders`
          yield* sql`WITH known AS (SELECT 1 AS n) SELECT n FROM known, generate_series(1, 2), users`
          yield* sql`WITH known AS (SELECT 1 AS n) SELECT n FROM known JOIN order_items i ON i.line_no = n`
          yield* sql`WITH known AS (SELECT id FROM users) UPDATE product_counts SET active_count = 3 FROM known WHERE false`
          yield* sql`SELECT id FROM orders WHERE false FOR NO KEY UPDATE SKIP LOCKED`
          yield* sql`SELECT 1`
          yield* sql`SET LOCAL jit TO off`
        })
      )
      assert.deepStrictEqual(
        spans.map(({ attributes, kind, name }) => [name, kind, attributes["db.operation.name"]]),
        [
          ["SELECT users", "CLIENT", "SELECT"],
          ["INSERT product_counts", "CLIENT", "INSERT"],
          ["UPDATE product_counts", "CLIENT", "UPDATE"],
          ["DELETE product_counts", "CLIENT", "DELETE"],
          ["SELECT orders", "CLIENT", "SELECT"],
          ["SELECT", "CLIENT", "SELECT"],
          ["SELECT order_items", "CLIENT", "SELECT"],
          ["UPDATE product_counts", "CLIENT", "UPDATE"],
          ["SELECT orders", "CLIENT", "SELECT"],
          ["SELECT", "CLIENT", "SELECT"],
          ["SET", "CLIENT", "SET"]
        ]
      )
      assert.include(spans[1]!.attributes, {
        "db.system.name": "postgresql",
        "db.query.summary": "INSERT product_counts",
        "db.collection.name": "product_counts"
      })
      assert.notInclude(JSON.stringify(spans[1]), "Toys")
    })
  )

  it.effect("are measured, those of traces too that are not sent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const taken: Array<RecordedMetrics.Measurement> = []
      const { spans, tracer } = recorder(new AlwaysOffSampler())
      yield* Effect.exit(Effect.zip(sql`SELECT id FROM users`, sql`UPDATE users SET id = ${"topsecret"}::uuid`)).pipe(
        Effect.withTracer(TimedStatements.make(tracer, RecordedMetrics.recorder(taken)))
      )
      assert.deepStrictEqual(spans(), [])
      assert.deepStrictEqual(
        taken.map(({ attributes, name }) => [
          name,
          attributes["db.operation.name"],
          attributes["db.collection.name"],
          attributes["error.type"]
        ]),
        [
          ["db.client.operation.duration", "SELECT", "users", undefined],
          ["db.client.operation.duration", "UPDATE", "users", "22P02"]
        ]
      )
      assert.deepInclude(taken[0]!.attributes, { "db.system.name": "postgresql" })
      assert.isTrue(taken.every(({ value }) => value > 0))
      assert.notMatch(JSON.stringify(taken), /topsecret|query.text/)
    })
  )

  it.effect("tell the code of a refusal, and nothing that it quotes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [span] = yield* spansOf(sql`SELECT id FROM users WHERE id = ${"topsecret"}::uuid`)
      assert.deepInclude(span, { isError: true, events: [], statusMessage: null })
      assert.strictEqual(span!.attributes["error.type"], "22P02")
      assert.notInclude(JSON.stringify(span), "topsecret")
    })
  )

  it.effect("are not sent when nobody asked for the work", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { spans, tracer } = recorder()
      yield* Effect.withTracer(Effect.withSpan(sql`SELECT 1`, "RateLimits.sweep", { root: true }), tracer)
      yield* Effect.withTracer(sql`SELECT 1`, tracer)
      yield* sql`SELECT 1`.pipe(Effect.withSpan("GET /readyz", { kind: "server" }), Effect.withTracer(tracer))
      assert.deepStrictEqual(spans(), [])
    })
  )
})

const hop = HttpServer.serve(
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) =>
    HttpServerResponse.unsafeJson(
      { traceparent: headers["traceparent"] },
      { status: url.startsWith("/broken") ? 502 : 200 }
    )
  )
).pipe(Layer.provideMerge(NodeHttpServer.layerTest))

layer(hop, { excludeTestServices: true })("the spans of requests that we send", (it) => {
  it.effect("tell where to, without query and headers, and that it went wrong", () =>
    Effect.gen(function* () {
      const spans = yield* spansOf(
        Effect.gen(function* () {
          const client = yield* HttpClient.HttpClient
          yield* client.get("/fine?token=topsecret", { headers: { "x-user-email": "ada@example.com" } })
          yield* client.get("/broken")
        })
      )
      const [fine, broken] = spans
      assert.deepInclude(fine, { name: "GET", kind: "CLIENT", isError: false, parent: spans[0]!.parent })
      assert.deepInclude(fine!.attributes, { "http.request.method": "GET", "http.response.status_code": 200 })
      assert.match(String(fine!.attributes["url.full"]), /^http:\/\/[^/]+\/fine$/)
      const { hostname, port } = new URL(String(fine!.attributes["url.full"]))
      assert.deepInclude(fine!.attributes, {
        "server.address": hostname,
        "server.port": Number(port),
        "url.scheme": "http"
      })
      assert.notMatch(JSON.stringify(fine), /topsecret|ada@/)
      assert.strictEqual(broken!.isError, true)
      assert.strictEqual(broken!.attributes["error.type"], "502")
    })
  )

  it.effect("hand on the sampling decision", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder(new AlwaysOffSampler())
      const client = yield* HttpClient.HttpClient
      const [body, traceId] = yield* Effect.gen(function* () {
        const response = yield* client.get("/fine")
        return [yield* response.text, (yield* Effect.currentSpan).traceId]
      }).pipe(Effect.withSpan("GET /test", { kind: "server", root: true }), Effect.withTracer(tracer))
      assert.match(traceId!, /^(?!0{32})[0-9a-f]{32}$/)
      assert.match(body!, new RegExp(`00-${traceId}-(?!0{16})[0-9a-f]{16}-00`))
      assert.deepStrictEqual(spans(), [])
    })
  )
})

class Secretive extends Data.TaggedError("Secretive")<{ readonly message: string }> {}

describe("where a request goes", () => {
  it("is a host and a port, without scheme and brackets, and the port of the scheme unless another one is named", () => {
    for (const [url, address, port] of [
      ["https://api.example.com/v1", "api.example.com", 443],
      ["http://model.internal", "model.internal", 80],
      ["http://[::1]:8081/", "::1", 8081]
    ] as const) {
      assert.deepStrictEqual(destination(new URL(url)), { "server.address": address, "server.port": port })
    }
  })
})

describe("the spans of our own work", () => {
  it.effect("have no attribute without a value", () =>
    Effect.gen(function* () {
      const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": undefined }
      const [span] = yield* spansOf(Effect.withSpan(Effect.void, "execute_tool toy", { attributes }))
      assert.deepStrictEqual(span!.attributes, { "gen_ai.operation.name": "execute_tool" })
    })
  )

  it.effect("are those that people read; what is called within another one belongs to the span around it", () =>
    Effect.gen(function* () {
      const spans = yield* spansOf(
        Effect.void.pipe(
          Effect.withSpan("chat toy-1", { kind: "client", attributes: { "gen_ai.operation.name": "chat" } }),
          Effect.withSpan("Toy.converse", { attributes: { parameters: "topsecret" } }),
          Effect.withSpan("invoke_agent toy", { attributes: { "gen_ai.operation.name": "invoke_agent" } })
        )
      )
      assert.deepStrictEqual(
        spans.map(({ kind, name, parent }) => [name, kind, parent]),
        [
          ["invoke_agent toy", "INTERNAL", "GET /test"],
          ["chat toy-1", "CLIENT", "invoke_agent toy"]
        ]
      )
    })
  )

  it.effect("have failed if they have an error type: that of their own, else the name of the error", () =>
    Effect.gen(function* () {
      const work = { attributes: { "gen_ai.operation.name": "execute_tool" } }
      const spans = yield* spansOf(
        Effect.all(
          [
            Effect.fail(new Secretive({ message: "topsecret" })).pipe(Effect.withSpan("execute_tool a", work)),
            Effect.die(new TypeError("topsecret")).pipe(Effect.withSpan("execute_tool b", work)),
            Effect.interrupt.pipe(Effect.withSpan("execute_tool c", work)),
            Effect.annotateCurrentSpan("error.type", "not_found").pipe(Effect.withSpan("execute_tool d", work)),
            Effect.log("topsecret").pipe(Effect.withSpan("execute_tool e", work))
          ].map(Effect.exit)
        )
      )
      assert.deepStrictEqual(
        spans.map(({ attributes, isError }) => [attributes["error.type"], isError]),
        [
          ["Secretive", true],
          ["TypeError", true],
          ["cancelled", true],
          ["not_found", true],
          [undefined, false]
        ]
      )
      assert.notInclude(JSON.stringify(spans), "topsecret")
    })
  )

  it.effect("follow the decision of a caller in another process", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder(new ParentBasedSampler({ root: new AlwaysOnSampler() }))
      const answer = (flags: string, name = "POST /message:stream") =>
        Effect.currentSpan.pipe(
          Effect.withSpan(name, {
            kind: "server",
            parent: Option.getOrThrow(TraceContext.parse(`00-${"1".repeat(32)}-${"2".repeat(16)}-${flags}`))
          }),
          Effect.withTracer(tracer)
        )
      assert.deepInclude(yield* answer("00"), { traceId: "1".repeat(32), sampled: false })
      assert.deepStrictEqual(spans(), [])
      yield* answer("01", "GET /readyz")
      assert.deepStrictEqual(spans(), [])
      yield* answer("01")
      assert.deepInclude(spans()[0], { traceId: "1".repeat(32), parent: "2".repeat(16), kind: "SERVER" })
    })
  )

  it.effect("link those of others with their flags", () =>
    Effect.gen(function* () {
      const sent: Array<ReadableSpan> = []
      const { tracer } = recorder(new AlwaysOnSampler(), () => ({
        onStart: () => {},
        onEnd: (span) => void sent.push(span),
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve()
      }))
      const links = [false, true].map((sampled) =>
        TraceContext.link(Tracer.externalSpan({ traceId: "1".repeat(32), spanId: "2".repeat(16), sampled }))
      )
      yield* Effect.withTracer(Effect.withSpan(Effect.void, "GET /test", { kind: "server", root: true, links }), tracer)
      assert.deepStrictEqual(
        sent[0]!.links.map(({ context }) => context.traceFlags),
        [0, 1]
      )
    })
  )

  it.effect("have one trace id, whether or not they are shown, and those within a hidden one its ids", () =>
    Effect.gen(function* () {
      const { tracer } = recorder()
      const ids = Effect.map(Effect.currentSpan, ({ sampled, spanId, traceId }) => ({ sampled, spanId, traceId }))
      for (const [name, kind, sampled] of [
        ["GET /toy", "server", true],
        ["GET /healthz", "server", false],
        ["Toy.sweep", "internal", false]
      ] as const) {
        const [outer, inner] = yield* Effect.zip(
          ids,
          ids.pipe(Effect.withSpan("Toy.one"), Effect.withSpan("Toy.two"))
        ).pipe(Effect.withSpan(name, { kind, root: true }), Effect.withTracer(tracer))
        assert.match(outer.traceId, /^(?!0{32})[0-9a-f]{32}$/)
        assert.strictEqual(outer.sampled, sampled)
        assert.deepStrictEqual(inner, outer)
      }
    })
  )

  it.effect("do not decide anew below a hidden one, even if it is named as the parent", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder(new ParentBasedSampler({ root: new AlwaysOffSampler() }))
      yield* Effect.flatMap(Effect.currentSpan, (parent) =>
        Effect.withSpan(Effect.void, "sql.execute", { parent })
      ).pipe(
        Effect.withSpan("Toy.find"),
        Effect.withSpan("GET /toy", { kind: "server", root: true }),
        Effect.withTracer(tracer)
      )
      assert.deepStrictEqual(spans(), [])
    })
  )
})

/** The id of the span that instrumentation of other people would take for its parent. */
const active = () => trace.getActiveSpan()?.spanContext().spanId

const keeping = Effect.acquireRelease(
  Effect.sync(() => contexts.setGlobalContextManager(new AsyncLocalStorageContextManager())),
  (isOurs) => Effect.sync(() => isOurs && contexts.disable())
)

describe("the active span", () => {
  it.scoped("is the one that is shown, also in what a promise does later and below a hidden one", () =>
    Effect.gen(function* () {
      yield* keeping
      const { tracer } = recorder()
      const seen = Effect.promise(async () => {
        const at = active()
        await Promise.resolve()
        return [at, active()]
      })
      const found = yield* Effect.gen(function* () {
        const { spanId } = yield* Effect.orDie(Effect.currentSpan)
        const here = yield* seen
        const hidden = yield* Effect.withSpan(seen, "Toy.find")
        const [inner, within] = yield* Effect.zip(
          Effect.map(Effect.orDie(Effect.currentSpan), (span) => span.spanId),
          seen
        ).pipe(Effect.withSpan("sql.execute"))
        const after = yield* Effect.sync(active)
        assert.notStrictEqual(inner, spanId)
        assert.deepStrictEqual(within, [inner, inner])
        return { expected: [spanId, spanId], seen: [here, hidden, [after, after]] }
      }).pipe(Effect.withSpan("GET /toy", { kind: "server", root: true }), Effect.withTracer(tracer))
      assert.deepStrictEqual(found.seen, [found.expected, found.expected, found.expected])
    })
  )

  it.scoped("is that of each of several fibers, and no parent of what has none", () =>
    Effect.gen(function* () {
      yield* keeping
      const run = Runtime.runPromise(yield* Effect.runtime())
      const { spans, tracer } = recorder()
      const request = (name: string) =>
        Effect.gen(function* () {
          const { spanId } = yield* Effect.orDie(Effect.currentSpan)
          for (let round = 0; round < 5; round += 1) {
            yield* Effect.yieldNow()
            assert.strictEqual(active(), spanId)
          }
        }).pipe(Effect.withSpan(name, { kind: "server", root: true }))
      yield* Effect.all([request("GET /a"), request("GET /b")], { concurrency: "unbounded" }).pipe(
        Effect.withTracer(tracer)
      )
      const foreign = trace.setSpanContext(contexts.active(), {
        traceId: "1".repeat(32),
        spanId: "2".repeat(16),
        traceFlags: 1
      })
      yield* Effect.promise(() =>
        contexts.with(foreign, () =>
          run(Effect.withTracer(Effect.withSpan(Effect.void, "GET /c", { kind: "server" }), tracer))
        )
      )
      assert.deepStrictEqual(
        spans().map(({ name, parent }) => [name, parent]),
        [
          ["GET /a", null],
          ["GET /b", null],
          ["GET /c", null]
        ]
      )
    })
  )
})
