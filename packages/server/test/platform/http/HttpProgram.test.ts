import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { SqlError } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderNotFound, TooManyRequests } from "@storefront/domain/Errors"
import { Context, Deferred, Effect, Layer, Logger, Option, Ref } from "effect"
import { request as openRequest } from "node:http"
import * as HttpProgram from "../../../src/platform/http/HttpProgram.ts"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import * as RecordedMetrics from "../../../src/testing/RecordedMetrics.ts"
import { recorder } from "../../../src/testing/RecordedSpans.ts"
import { refusal, send } from "../../support/requests.ts"

/** An error as the driver of PostgreSQL throws it. */
const driverError = (code: string) => Object.assign(new Error("password=hunter2"), { code, severity: "ERROR" })

const failWith = (cause: unknown) => Effect.die(new SqlError.SqlError({ cause, message: "SELECT secret" }))

/** Lines that the program logged. */
class Log extends Context.Tag("@storefront/server/test/platform/http/HttpProgram.test/Log")<
  Log,
  Ref.Ref<ReadonlyArray<string>>
>() {}

/** Set when the handler that waits for ever was interrupted. */
class Stopped extends Context.Tag("@storefront/server/test/platform/http/HttpProgram.test/Stopped")<
  Stopped,
  Deferred.Deferred<void>
>() {}

const text = Effect.map(HttpServerRequest.HttpServerRequest, ({ text }) => text).pipe(Effect.flatten)

const router = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/api/things/:id",
    Effect.map(HttpRouter.params, (params) => HttpServerResponse.unsafeJson(params))
  ),
  HttpRouter.del("/api/things/:id", Effect.succeed(HttpServerResponse.empty({ status: 200 }))),
  HttpRouter.post(
    "/api/things",
    Effect.map(text, (body) => HttpServerResponse.unsafeJson({ length: body.length }))
  ),
  HttpRouter.get(
    "/api/query",
    Effect.map(HttpServerRequest.ParsedSearchParams, (params) => HttpServerResponse.unsafeJson(params))
  ),
  HttpRouter.get("/api/missing", new OrderNotFound()),
  HttpRouter.get("/api/often", new TooManyRequests()),
  HttpRouter.get("/api/bug", Effect.die(new Error("the password is hunter2"))),
  HttpRouter.get("/api/thrown", Effect.die(new OrderNotFound())),
  HttpRouter.get("/api/down", failWith(new Error("timeout exceeded when trying to connect"))),
  HttpRouter.get(
    "/api/refused/:code",
    Effect.flatMap(HttpRouter.params, ({ code = "" }) => failWith(driverError(code)))
  ),
  HttpRouter.get("/api/interrupted", Effect.interrupt),
  HttpRouter.get(
    "/api/endless",
    Effect.never.pipe(
      Effect.onInterrupt(() => Effect.flatMap(Stopped, (stopped) => Deferred.succeed(stopped, undefined)))
    )
  ),
  HttpRouter.get("/api/stubborn", Effect.uninterruptible(Effect.never)),
  HttpRouter.get(
    "/api/trace",
    Effect.map(Effect.orDie(Effect.currentSpan), ({ attributes, links, name, parent }) =>
      HttpServerResponse.unsafeJson({
        name,
        parent: Option.getOrNull(Option.map(parent, ({ traceId }) => traceId)),
        links: links.map(({ span }) => span.traceId),
        attributes: Object.fromEntries(attributes)
      })
    )
  ),
  HttpRouter.post("/api/things/:id(.*?)::stop", Effect.succeed(HttpServerResponse.empty())),
  HttpRouter.get(
    "/api/cached",
    Effect.succeed(HttpServerResponse.unsafeJson({}, { headers: { "cache-control": "max-age=60" } }))
  )
)

const budget = (route: string) =>
  route === "/api/endless" || route === "/api/stubborn" ? Option.some("50 millis" as const) : Option.none()

