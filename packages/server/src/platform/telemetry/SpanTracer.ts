import * as OtelTracer from "@effect/opentelemetry/Tracer"
import { type Context as OtelContext, context as contexts, SpanKind, trace, TraceFlags } from "@opentelemetry/api"
import { type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-base"
import { Context, Effect, Exit, Option, Tracer } from "effect"
import * as SpanConventions from "./SpanConventions.ts"
import * as ErrorNames from "./ErrorNames.ts"

/** Converts Effect's spans to OpenTelemetry's, limited to the exported spans of requests. */

const flagsOf = ({ sampled }: Tracer.AnySpan) => (sampled ? TraceFlags.SAMPLED : TraceFlags.NONE)

/** Context that makes Effect and `@effect/opentelemetry` skip a span when they look for a parent or the active span. */
const skippedContext = (flags: TraceFlags) =>
  Context.make(Tracer.DisablePropagation, true).pipe(Context.add(OtelTracer.OtelTraceFlags, flags))

const skippedContexts = { sampled: skippedContext(TraceFlags.SAMPLED), unsampled: skippedContext(TraceFlags.NONE) }

const noAttributes: ReadonlyMap<string, unknown> = new Map()

const noOp = () => {}

/** Makes a span that is not exported. It has its parent's ids, so that its children become the parent's children. */
const unexportedSpan = (
  name: string,
  parentSpan: Tracer.AnySpan,
  links: ReadonlyArray<Tracer.SpanLink>,
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => {
  let status: Tracer.SpanStatus = { _tag: "Started", startTime }
  return {
    _tag: "Span",
    name,
    kind,
    links,
    parent: Option.some(parentSpan),
    traceId: parentSpan.traceId,
    spanId: parentSpan.spanId,
    sampled: parentSpan.sampled,
    context: parentSpan.sampled ? skippedContexts.sampled : skippedContexts.unsampled,
    attributes: noAttributes,
    get status() {
      return status
    },
    end: (endTime, exit) => {
      status = { _tag: "Ended", startTime, endTime, exit }
    },
    attribute: noOp,
    event: noOp,
    addLinks: noOp
  }
}

/** Sets `error.type` when a span fails, and drops undefined attributes, which the library would export as text. */
const withErrorType = (span: Tracer.Span): Tracer.Span => {
  const setAttribute = span.attribute.bind(span)
  const finish = span.end.bind(span)
  span.attribute = (key, value) => {
    if (value !== undefined) {
      setAttribute(key, value)
    }
  }
  span.end = (endTime, exit) => {
    if (Exit.isFailure(exit) && !span.attributes.has("error.type")) {
      setAttribute("error.type", ErrorNames.typeOf(exit.cause))
    }
    finish(endTime, exit)
  }
  return span
}

/** Keeps the flags of a remote span, which the library would otherwise take for sampled. */
const withFlags = (span: Tracer.AnySpan): Tracer.AnySpan =>
  span._tag === "ExternalSpan"
    ? OtelTracer.makeExternalSpan({ traceId: span.traceId, spanId: span.spanId, traceFlags: flagsOf(span) })
    : span

/**
 * Activates the span's context for each step of a fiber, for instrumentation whose SDK has a context manager. The
 * library makes a context per step; this makes one per span, because a turn has some 15,000 steps.
 */
const withActiveContext = (library: Tracer.Tracer): Tracer.Tracer["context"] => {
  const contextBySpan = new WeakMap<
    Tracer.AnySpan,
    { readonly outer: OtelContext; readonly spanContext: OtelContext }
  >()
  return (evaluate, fiber) => {
    const span = fiber.currentSpan
    if (span === undefined) {
      return evaluate()
    }
    const active = contexts.active()
    const known = contextBySpan.get(span)
    if (known?.spanContext === active) {
      return evaluate()
    }
    const spanContext = known?.outer === active ? known.spanContext : library.context(() => contexts.active(), fiber)
    if (known?.spanContext !== spanContext) {
      contextBySpan.set(span, { outer: active, spanContext })
    }
    return contexts.with(spanContext, evaluate)
  }
}

/** Tracer of `@effect/opentelemetry`, limited to the spans of the allowlist. */
export const make = Effect.map(OtelTracer.make, (library) =>
  Tracer.make({
    context: withActiveContext(library),
    span: (name, parent, context, links, startTime, kind, options) =>
      Option.isSome(parent) && !SpanConventions.isExported(name, kind, options)
        ? unexportedSpan(name, parent.value, links, startTime, kind)
        : withErrorType(
            library.span(
              name,
              Option.map(parent, withFlags),
              context,
              links.map((link) => ({ ...link, span: withFlags(link.span) })),
              startTime,
              kind,
              // Without `root`, the parent would be the span that was active where a socket was opened.
              Option.isSome(parent) ? options : { ...options, root: true }
            )
          )
  })
)

/** Limits a sampler to requests: drops probes, background work, and spans below a dropped one. */
export const requestsOnly = (sampler: Sampler): Sampler => ({
  shouldSample: (context, traceId, name, kind, attributes, links) => {
    const parent = trace.getSpanContext(context)
    const isOfRequest =
      parent === undefined
        ? kind === SpanKind.SERVER
        : parent.isRemote === true || (parent.traceFlags & TraceFlags.SAMPLED) !== 0
    return isOfRequest && !SpanConventions.isProbe(name)
      ? sampler.shouldSample(context, traceId, name, kind, attributes, links)
      : { decision: SamplingDecision.NOT_RECORD }
  },
  toString: () => `OfRequests(${sampler.toString()})`
})
