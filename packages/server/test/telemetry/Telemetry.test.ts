import { HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Data, Effect, Exit, Layer, Logger, Scope } from "effect"
import { createServer } from "node:http"
import * as Telemetry from "../../src/telemetry/Telemetry.ts"

interface Received {
  readonly path: string
  readonly body: string
  readonly key: string | undefined
}

/** A collector that keeps what it gets. */
const collector = (received: Array<Received>) =>
  HttpServer.serve(
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      received.push({ path: request.url, body: yield* request.text, key: request.headers["api-key"] })
      return HttpServerResponse.empty()
    })
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))

/** Starts telemetry, runs a program under it, stops it; tells how long starting and stopping took, in milliseconds. */
const measured = <A, E>(config: Readonly<Record<string, string>>, program: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const telemetry = Layer.merge(Telemetry.layer("toy"), Logger.remove(Logger.defaultLogger)).pipe(
      Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(config)))))
    )
    const opened = performance.now()
    const runtime = yield* Layer.toRuntimeWithMemoMap(telemetry, yield* Layer.makeMemoMap).pipe(Scope.extend(scope))
    const started = performance.now()
    const exit = yield* Effect.exit(Effect.provide(program, runtime))
    const closing = performance.now()
    yield* Scope.close(scope, Exit.void)
    return { exit, startMs: started - opened, stopMs: performance.now() - closing }
  })

class Secretive extends Data.TaggedError("Secretive")<{ readonly message: string }> {}

const program = Effect.log("toy message").pipe(
  Effect.zipRight(Effect.logError("toy trouble", Cause.die(new Secretive({ message: "topsecret" })))),
  Effect.zipRight(Effect.currentSpan),
  Effect.tap((span) => Effect.sync(() => span.event("toy event", 1n))),
  Effect.zipRight(Effect.fail(new Secretive({ message: "topsecret" }))),
  Effect.annotateSpans("colour", "red"),
  Effect.withSpan("toy span"),
  Effect.flip
)

describe("telemetry", () => {
  it.live("sends spans and logs to the collector, and of an error no more than its name", () => {
    const received: Array<Received> = []
    return HttpServer.addressWith((address) =>
      Effect.gen(function* () {
        const port = address._tag === "TcpAddress" ? address.port : 0
        yield* measured(
          { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`, OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b,x=1" },
          program
        )
        const bodyOf = (path: string) =>
          received
            .filter((request) => request.path === path)
            .map(({ body }) => body)
            .join()
        const spans = bodyOf("/v1/traces")
        assert.include(spans, "toy span")
        assert.include(spans, "toy event")
        assert.include(spans, "Secretive")
        assert.notInclude(spans, "topsecret")
        assert.notInclude(spans, "toy message")
        assert.include(bodyOf("/v1/logs"), "toy message")
        assert.strictEqual(received[0]!.key, "a b")
      })
    ).pipe(Effect.provide(collector(received)))
  })

  it.live("costs nothing when the collector is down", () =>
    Effect.gen(function* () {
      const { exit, startMs, stopMs } = yield* measured(
        { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" },
        Effect.repeatN(program, 20)
      )
      assert.isTrue(Exit.isSuccess(exit))
      assert.isBelow(startMs, 3_000)
      assert.isBelow(stopMs, 5_000)
    })
  )

  it.live("costs little when the collector does not answer", () => {
    const silent = HttpServer.serve(Effect.never).pipe(
      Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
    )
    return HttpServer.addressWith((address) =>
      Effect.gen(function* () {
        const port = address._tag === "TcpAddress" ? address.port : 0
        const { stopMs } = yield* measured({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }, program)
        assert.isBelow(stopMs, 5_000)
      })
    ).pipe(Effect.provide(silent))
  })

  it.live("is off without an endpoint, or when it is switched off", () =>
    Effect.gen(function* () {
      const received: Array<Received> = []
      yield* HttpServer.addressWith((address) =>
        Effect.gen(function* () {
          const port = address._tag === "TcpAddress" ? address.port : 0
          yield* measured({}, program)
          yield* measured(
            { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_SDK_DISABLED: "true" },
            program
          )
        })
      ).pipe(Effect.provide(collector(received)))
      assert.deepStrictEqual(received, [])
    })
  )

  it.live("refuses an endpoint that is none", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(measured({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }, program))
      assert.include(String(error), "OTEL_EXPORTER_OTLP_ENDPOINT")
      assert.include(String(error), "for example http://localhost:4318")
    })
  )
})