const serve = (options: Partial<HttpProgram.Options>) =>
  HttpProgram.serve(router, { budget, ...options }).pipe(
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(
      Layer.unwrapEffect(
        Effect.map(Log, (log) =>
          Logger.replace(
            Logger.defaultLogger,
            Logger.logfmtLogger.pipe(
              Logger.map((line) => Effect.runSync(Ref.update(log, (lines) => [...lines, line]))),
              LogLine.withoutSecrets,
              LogLine.withIds
            )
          )
        )
      )
    ),
    Layer.provideMerge(Layer.effect(Log, Ref.make<ReadonlyArray<string>>([]))),
    Layer.provideMerge(Layer.effect(Stopped, Deferred.make<void>()))
  )

const traceId = /^[0-9a-f]{32}$/

layer(serve({}), { excludeTestServices: true })("the HTTP program", (it) => {
  it.effect("answers every failure with one sentence", () =>
    Effect.gen(function* () {
      const cases = [
        ["/api/missing", 404, "Order not found"],
        ["/api/often", 429, "Too many requests"],
        ["/api/bug", 500, "Internal server error"],
        ["/api/thrown", 404, "Order not found"],
        ["/api/down", 503, "Service temporarily unavailable"],
        ["/api/refused/57P01", 503, "Service temporarily unavailable"],
        ["/api/refused/40P01", 503, "Service temporarily unavailable"],
        ["/api/refused/28P01", 503, "Service temporarily unavailable"],
        ["/api/refused/55P03", 503, "Service temporarily unavailable"],
        ["/api/refused/25006", 503, "Service temporarily unavailable"],
        ["/api/refused/42601", 500, "Internal server error"],
        ["/api/interrupted", 503, "Service temporarily unavailable"],
        ["/api/endless", 504, "Request timed out"],
        ["/api/nothing", 404, "Not found"],
        ["/api/things/1/", 404, "Not found"],
        ["/API/things/1", 404, "Not found"],
        ["/api//missing", 404, "Not found"],
        ["/api/missing;v=1", 404, "Not found"],
        ["/", 404, "Not found"]
      ] as const
      for (const [url, status, detail] of cases) {
        const response = yield* send(url)
        assert.deepStrictEqual([url, ...refusal(response)], [url, status, { detail }])
        assert.match(response.headers["x-trace-id"]!, traceId)
        assert.strictEqual(response.headers["content-type"], "application/json")
        assert.strictEqual(response.headers["cache-control"], "no-store")
        assert.strictEqual(response.headers["x-content-type-options"], "nosniff")
      }
    })
  )

  it.effect("says when to come back", () =>
    Effect.gen(function* () {
      assert.isTrue(Number((yield* send("/api/down")).headers["retry-after"]) > 0)
      assert.isTrue(Number((yield* send("/api/often")).headers["retry-after"]) > 0)
      assert.isUndefined((yield* send("/api/bug")).headers["retry-after"])
    })
  )

  it.effect("logs where a defect came from under the trace id of the response, and nothing that it says", () =>
    Effect.gen(function* () {
      const { headers } = yield* send("/api/bug")
      const lines = yield* Effect.flatMap(Log, Ref.get)
      const line = lines.find((each) => each.includes(headers["x-trace-id"]!))
      assert.match(line!, /level=ERROR .*exception.type=Error .*HttpProgram.test.ts/)
      assert.notInclude(line, "hunter2")
    })
  )

  it.effect("does not log refusals that are the caller's business", () =>
    Effect.gen(function* () {
      const { headers } = yield* send("/api/missing")
      const lines = yield* Effect.flatMap(Log, Ref.get)
      assert.isFalse(lines.some((line) => line.includes(headers["x-trace-id"]!)))
    })
  )

  it.effect("interrupts what exceeds its budget", () =>
    Effect.gen(function* () {
      yield* send("/api/endless")
      yield* Effect.flatMap(Stopped, Deferred.await)
    })
  )

  it.effect("answers in time even when the work cannot be interrupted", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/api/stubborn")).status, 504)
    })
  )

  it.effect("names the methods that a path has", () =>
    Effect.gen(function* () {
      const cases = [
        ["/api/things/1", "POST", "GET, DELETE"],
        ["/api/things", "GET", "POST"],
        ["/api/query", "DELETE", "GET"],
        ["/api/query", "OPTIONS", "GET"]
      ] as const
      for (const [url, method, allow] of cases) {
        const response = yield* send(url, { method })
        assert.deepStrictEqual(refusal(response), [405, { detail: "Method not allowed" }])
        assert.strictEqual(response.headers["allow"], allow)
        assert.match(response.headers["x-trace-id"]!, traceId)
      }
      assert.strictEqual((yield* send("/api/things/1", { method: "HEAD" })).status, 200)
    })
  )

  it.effect("reads ids literally, whatever their percent signs encode", () =>
    Effect.gen(function* () {
      const cases = [
        ["%zz", "%zz"],
        ["%ff", "%ff"],
        ["a%2Fb", "a/b"],
        ["%00", "\u0000"],
        ["a;b", "a;b"],
        ["x".repeat(10_000), "x".repeat(10_000)]
      ] as const
      for (const [encoded, id] of cases) {
        assert.deepStrictEqual((yield* send(`/api/things/${encoded}?a=%zz`)).body, { id })
      }
    })
  )

  it.effect("takes an empty query value for an absent one and keeps repeated ones", () =>
    Effect.gen(function* () {
      const { body } = yield* send("/api/query?a=&b=1&c=1&c=2&d=&d=3")
      assert.deepStrictEqual(body, { b: "1", c: ["1", "2"], d: ["", "3"] })
    })
  )

  it.effect("refuses bodies of more than 1 MiB, whether they declare their length or not", () =>
    Effect.gen(function* () {
      const limit = 1_048_576
      assert.deepStrictEqual((yield* send("/api/things", { method: "POST", text: "x".repeat(limit) })).body, {
        length: limit
      })
      const tooLarge = [413, { detail: "Request body too large" }] as const
      assert.deepStrictEqual(
        refusal(yield* send("/api/things", { method: "POST", text: "x".repeat(limit + 1) })),
        tooLarge
      )
      assert.deepStrictEqual(refusal(yield* send("/api/nothing", { method: "POST", text: "x".repeat(limit + 1) })), [
        404,
        { detail: "Not found" }
      ])
      const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const chunked = (bytes: number) =>
        Effect.async<number>((resume) => {
          const request = openRequest(`${address}/api/things`, { method: "POST" }, (response) => {
            response.resume().on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
          })
          request.on("error", (error) => resume(Effect.die(error)))
          const chunk = "x".repeat(65_536)
          for (let sent = 0; sent < bytes; sent += chunk.length) {
            request.write(chunk)
          }
          request.end()
        })
      assert.strictEqual(yield* chunked(limit), 200)
      assert.strictEqual(yield* chunked(limit + 1), 413)
      assert.strictEqual(yield* chunked(20 * limit), 413)
    })
  )

  it.effect("takes no body for the empty object, and refuses one that is not UTF-8", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* send("/api/things", { method: "POST" })).body, { length: 2 })
      const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const status = yield* Effect.async<number>((resume) => {
        const request = openRequest(`${address}/api/things`, { method: "POST" }, (response) => {
          response.resume().on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
        })
        request.end(Buffer.from([0x22, 0xff, 0x22]))
      })
      assert.strictEqual(status, 400)
    })
  )

  it.effect("starts a trace of its own and only links the one a stranger sends", () =>
    Effect.gen(function* () {
      const strange = "0af7651916cd43dd8448eb211c80319c"
      const { body, headers } = yield* send("/api/trace?token=secret", {
        headers: {
          traceparent: `00-${strange}-b7ad6b7169203331-01`,
          b3: `${strange}-b7ad6b7169203331-1`,
          "x-agent-secret": "secret"
        }
      })
      assert.notStrictEqual(headers["x-trace-id"], strange)
      assert.deepStrictEqual(body, {
        name: "GET /api/trace",
        parent: null,
        links: [strange],
        attributes: {
          "http.request.method": "GET",
          "url.scheme": "http",
          "server.address": "127.0.0.1",
          "server.port": body.attributes["server.port"],
          "url.path": "/api/trace",
          "http.route": "/api/trace"
        }
      })
    })
  )

  it.effect("leaves the caching that a response asks for", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/api/cached")).headers["cache-control"], "max-age=60")
    })
  )
})

