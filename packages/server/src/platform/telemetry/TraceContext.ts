import { Option, Tracer } from "effect"

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Parses a W3C `traceparent`; none if it is invalid. Later versions may have more fields. */
export const parse = (text: string): Option.Option<Tracer.ExternalSpan> =>
  Option.flatMapNullable(
    Option.fromNullable(traceparent.exec(text)),
    ([, version, traceId = "", spanId = "", flags = "", more]) =>
      version === "00" && more !== undefined
        ? null
        : Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
  )

/** Makes a link to a span that is not the parent. */
export const link = (span: Tracer.AnySpan): Tracer.SpanLink => ({ _tag: "SpanLink", span, attributes: {} })
