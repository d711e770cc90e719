import { Array, Exit, Tracer } from "effect"
import * as SpanConventions from "./SpanConventions.ts"
import * as ErrorNames from "./ErrorNames.ts"
import { type Recorder, statementDuration } from "./Metrics.ts"

/** Span attributes that the measurement keeps; all of low cardinality. */
const metricAttributes = new Set([
  "db.system.name",
  "db.namespace",
  "db.operation.name",
  "db.collection.name",
  "server.address",
  "server.port"
])

const isPlain = (entry: readonly [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === "string" || typeof entry[1] === "number"

/** Returns the attributes of a statement's measurement. */
const attributesOf = (span: Tracer.Span) => {
  const plain = Object.fromEntries(Array.fromIterable(span.attributes).filter(isPlain))
  const exported = Object.entries(SpanConventions.attributesOf(SpanConventions.statement, plain))
  return Object.fromEntries(exported.filter(isPlain).filter(([name]) => metricAttributes.has(name)))
}

/** Records the duration of a span when it ends. */
const timed = (span: Tracer.Span, { record }: Recorder): Tracer.Span => {
  const { startTime } = span.status
  const finish = span.end.bind(span)
  span.end = (endTime, exit) => {
    finish(endTime, exit)
    record(statementDuration, Number(endTime - startTime) / 1e9, {
      ...attributesOf(span),
      ...(Exit.isFailure(exit) ? { "error.type": ErrorNames.typeOf(exit.cause) } : {})
    })
  }
  return span
}

/** Makes a tracer record the duration of statements, even if their traces are not exported. */
export const make = (tracer: Tracer.Tracer, recorder: Recorder): Tracer.Tracer =>
  Tracer.make({
    ...tracer,
    span: (name, ...rest) => {
      const span = tracer.span(name, ...rest)
      return name === SpanConventions.statement ? timed(span, recorder) : span
    }
  })
