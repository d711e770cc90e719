import * as Resource from "@effect/opentelemetry/Resource"
import { OtelTracer } from "@effect/opentelemetry/Tracer"
import {
  type Histogram as OtelHistogram,
  type Counter as OtelCounter,
  type Meter,
  ROOT_CONTEXT,
  trace,
  TraceFlags
} from "@opentelemetry/api"
import { type Logger as OtelLogger, SeverityNumber } from "@opentelemetry/api-logs"
import { OTLPLogExporter as JsonLogs } from "@opentelemetry/exporter-logs-otlp-http"
import { OTLPLogExporter as ProtobufLogs } from "@opentelemetry/exporter-logs-otlp-proto"
import { OTLPMetricExporter as JsonMetrics } from "@opentelemetry/exporter-metrics-otlp-http"
import { OTLPMetricExporter as ProtobufMetrics } from "@opentelemetry/exporter-metrics-otlp-proto"
import { OTLPTraceExporter as JsonTraces } from "@opentelemetry/exporter-trace-otlp-http"
import { OTLPTraceExporter as ProtobufTraces } from "@opentelemetry/exporter-trace-otlp-proto"
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs"
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics"
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler
} from "@opentelemetry/sdk-trace-base"
import { Array, Cause, Duration, Effect, Layer, type LogLevel, Option } from "effect"
import { v4 } from "uuid"
import { type SamplerName, type Target, type TelemetryConfig } from "../config/TelemetryConfig.ts"
import { version } from "../config/Version.ts"
import { ReportedPool } from "../database/ConnectionPool.ts"
import { ExportFailures } from "./ExportFailures.ts"
import * as ErrorNames from "./ErrorNames.ts"
import * as LogLine from "./LogLine.ts"
import { type Line, LogSink } from "./LogSink.ts"
import {
  type Counter,
  type Histogram,
  maxConnections,
  Metrics,
  openConnections,
  pendingRequests,
  type Recorder
} from "./Metrics.ts"
import * as SpanFilter from "./SpanFilter.ts"
import * as SpanTracer from "./SpanTracer.ts"
import * as TimedStatements from "./TimedStatements.ts"

/** Instrumentation scope of spans, metrics and log records. */
const scope = "storefront"

/** Time limit of the last export, when the program ends. */
const shutdownTimeout = Duration.seconds(1)

const samplers: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
}

const resourceOf = ({ environment, resourceAttributes }: TelemetryConfig, service: string) =>
  Resource.layer({
    serviceName: service,
    attributes: {
      "service.version": version,
      "service.instance.id": v4(),
      "deployment.environment.name": environment,
      ...resourceAttributes
    }
  })

const severities: Readonly<Record<LogLevel.LogLevel["_tag"], SeverityNumber>> = {
  All: SeverityNumber.UNSPECIFIED,
  Trace: SeverityNumber.TRACE,
  Debug: SeverityNumber.DEBUG,
  Info: SeverityNumber.INFO,
  Warning: SeverityNumber.WARN,
  Error: SeverityNumber.ERROR,
  Fatal: SeverityNumber.FATAL,
  None: SeverityNumber.UNSPECIFIED
}

const emitTo = (otel: OtelLogger) => (line: Line) =>
  otel.emit({
    timestamp: line.date,
    severityNumber: severities[line.logLevel._tag],
    severityText: line.logLevel.label,
    body: Array.ensure(line.message).map(String).join(" "),
    attributes: Object.fromEntries(
      Array.map(Array.fromIterable(line.annotations), ([key, value]) => [key, String(value)])
    ),
    context: Option.match(LogLine.spanOf(line), {
      onNone: () => ROOT_CONTEXT,
      onSome: ({ sampled, spanId, traceId }) =>
        trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
        })
    })
  })

/** Memoizes a function of one argument. */
const memoize = <Key, Value>(make: (key: Key) => Value) => {
  const values = new Map<Key, Value>()
  return (key: Key): Value => {
    const known = values.get(key)
    if (known !== undefined) {
      return known
    }
    const value = make(key)
    values.set(key, value)
    return value
  }
}

const recorderOf = (meter: Meter): Recorder => {
  const histogram = memoize(({ boundaries, description, name, unit }: Histogram): OtelHistogram =>
    meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries: [...boundaries] } })
  )
  const counter = memoize(({ description, name, unit }: Counter): OtelCounter =>
    meter.createCounter(name, { description, unit })
  )
  return {
    record: (kind, value, attributes) => histogram(kind).record(value, attributes),
    add: (kind, attributes) => counter(kind).add(1, attributes),
    observe: ({ description, name, unit }, read) => {
      const level = meter.createObservableUpDownCounter(name, { description, unit })
      level.addCallback((result) => read().forEach(({ attributes, value }) => result.observe(value, attributes)))
    }
  }
}

