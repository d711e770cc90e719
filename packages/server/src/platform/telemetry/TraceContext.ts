import { Option, Tracer } from "effect"

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The span that a W3C `traceparent` names, unless it breaks a rule of it. Versions to come may say more. */
export const parse = (text: string): Option.Option<Tracer.ExternalSpan> =>
  Option.flatMapNullable(
    Option.fromNullable(traceparent.exec(text)),
    ([, version, traceId = "", spanId = "", flags = "", more]) =>
      version === "00" && more !== undefined
        ? null
        : Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
  )

/** A link to a span that is not the parent. */
export const link = (span: Tracer.AnySpan): Tracer.SpanLink => ({ _tag: "SpanLink", span, attributes: {} })
