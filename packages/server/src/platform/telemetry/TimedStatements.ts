import { type AttributeValue } from "@opentelemetry/api"
import { Exit, Tracer } from "effect"
import * as Conventions from "./Conventions.ts"
import * as ErrorNames from "./ErrorNames.ts"
import { type Attributes, type Recorder, statementDuration } from "./Measures.ts"

/** What statements are told apart by: little enough to be counted. */
const told = new Set([
  "db.system.name",
  "db.namespace",
  "db.operation.name",
  "db.collection.name",
  "server.address",
  "server.port"
])

const isTold = (entry: readonly [string, AttributeValue | undefined]): entry is [string, string | number] =>
  told.has(entry[0]) && (typeof entry[1] === "string" || typeof entry[1] === "number")

/** The same span, but how long it takes is recorded. */
const timed = (span: Tracer.Span, { record }: Recorder): Tracer.Span => {
  const attributes = new Map<string, string | number>()
  const { startTime } = span.status
  const show = span.attribute.bind(span)
  const finish = span.end.bind(span)
  span.attribute = (key, value) => {
    Object.entries(Conventions.attributesOf(Conventions.statement, key, value))
      .filter(isTold)
      .forEach(([name, each]) => attributes.set(name, each))
    show(key, value)
  }
  span.end = (endTime, exit) => {
    finish(endTime, exit)
    const failure: Attributes = Exit.isFailure(exit) ? { "error.type": ErrorNames.typeOf(exit.cause) } : {}
    record(statementDuration, Number(endTime - startTime) / 1e9, { ...Object.fromEntries(attributes), ...failure })
  }
  return span
}

/** The same tracer, but how long statements take is a measure, too, whether or not their traces are sent. */
export const make = (tracer: Tracer.Tracer, recorder: Recorder): Tracer.Tracer =>
  Tracer.make({
    context: (evaluate, fiber) => tracer.context(evaluate, fiber),
    span: (name, ...beginning) => {
      const span = tracer.span(name, ...beginning)
      return name === Conventions.statement ? timed(span, recorder) : span
    }
  })
