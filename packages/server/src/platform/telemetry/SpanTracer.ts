import * as OtelTracer from "@effect/opentelemetry/Tracer"
import { type Context as OtelContext, context as contexts, SpanKind, trace, TraceFlags } from "@opentelemetry/api"
import { type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-base"
import { Context, Effect, Exit, Option, Tracer } from "effect"
import * as Conventions from "./Conventions.ts"
import * as ErrorNames from "./ErrorNames.ts"

/** Turns Effect's spans into OpenTelemetry's: of the traces of requests, those that people read. */

const flagsOf = ({ sampled }: Tracer.AnySpan) => (sampled ? TraceFlags.SAMPLED : TraceFlags.NONE)

/** Makes Effect and its library skip a span when they look for a parent, or for the active span. */
const skippedContext = (flags: TraceFlags) =>
  Context.make(Tracer.DisablePropagation, true).pipe(Context.add(OtelTracer.OtelTraceFlags, flags))

const passed = { sampled: skippedContext(TraceFlags.SAMPLED), unsampled: skippedContext(TraceFlags.NONE) }

const noAttributes: ReadonlyMap<string, unknown> = new Map()

const nothing = () => {}

/** Makes a span that is not exported. It has the ids of its parent, which therefore gets its children. */
const unexportedSpan = (
  name: string,
  around: Tracer.AnySpan,
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
    parent: Option.some(around),
    traceId: around.traceId,
    spanId: around.spanId,
    sampled: around.sampled,
    context: around.sampled ? passed.sampled : passed.unsampled,
    attributes: noAttributes,
    get status() {
      return status
    },
    end: (endTime, exit) => {
      status = { _tag: "Ended", startTime, endTime, exit }
    },
    attribute: nothing,
    event: nothing,
    addLinks: nothing
  }
}

/** Sets `error.type` when a span fails, and skips attributes without a value, which the library would write out. */
const withErrorType = (span: Tracer.Span): Tracer.Span => {
  const show = span.attribute.bind(span)
  const finish = span.end.bind(span)
  span.attribute = (key, value) => {
    if (value !== undefined) {
      show(key, value)
    }
  }
  span.end = (endTime, exit) => {
    if (Exit.isFailure(exit) && !span.attributes.has("error.type")) {
      show("error.type", ErrorNames.typeOf(exit.cause))
    }
    finish(endTime, exit)
  }
  return span
}

/** Keeps the flags of a remote span: without them, the library takes it for sampled. */
const withFlags = (span: Tracer.AnySpan): Tracer.AnySpan =>
  span._tag === "ExternalSpan"
    ? OtelTracer.makeExternalSpan({ traceId: span.traceId, spanId: span.spanId, traceFlags: flagsOf(span) })
    : span

/**
 * Activates the span's context for each step of a fiber, for instrumentation whose SDK has registered a context manager. The
 * library makes a context for each step; here it is made once per span, because a turn has some 15,000 steps.
 */
const activating = (library: Tracer.Tracer): Tracer.Tracer["context"] => {
  const kept = new WeakMap<Tracer.AnySpan, { readonly within: OtelContext; readonly made: OtelContext }>()
  return (evaluate, fiber) => {
    const span = fiber.currentSpan
    if (span === undefined) {
      return evaluate()
    }
    const active = contexts.active()
    const known = kept.get(span)
    if (known?.made === active) {
      return evaluate()
    }
    const made = known?.within === active ? known.made : library.context(() => contexts.active(), fiber)
    if (known?.made !== made) {
      kept.set(span, { within: active, made })
    }
    return contexts.with(made, evaluate)
  }
}

/** Tracer of `@effect/opentelemetry`, limited to the spans that people read. */
export const make = Effect.map(OtelTracer.make, (library) =>
  Tracer.make({
    context: activating(library),
    span: (name, parent, context, links, startTime, kind, options) =>
      Option.isSome(parent) && !Conventions.isExported(name, kind, options)
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

/**
 * Limits a sampler to requests. Drops probes, background work such as the removal of old rows, and everything in a
 * trace that was dropped where it began in this process.
 */
export const requestsOnly = (sampler: Sampler): Sampler => ({
  shouldSample: (context, traceId, name, kind, attributes, links) => {
    const parent = trace.getSpanContext(context)
    const isOfRequest =
      parent === undefined
        ? kind === SpanKind.SERVER
        : parent.isRemote === true || (parent.traceFlags & TraceFlags.SAMPLED) !== 0
    return isOfRequest && !Conventions.isProbe(name)
      ? sampler.shouldSample(context, traceId, name, kind, attributes, links)
      : { decision: SamplingDecision.NOT_RECORD }
  },
  toString: () => `OfRequests(${sampler.toString()})`
})
