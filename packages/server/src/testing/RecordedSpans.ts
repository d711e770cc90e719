import { OtelTracer } from "@effect/opentelemetry/Tracer"
import { SpanKind, SpanStatusCode } from "@opentelemetry/api"
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type Sampler,
  SimpleSpanProcessor
} from "@opentelemetry/sdk-trace-base"
import { Effect } from "effect"
import * as SpanFilter from "../platform/telemetry/SpanFilter.ts"
import * as SpanTracer from "../platform/telemetry/SpanTracer.ts"

/** Makes a tracer like that of the services; `spans` returns the exported spans, by start time. */
export const recorder = (sampler: Sampler = new AlwaysOnSampler(), filter = SpanFilter.filterBefore) => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    sampler: SpanTracer.requestsOnly(sampler),
    spanProcessors: [filter(new SimpleSpanProcessor(exporter))]
  })
  const spans = () => {
    const sent = exporter.getFinishedSpans()
    const names = new Map(sent.map((span) => [span.spanContext().spanId, span.name]))
    const began = ({ startTime: [seconds, nanos] }: (typeof sent)[number]) => seconds * 1e9 + nanos
    return sent
      .toSorted((one, other) => began(one) - began(other))
      .map((span) => ({
        name: span.name,
        kind: SpanKind[span.kind],
        traceId: span.spanContext().traceId,
        /** Name of the parent, or its id when this tracer did not export it. */
        parent: names.get(span.parentSpanContext?.spanId ?? "") ?? span.parentSpanContext?.spanId ?? null,
        links: span.links.map(({ context }) => context.traceId),
        attributes: span.attributes,
        events: span.events.map(({ attributes, name }) => ({ name, attributes })),
        isError: span.status.code === SpanStatusCode.ERROR,
        statusMessage: span.status.message ?? null
      }))
  }
  const tracer = Effect.runSync(Effect.provideService(SpanTracer.make, OtelTracer, provider.getTracer("test")))
  return { tracer, spans }
}

/** Returns the spans of an effect run as the handler of a request. */
export const spansOf = <A, E, R>(effect: Effect.Effect<A, E, R>, filter = SpanFilter.filterBefore) => {
  const { spans, tracer } = recorder(new AlwaysOnSampler(), filter)
  return effect.pipe(
    Effect.exit,
    Effect.withSpan("GET /test", { kind: "server", root: true }),
    Effect.withTracer(tracer),
    Effect.map(() => spans().filter(({ name }) => name !== "GET /test"))
  )
}
