import { assert, describe, it } from "@effect/vitest"
import { context as contexts, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { Cause, Data, Effect, Exit, Layer, Logger, Scope, TestClock } from "effect"
import { version } from "../../../src/platform/config/Version.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ExportFailures } from "../../../src/platform/telemetry/ExportFailures.ts"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import * as Logging from "../../../src/platform/telemetry/Logging.ts"
import * as Metrics from "../../../src/platform/telemetry/Metrics.ts"
import * as Telemetry from "../../../src/platform/telemetry/Telemetry.ts"
import { serve } from "../../../src/testing/OtlpCollector.ts"
import { messages } from "../../support/protobuf.ts"

/** Runs a program of a service called `toy`, and stops that. */
const report = <A, E>(variables: Readonly<Record<string, string>>, program: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const layer = Telemetry.layer("toy").pipe(
      Layer.provideMerge(Logging.layer),
      Layer.merge(Logger.remove(Logger.defaultLogger)),
      Layer.provide(settings({ LOG_FORMAT: "json", ...variables }))
    )
    const exit = yield* Layer.toRuntimeWithMemoMap(layer, yield* Layer.makeMemoMap).pipe(
      Scope.extend(scope),
      Effect.flatMap((runtime) => Effect.exit(Effect.provide(program, runtime))),
      Effect.ensuring(Scope.close(scope, Exit.void))
    )
    return yield* exit
  })

class Secretive extends Data.TaggedError("Secretive")<{ readonly message: string }> {}

const work = { attributes: { "gen_ai.operation.name": "execute_tool", colour: "red" } }

/** The answer to a request, in which something goes wrong. */
const program = Effect.logError("toy message", Cause.die(new Secretive({ message: "topsecret" }))).pipe(
  Effect.zipRight(Effect.fail(new Secretive({ message: "topsecret" }))),
  Effect.withSpan("execute_tool toy", work),
  Effect.flip,
  Effect.zipRight(Metrics.count(Metrics.guardVerdicts, { "guard.verdict": "clean" })),
  Effect.zipRight(Effect.orDie(Effect.currentSpan)),
  Effect.withSpan("GET /toy", { kind: "server", root: true })
)

const paths = ["/v1/logs", "/v1/metrics", "/v1/traces"]