const { spans, tracer } = recorder()

const measured: Array<RecordedMetrics.Measurement> = []

layer(
  serve({
    continuesTrace: (headers) => Effect.succeed(headers["x-from"] === "us"),
    errors: () => ({
      contentType: "application/problem",
      body: ({ detail, status }) => ({ detail, error: { code: status } })
    })
  }).pipe(Layer.provide(Layer.merge(Layer.setTracer(tracer), RecordedMetrics.layer(measured)))),
  { excludeTestServices: true }
)("a server of ours behind the front door", (it) => {
  it.effect("goes on with the trace of its caller", () =>
    Effect.gen(function* () {
      const caller = "0af7651916cd43dd8448eb211c80319c"
      const traceparent = `00-${caller}-b7ad6b7169203331-01`
      const { body, headers } = yield* send("/api/trace", { headers: { traceparent, "x-from": "us" } })
      assert.strictEqual(headers["x-trace-id"], caller)
      assert.strictEqual(body.parent, caller)
      const span = "b7ad6b7169203331"
      const malformed = [
        "nonsense",
        `00-${"0".repeat(32)}-${span}-01`,
        `00-${caller}-${"0".repeat(16)}-01`,
        `00-${caller.toUpperCase()}-${span}-01`,
        `00-${caller}-${span}-01-more`,
        `00-${caller}-${span}-1`,
        `ff-${caller}-${span}-01`,
        `${traceparent}, ${traceparent}`
      ]
      for (const other of [...malformed.map((each) => ({ traceparent: each, "x-from": "us" })), { traceparent }]) {
        const own = yield* send("/api/trace", { headers: other })
        assert.strictEqual(own.body.parent, null)
        assert.notStrictEqual(own.headers["x-trace-id"], caller)
      }
    })
  )

  it.effect("has its own form of errors, for every one of them", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* send("/api/bug")
      assert.deepStrictEqual(body, { detail: "Internal server error", error: { code: 500 } })
      assert.strictEqual(headers["content-type"], "application/problem")
      assert.deepStrictEqual((yield* send("/api/none")).body, { detail: "Not found", error: { code: 404 } })
      assert.deepStrictEqual((yield* send("/api/query", { method: "POST" })).body, {
        detail: "Method not allowed",
        error: { code: 405 }
      })
    })
  )

  it.effect("sends one server span per request, with its route and status; only what is our fault is an error", () =>
    Effect.gen(function* () {
      const before = spans().length
      measured.length = 0
      yield* send("/api/things/42")
      yield* send("/api/things/42:stop", { method: "POST" })
      yield* send("/api/bug")
      yield* send("/api/endless")
      yield* send("/api/none/ada@example.com")
      const expected = [
        ["GET", "/api/things/:id", 200],
        ["POST", "/api/things/:id:stop", 204],
        ["GET", "/api/bug", 500],
        ["GET", "/api/endless", 504],
        ["GET", undefined, 404]
      ] as const
      const sent = spans().slice(before)
      assert.deepStrictEqual(
        sent.map(({ attributes, isError, kind, name }) => [
          name,
          kind,
          attributes["http.route"],
          attributes["http.response.status_code"],
          attributes["error.type"],
          isError
        ]),
        expected.map(([method, route, status]) => [
          `${method} ${route ?? ""}`.trimEnd(),
          "SERVER",
          route,
          status,
          status >= 500 ? String(status) : undefined,
          status >= 500
        ])
      )
      assert.strictEqual(sent[4]!.attributes["url.path"], "/api/none/[email]")
      assert.deepStrictEqual(
        measured.map(({ attributes, name }) => [name, attributes]),
        expected.map(([method, route, status]) => [
          "http.server.request.duration",
          {
            "http.request.method": method,
            "url.scheme": "http",
            ...(route === undefined ? {} : { "http.route": route }),
            "http.response.status_code": status,
            ...(status >= 500 ? { "error.type": String(status) } : {})
          }
        ])
      )
    })
  )
})
