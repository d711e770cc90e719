import { SpanStatusCode } from "@opentelemetry/api"
import { type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace-base"
import * as Conventions from "./Conventions.ts"

/** Copies the exportable part of a span. Events, status messages and attributes of links quote errors and log lines. */
const allowed = (span: ReadableSpan, name: string): ReadableSpan => {
  const attributes = Conventions.attributesOf(name, span.attributes)
  return {
    name: Conventions.nameOf(name, attributes),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext === undefined ? {} : { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    attributes,
    links: span.links.map(({ context }) => ({ context })),
    events: [],
    // A span has failed if and only if it has an `error.type`.
    status: { code: attributes["error.type"] === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: 0,
    droppedLinksCount: span.droppedLinksCount
  }
}

/** Filters spans before they are exported, so that only allowed data is sent, whatever libraries put on a span. */
export const before = (exporting: SpanProcessor): SpanProcessor => {
  const names = new WeakMap<object, string>()
  return {
    onStart: (span, context) => {
      // Other people's instrumentation may rename the active span.
      names.set(span, span.name)
      exporting.onStart(span, context)
    },
    onEnd: (span) => exporting.onEnd(allowed(span, names.get(span) ?? span.name)),
    forceFlush: () => exporting.forceFlush(),
    shutdown: () => exporting.shutdown()
  }
}
