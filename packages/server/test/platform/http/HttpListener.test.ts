import { HttpRouter, HttpServer, HttpServerResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { type Context, Deferred, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { connect } from "node:net"
import { Agent, get } from "node:http"
import * as HttpListener from "../../../src/platform/http/HttpListener.ts"
import * as HttpProgram from "../../../src/platform/http/HttpProgram.ts"
import { portVariables } from "../../../src/testing/FreePort.ts"
import { settings } from "../../../src/testing/Settings.ts"

const address = { host: "127.0.0.1", port: 0, portVariable: "ORCHESTRATOR_PORT" }

const portOf = (context: Context.Context<HttpServer.HttpServer>) =>
  HttpServer.addressWith((bound) =>
    bound._tag === "TcpAddress" ? Effect.succeed(bound) : Effect.dieMessage("no TCP address")
  ).pipe(Effect.provide(context))

/** A server whose `GET /wait` begins, says so, and ends when it is told to. */
const start = (listener: ReturnType<typeof HttpListener.layerAt>) =>
  Effect.gen(function* () {
    const began = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const router = HttpRouter.empty.pipe(
      HttpRouter.get("/", Effect.succeed(HttpServerResponse.unsafeJson({ ok: true }))),
      HttpRouter.get(
        "/wait",
        Deferred.succeed(began, undefined).pipe(
          Effect.zipRight(Deferred.await(end)),
          Effect.as(HttpServerResponse.unsafeJson({ ok: true }))
        )
      )
    )
    const scope = yield* Scope.make()
    const context = yield* HttpProgram.serve(router, { budget: () => Option.none() }).pipe(
      Layer.provideMerge(listener),
      Layer.buildWithScope(scope)
    )
    const { port } = yield* portOf(context)
    return { began, end, port, close: Scope.close(scope, Exit.void) }
  })

/** The status of a GET; 0 when there was no answer. */
const ask = (port: number, path: string, agent: Agent = new Agent()) =>
  Effect.async<number>((resume) => {
    get({ port, path, agent, host: "127.0.0.1" }, (response) => {
      response.resume().on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
    }).on("error", () => resume(Effect.succeed(0)))
  })

it.scopedLive("refuses a request that comes before the program is served", () =>
  Effect.gen(function* () {
    const context = yield* Layer.build(HttpListener.layerAt("orchestrator", address))
    const { port } = yield* portOf(context)
    assert.strictEqual(yield* ask(port, "/"), 503)
  })
)

/** What a server says to bytes that are not a request. */
const talk = (port: number, bytes: string) =>
  Effect.async<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    let answer = ""
    socket.on("data", (data) => (answer += data.toString())).on("close", () => resume(Effect.succeed(answer)))
  })

/** The same when the next bytes are sent only after an answer to the ones before. */
const converse = (port: number, [first = "", ...rest]: ReadonlyArray<string>) =>
  Effect.async<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(first))
    let answer = ""
    socket
      .on("data", (data) => {
        answer += data.toString()
        socket.write(rest.shift() ?? "")
      })
      .on("close", () => resume(Effect.succeed(answer)))
  })