/** Observes the database connections, unless another service of the process reports them. */
const observeConnections = ({ observe }: Recorder) =>
  Effect.map(
    Effect.flatten(ReportedPool),
    Option.map((connections) => {
      const pool = { "db.client.connection.pool.name": scope }
      observe(openConnections, () => {
        const { idle, open } = connections()
        return [
          { value: open - idle, attributes: { ...pool, "db.client.connection.state": "used" } },
          { value: idle, attributes: { ...pool, "db.client.connection.state": "idle" } }
        ]
      })
      observe(maxConnections, () => [{ value: connections().max, attributes: pool }])
      observe(pendingRequests, () => [{ value: connections().waiting, attributes: pool }])
    })
  )

/** Common interface of the exporters of the three signals. */
interface Exporter<Items> {
  export(items: Items, done: (result: { readonly code: number; readonly error?: Error }) => void): void
}

/** Exports the telemetry of a service in the background. Drops data that the collector refuses repeatedly. */
export const layer = (config: TelemetryConfig, service: string) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const { report } = yield* ExportFailures
      const resource = yield* Resource.Resource

      /** Makes an exporter report its failed exports. */
      const reportingFailures = <Items, E extends Exporter<Items>>(signal: string, exporter: E): E => {
        const send = exporter.export.bind(exporter)
        exporter.export = (items, done) =>
          send(items, (result) => {
            if (result.error !== undefined) {
              report(signal, ErrorNames.typeOf(Cause.fail(result.error)))
            }
            done(result)
          })
        return exporter
      }

      const shutdownOnClose = (provider: { readonly shutdown: () => Promise<void> }) =>
        Effect.addFinalizer(() =>
          Effect.tryPromise(() => provider.shutdown()).pipe(
            Effect.ignore,
            Effect.interruptible,
            Effect.timeoutOption(shutdownTimeout)
          )
        )

      const traces = (target: Target) => {
        const Exporter = target.protocol === "http/json" ? JsonTraces : ProtobufTraces
        const provider = new BasicTracerProvider({
          resource,
          // The span filter bounds the attributes. A limit before it would count those that it drops anyway.
          spanLimits: { attributeCountLimit: Number.POSITIVE_INFINITY },
          sampler: SpanTracer.requestsOnly(samplers[config.sampler](config.sampledRatio)),
          spanProcessors: [
            SpanFilter.filterBefore(new BatchSpanProcessor(reportingFailures("traces", new Exporter(target))))
          ]
        })
        return Effect.zipRight(
          shutdownOnClose(provider),
          Effect.provideService(SpanTracer.make, OtelTracer, provider.getTracer(scope))
        )
      }

      const metrics = (target: Target) => {
        const Exporter = target.protocol === "http/json" ? JsonMetrics : ProtobufMetrics
        const provider = new MeterProvider({
          resource,
          readers: [
            new PeriodicExportingMetricReader({
              exporter: reportingFailures("metrics", new Exporter(target)),
              exportIntervalMillis: Duration.toMillis(config.metricInterval)
            })
          ]
        })
        const recorder = recorderOf(provider.getMeter(scope))
        return observeConnections(recorder).pipe(Effect.zipRight(shutdownOnClose(provider)), Effect.as(recorder))
      }

      const logs = (target: Target) => {
        const Exporter = target.protocol === "http/json" ? JsonLogs : ProtobufLogs
        const provider = new LoggerProvider({
          resource,
          processors: [new BatchLogRecordProcessor({ exporter: reportingFailures("logs", new Exporter(target)) })]
        })
        return Effect.as(shutdownOnClose(provider), Layer.succeed(LogSink, emitTo(provider.getLogger(scope))))
      }

      const { recorder, sink, tracer } = yield* Effect.all({
        tracer: Effect.transposeMapOption(config.traces, traces),
        recorder: Effect.transposeMapOption(config.metrics, metrics),
        sink: Effect.transposeMapOption(config.logs, logs)
      })
      const currentTracer = yield* Effect.tracer
      const timed = Option.map(recorder, (measures) =>
        TimedStatements.make(
          Option.getOrElse(tracer, () => currentTracer),
          measures
        )
      )
      return Layer.mergeAll(
        Layer.empty,
        ...Option.toArray(sink),
        ...Option.toArray(Option.map(recorder, (measures) => Layer.succeed(Metrics, measures))),
        ...Option.toArray(
          Option.map(
            Option.orElse(timed, () => tracer),
            Layer.setTracer
          )
        )
      )
    }).pipe(Effect.parallelFinalizers)
  ).pipe(Layer.provide(resourceOf(config, service)))
