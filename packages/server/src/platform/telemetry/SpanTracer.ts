import {
  type Attributes,
  type Context as OtelContext,
  type HrTime,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as OtelTracer
} from "@opentelemetry/api"
import { type Context, Effect, Exit, Option, Tracer } from "effect"
import { randomBytes } from "node:crypto"
import * as Conventions from "./Conventions.ts"
import * as ErrorNames from "./ErrorNames.ts"

const kinds: Readonly<Record<Tracer.SpanKind, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER
}

const nanosPerSecond = 1_000_000_000n

const timeOf = (nanos: bigint): HrTime => [Number(nanos / nanosPerSecond), Number(nanos % nanosPerSecond)]

export const spanContextOf = ({ _tag, sampled, spanId, traceId }: Tracer.AnySpan): SpanContext => ({
  traceId,
  spanId,
  traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote: _tag === "ExternalSpan"
})

const contextOf = (parent: Option.Option<Tracer.AnySpan>): OtelContext =>
  Option.match(parent, {
    onNone: () => ROOT_CONTEXT,
    onSome: (span) => trace.setSpanContext(ROOT_CONTEXT, spanContextOf(span))
  })

/** What a span begins with. */
type Beginning = Pick<Tracer.Span, "name" | "parent" | "context" | "links" | "kind"> & { readonly startTime: bigint }

/** What all spans have in common. Log lines, which Effect makes events of, go to the log only. */
abstract class AnySpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly links: ReadonlyArray<Tracer.SpanLink>
  readonly kind: Tracer.SpanKind
  status: Tracer.SpanStatus
  abstract readonly spanId: string
  abstract readonly traceId: string
  abstract readonly sampled: boolean
  abstract readonly attributes: ReadonlyMap<string, unknown>

  constructor({ context, kind, links, name, parent, startTime }: Beginning) {
    this.name = name
    this.parent = parent
    this.context = context
    this.links = links
    this.kind = kind
    this.status = { _tag: "Started", startTime }
  }

  abstract attribute(key: string, value: unknown): void

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
  }

  event() {}

  addLinks() {}
}

const noAttributes: ReadonlyMap<string, unknown> = new Map()

/** A span of the program's own inner life. Who is called within it counts as called by the span around it. */
class HiddenSpan extends AnySpan {
  readonly attributes = noAttributes

  readonly traceId = Option.match(this.parent, {
    onNone: () => randomBytes(16).toString("hex"),
    onSome: ({ traceId }) => traceId
  })

  readonly spanId = Option.match(this.parent, {
    onNone: () => randomBytes(8).toString("hex"),
    onSome: ({ spanId }) => spanId
  })

  /** What happens outside of a request, and all that answers a probe, is not shown either. */
  readonly sampled = this.kind !== "server" && Option.exists(this.parent, ({ sampled }) => sampled)

  attribute() {}
}

/** A span that the sampler may send. */
class ShownSpan extends AnySpan {
  readonly attributes = new Map<string, unknown>()
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  readonly #span: OtelSpan

  constructor(tracer: OtelTracer, beginning: Beginning) {
    super(beginning)
    const { kind, links, name, parent, startTime } = beginning
    this.#span = tracer.startSpan(
      Conventions.nameOf(name),
      {
        kind: kinds[kind],
        startTime: timeOf(startTime),
        links: links.map(({ span }) => ({ context: spanContextOf(span) }))
      },
      contextOf(parent)
    )
    const { spanId, traceFlags, traceId } = this.#span.spanContext()
    this.traceId = traceId
    this.spanId = spanId
    this.sampled = (traceFlags & TraceFlags.SAMPLED) !== 0
  }

  attribute(key: string, value: unknown) {
    if (this.sampled) {
      this.#show(Conventions.attributesOf(this.name, key, value))
    }
  }

  #show(attributes: Attributes) {
    for (const [key, value] of Object.entries(attributes)) {
      this.attributes.set(key, value)
    }
    this.#span.setAttributes(attributes)
    const summary = attributes["db.query.summary"]
    if (typeof summary === "string") {
      this.#span.updateName(summary)
    }
  }

  /** A span with an `error.type` has failed, and no other one has. Of an error it tells the name, never the message. */
  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
    super.end(endTime, exit)
    if (Exit.isFailure(exit) && !this.attributes.has("error.type")) {
      this.#show({ "error.type": ErrorNames.typeOf(exit.cause) })
    }
    if (this.attributes.has("error.type")) {
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end(timeOf(endTime))
  }
}

const shownAround = (span: Tracer.AnySpan): Option.Option<ShownSpan> =>
  span instanceof ShownSpan
    ? Option.some(span)
    : span._tag === "Span"
      ? Option.flatMap(span.parent, shownAround)
      : Option.none()

/** Says something on the span around this that people read; the program's own spans are not shown. */
export const annotateShown = (key: string, value: unknown): Effect.Effect<void> =>
  Effect.map(Effect.option(Effect.currentSpan), (span) => {
    Option.map(Option.flatMap(span, shownAround), (shown) => shown.attribute(key, value))
  })

/** Whether the trace was left out where it began in this process. */
const isLeftOut = (parent: Tracer.AnySpan) => parent._tag === "Span" && !parent.sampled

/** Requests begin a trace; what happens on its own, such as the removal of old rows, begins none that is shown. */
const mayBeShown = ({ kind, parent }: Beginning) =>
  Option.match(parent, { onNone: () => kind === "server", onSome: (span) => !isLeftOut(span) })

/** Spans of Effect as spans of OpenTelemetry: those that people read, called as the conventions have it. */
export const make = (tracer: OtelTracer): Tracer.Tracer =>
  Tracer.make({
    context: (evaluate) => evaluate(),
    span: (name, parent, context, links, startTime, kind, options) => {
      const beginning = { name, parent, context, links, startTime, kind }
      return Conventions.isShown(name, kind, options) && mayBeShown(beginning)
        ? new ShownSpan(tracer, beginning)
        : new HiddenSpan(beginning)
    }
  })