it.live("says which port is taken and how to choose another one", () =>
  Effect.gen(function* () {
    const { close, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const error = yield* Effect.flip(
      Effect.scoped(Layer.build(HttpListener.layerAt("orchestrator", { ...address, port })))
    )
    assert.strictEqual(error._tag, "AddressUnavailable")
    assert.strictEqual(
      error.message,
      `orchestrator did not start: port ${port} of 127.0.0.1 is taken by another program. ` +
        "Stop it, or choose another port, for example ORCHESTRATOR_PORT=18080"
    )
    yield* close
    yield* Effect.scoped(Layer.build(HttpListener.layerAt("orchestrator", { ...address, port })))
  })
)

it.live("says that a host is not an address of this machine", () =>
  Effect.gen(function* () {
    const layer = HttpListener.layerAt("orchestrator", { ...address, host: "192.0.2.1" })
    const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
    assert.include(error.message, "192.0.2.1 is not an address of this machine")
  })
)

it.live("finishes requests in flight before it closes, and takes no new ones", () =>
  Effect.gen(function* () {
    const { began, close, end, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const kept = new Agent({ keepAlive: true })
    assert.strictEqual(yield* ask(port, "/", kept), 200)
    const running = yield* Effect.fork(ask(port, "/wait", kept))
    yield* Deferred.await(began)
    const closing = yield* Effect.fork(close)
    yield* Effect.repeat(ask(port, "/"), { until: (status) => status === 0 })
    assert.isTrue(Option.isNone(yield* Fiber.poll(closing)))
    yield* Deferred.succeed(end, undefined)
    assert.strictEqual(yield* Fiber.join(running), 200)
    yield* Fiber.join(closing)
  })
)

it.live("cuts off what does not finish within the grace period", () =>
  Effect.gen(function* () {
    const { began, close, port } = yield* start(HttpListener.layerAt("orchestrator", address, "100 millis"))
    const running = yield* Effect.fork(ask(port, "/wait"))
    yield* Deferred.await(began)
    yield* close
    assert.strictEqual(yield* Fiber.join(running), 0)
  })
)

it.live("cuts it off as well when the program was interrupted, as by a signal", () =>
  Effect.gen(function* () {
    const started = yield* Deferred.make<Effect.Effect.Success<ReturnType<typeof start>>>()
    const program = yield* Effect.acquireRelease(
      Effect.tap(start(HttpListener.layerAt("orchestrator", address, "100 millis")), (server) =>
        Deferred.succeed(started, server)
      ),
      ({ close }) => close
    ).pipe(Effect.zipRight(Effect.never), Effect.scoped, Effect.fork)
    const { began, port } = yield* Deferred.await(started)
    const running = yield* Effect.fork(ask(port, "/wait"))
    yield* Deferred.await(began)
    yield* Fiber.interrupt(program)
    assert.strictEqual(yield* Fiber.join(running), 0)
  })
)

it.live("does not wait for connections on which nothing happens", () =>
  Effect.gen(function* () {
    const { close, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const kept = new Agent({ keepAlive: true })
    yield* ask(port, "/", kept)
    yield* Effect.timeout(close, "5 seconds")
  })
)

it.live("answers in JSON even to what is not HTTP", () =>
  Effect.gen(function* () {
    const { close, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const cases = [
      ["GARBAGE\r\n\r\n", 400, "Bad request"],
      ["GET / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400, "Bad request"],
      [`GET / HTTP/1.1\r\nhost: x\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`, 431, "Request header fields too large"],
      ["CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n", 400, "Bad request"]
    ] as const
    for (const [bytes, status, detail] of cases) {
      const answer = yield* talk(port, bytes)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answer, /\r\nx-trace-id: [0-9a-f]{32}\r\n/)
      assert.strictEqual(answer.split("\r\n\r\n")[1], JSON.stringify({ detail }))
    }
    yield* close
  })
)

it.live("serves a request of HTTP/1.1 only when it names one host", () =>
  Effect.gen(function* () {
    const { close, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const answerTo = (path: string, hosts: string, version = "1.1") =>
      talk(port, `GET ${path} HTTP/${version}\r\n${hosts}connection: close\r\n\r\n`)
    const cases = [
      ["", "Host is missing"],
      ["host: a\r\nHOST: a\r\n", "Host must be given once"],
      ["host:\r\n", "Host must be a name or an address"],
      ["host: a, b\r\n", "Host must be a name or an address"],
      ["host: a/b\r\n", "Host must be a name or an address"]
    ] as const
    for (const [hosts, detail] of cases) {
      for (const path of ["/", "/nowhere"]) {
        const answer = yield* answerTo(path, hosts)
        assert.match(answer, /^HTTP\/1\.1 400 /)
        assert.strictEqual(answer.split("\r\n\r\n")[1], JSON.stringify({ detail }))
      }
    }
    for (const host of ["a", "a:8080", "127.0.0.1:80", "[::1]:8080", "x_y.example"]) {
      assert.match(yield* answerTo("/", `host: ${host}\r\n`), /^HTTP\/1\.1 200 /)
    }
    assert.match(yield* answerTo("/", "", "1.0"), /^HTTP\/1\.1 200 /)
    yield* close
  })
)

it.live("answers a request once, however badly it goes on", () =>
  Effect.gen(function* () {
    const { close, port } = yield* start(HttpListener.layerAt("orchestrator", address))
    const head = "host: x\r\ntransfer-encoding: chunked\r\n\r\n"
    const statuses = (bytes: ReadonlyArray<string>) =>
      Effect.map(converse(port, bytes), (answer) =>
        [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
      )
    // Nobody waits for the body of a request to nowhere.
    assert.deepStrictEqual(yield* statuses([`POST /nowhere HTTP/1.1\r\n${head}`, "no chunk\r\n\r\n"]), [404])
    assert.deepStrictEqual(yield* statuses(["GET / HTTP/1.1\r\nhost: x\r\n\r\n", "GARBAGE\r\n\r\n"]), [200, 400])
    yield* close
  })
)

it.live("listens where the configuration says", () =>
  Effect.gen(function* () {
    const port = yield* portVariables(["orchestrator"])
    const bound = yield* HttpServer.addressFormattedWith(Effect.succeed).pipe(
      Effect.provide(HttpListener.layer("orchestrator").pipe(Layer.provide(settings({ HOST: "localhost", ...port }))))
    )
    assert.match(bound, /^http:\/\/(127\.0\.0\.1|::1):\d+$/)
  })
)

it.live("explains a port that is none", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      Effect.scoped(Layer.build(HttpListener.layer("orchestrator"))).pipe(
        Effect.provide(settings({ ORCHESTRATOR_PORT: "eighty" }))
      )
    )
    assert.include(String(error), "must be a whole number from 1 to 65535, for example 8080")
    assert.include(String(error), "ORCHESTRATOR_PORT")
    assert.notInclude(String(error), "eighty")
  })
)