describe("telemetry", () => {
  it.scopedLive("sends spans, metrics and logs as JSON, and of an error no more than its name", () =>
    Effect.gen(function* () {
      const { deliveries, textAt, url } = yield* serve()
      const { spanId, traceId } = yield* report(
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
          OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b,x=1",
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
          OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=attributed"
        },
        program
      )
      assert.deepStrictEqual(deliveries.map(({ path }) => path).toSorted(), paths)
      assert.isTrue(deliveries.every(({ key, type }) => key === "a b" && type === "application/json"))
      const traces = JSON.parse(textAt("/v1/traces"))
      const resource = Object.fromEntries(
        traces.resourceSpans[0].resource.attributes.map(({ key, value }: { key: string; value: object }) => [
          key,
          Object.values(value)[0]
        ])
      )
      assert.deepInclude(resource, {
        "service.name": "attributed",
        "deployment.environment.name": "test",
        "telemetry.sdk.language": "nodejs"
      })
      assert.strictEqual(resource["service.version"], version)
      assert.match(resource["service.instance.id"], /^[0-9a-f-]{36}$/)
      assert.deepInclude(traces.resourceSpans[0].scopeSpans[0].spans[1], { traceId, spanId, name: "GET /toy", kind: 2 })
      assert.deepInclude(traces.resourceSpans[0].scopeSpans[0].spans[0], {
        traceId,
        parentSpanId: spanId,
        status: { code: 2 },
        events: []
      })
      const [line] = JSON.parse(textAt("/v1/logs")).resourceLogs[0].scopeLogs[0].logRecords
      assert.deepInclude(line, {
        traceId,
        spanId: traces.resourceSpans[0].scopeSpans[0].spans[0].spanId,
        severityNumber: 17,
        body: { stringValue: "toy message" }
      })
      assert.include(textAt("/v1/logs"), "Secretive")
      assert.include(textAt("/v1/metrics"), "storefront.guard.verdicts")
      assert.notInclude(paths.map(textAt).join(), "topsecret")
    })
  )

  it.scopedLive("sends them as protocol buffers unless told otherwise", () =>
    Effect.gen(function* () {
      const { deliveries, url } = yield* serve()
      const { spanId, traceId } = yield* report(
        { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: "named", OTEL_RESOURCE_ATTRIBUTES: "service.name=not" },
        program
      )
      assert.deepStrictEqual(deliveries.map(({ path }) => path).toSorted(), paths)
      assert.isTrue(deliveries.every(({ type }) => type === "application/x-protobuf"))
      const { body } = deliveries.find(({ path }) => path === "/v1/traces")!
      // ExportTraceServiceRequest.resource_spans.scope_spans.spans, and of these trace_id, span_id and name.
      const spans = messages(body, 1, 2, 2).map((span) => [
        messages(span, 1)[0]!.toString("hex"),
        messages(span, 2)[0]!.toString("hex"),
        messages(span, 5)[0]!.toString()
      ])
      assert.deepInclude(spans, [traceId, spanId, "GET /toy"])
      assert.strictEqual(spans.length, 2)
      assert.include(body.toString("latin1"), "named")
      assert.notInclude(Buffer.concat(deliveries.map(({ body }) => body)).toString("latin1"), "topsecret")
    })
  )

  it.scopedLive("has an address, headers, a protocol and a switch for each signal", () =>
    Effect.gen(function* () {
      const general = yield* serve()
      const traces = yield* serve()
      yield* report(
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: general.url,
          OTEL_EXPORTER_OTLP_HEADERS: "api-key=general",
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${traces.url}/take/these`,
          OTEL_EXPORTER_OTLP_TRACES_HEADERS: "api-key=special",
          OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
          OTEL_LOGS_EXPORTER: "none",
          OTEL_METRICS_EXPORTER: "otlp"
        },
        program
      )
      const seen = [...general.deliveries, ...traces.deliveries].map(({ key, path, type }) => [path, key, type])
      assert.deepStrictEqual(seen, [
        ["/v1/metrics", "general", "application/x-protobuf"],
        ["/take/these", "special", "application/json"]
      ])
    })
  )

  it.scopedLive("says where it is deployed, and measures statements without traces", () =>
    Effect.gen(function* () {
      const { deliveries, textAt, url } = yield* serve()
      const statement = Effect.withSpan(Effect.void, "sql.execute", {
        kind: "client",
        attributes: { "db.query.text": "SELECT id FROM users" }
      })
      yield* report(
        {
          ENVIRONMENT: "staging",
          OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/v1/metrics`,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
        },
        statement
      )
      assert.deepStrictEqual(
        deliveries.map(({ path }) => path),
        ["/v1/metrics"]
      )
      const [{ resource, scopeMetrics }] = JSON.parse(textAt("/v1/metrics")).resourceMetrics
      assert.deepInclude(resource.attributes, {
        key: "deployment.environment.name",
        value: { stringValue: "staging" }
      })
      const [{ name, histogram, unit }] = scopeMetrics[0].metrics
      assert.deepStrictEqual([name, unit], ["db.client.operation.duration", "s"])
      assert.deepInclude(histogram.dataPoints[0].attributes, {
        key: "db.collection.name",
        value: { stringValue: "users" }
      })
    })
  )

  it.scopedLive("sends the traces that the sampler chooses, under real ids in any case", () =>
    Effect.gen(function* () {
      const chosen = [
        [{ OTEL_TRACES_SAMPLER: "always_on" }, true],
        [{ OTEL_TRACES_SAMPLER: "always_off" }, false],
        [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, false],
        [{ OTEL_TRACES_SAMPLER: "traceidratio" }, true],
        [{ OTEL_TRACES_SAMPLER: "parentbased_always_on" }, true],
        [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, false],
        [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.0" }, false],
        [{ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" }, true],
        [{ OTEL_TRACES_SAMPLER: "" }, true]
      ] as const
      for (const [variables, isSent] of chosen) {
        const { textAt, url } = yield* serve()
        const { sampled, traceId } = yield* report({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...variables }, program)
        assert.strictEqual(sampled, isSent)
        assert.match(traceId, /^(?!0{32})[0-9a-f]{32}$/)
        assert.strictEqual(textAt("/v1/traces").includes("GET /toy"), isSent)
        assert.include(textAt("/v1/logs"), "toy message")
      }
    })
  )

  it.scopedLive("tells instrumentation of other people the active span, where their SDK keeps a context", () =>
    Effect.gen(function* () {
      const { url } = yield* serve()
      const seen = Effect.promise(async () => {
        await Promise.resolve()
        return trace.getActiveSpan()?.spanContext().spanId
      })
      const request = Effect.zip(
        Effect.map(Effect.orDie(Effect.currentSpan), ({ spanId }) => spanId),
        seen
      ).pipe(Effect.withSpan("GET /toy", { kind: "server", root: true }))
      yield* Effect.addFinalizer(() => Effect.sync(() => contexts.disable()))

      contexts.setGlobalContextManager(new AsyncLocalStorageContextManager())
      const [spanId, active] = yield* report({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url }, request)
      assert.strictEqual(active, spanId)
    })
  )

  it.scopedLive("is off without an address, or when it is switched off", () =>
    Effect.gen(function* () {
      const { deliveries, url } = yield* serve()
      yield* report({}, program)
      yield* report({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" }, program)
      yield* report({ OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_SDK_DISABLED: "" }, program)
      assert.deepStrictEqual(deliveries, [])
    })
  )

  it.scopedLive("lets the program go on and end when nobody takes what it sends", () =>
    Effect.gen(function* () {
      const { url } = yield* serve(503)
      for (const endpoint of [url, "http://127.0.0.1:1"]) {
        yield* AcceleratedClock.accelerated(
          report({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, Effect.repeatN(program, 20))
        )
      }
    })
  )

  it.scoped("complains once a minute, whatever is not delivered", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make<unknown, void>(({ annotations, message }) => {
        lines.push([message, Object.fromEntries(annotations)])
      })
      const { report: failed } = yield* ExportFailures.pipe(
        Effect.provide(yield* Layer.build(ExportFailures.layer.pipe(Layer.provideMerge(Logger.add(logger)))))
      )
      for (const signal of ["traces", "logs", "metrics"]) {
        failed(signal, "ECONNREFUSED")
        yield* Effect.yieldNow()
      }
      yield* TestClock.adjust("61 seconds")
      failed("logs", "OTLPExporterError")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lines, [
        [["Telemetry was not delivered"], { signal: "traces", reason: "ECONNREFUSED" }],
        [["Telemetry was not delivered"], { signal: "logs", reason: "OTLPExporterError" }]
      ])
    })
  )
})

describe("a line of the log", () => {
  it.effect("says where it was logged, and of errors what they are called and where they came from", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.stringLogger.pipe(
        Logger.map((line) => void lines.push(line)),
        LogLine.withoutSecrets,
        LogLine.withIds
      )
      const error = new Secretive({ message: "topsecret" })
      const { spanId, traceId } = yield* Effect.logError(
        "it failed for ada@example.com",
        error,
        Cause.fail(error)
      ).pipe(
        Effect.annotateLogs("who", "ada@example.com"),
        Effect.zipRight(Effect.orDie(Effect.currentSpan)),
        Effect.withSpan("toy"),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger))
      )
      assert.strictEqual(lines.length, 1)
      assert.include(lines[0], "it failed for [email]")
      assert.include(lines[0], `trace_id=${traceId}`)
      assert.include(lines[0], `span_id=${spanId}`)
      assert.match(lines[0]!, /exception\.stacktrace=.*Secretive[\s\S]*Telemetry\.test\.ts/)
      assert.notMatch(lines[0]!, /topsecret|ada@/)
    })
  )
})
