import { SpanStatusCode } from "@opentelemetry/api"
import { type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace-base"
import * as SpanConventions from "./SpanConventions.ts"

/** Copies the exportable part of a span: events, status message and attributes of links quote errors and log lines. */
const filtered = (span: ReadableSpan, name: string): ReadableSpan => {
  const attributes = SpanConventions.attributesOf(name, span.attributes)
  return {
    name: SpanConventions.nameOf(name, attributes),
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

/** Filters spans before they are exported, so that libraries cannot add data that is not on the allowlist. */
export const filterBefore = (next: SpanProcessor): SpanProcessor => {
  const names = new WeakMap<object, string>()
  return {
    onStart: (span, context) => {
      // Keeps the original name: third-party instrumentation may rename the active span.
      names.set(span, span.name)
      next.onStart(span, context)
    },
    onEnd: (span) => next.onEnd(filtered(span, names.get(span) ?? span.name)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown()
  }
}
