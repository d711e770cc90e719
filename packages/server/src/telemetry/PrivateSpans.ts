import { Cause, Chunk, Data, Effect, Exit, Option, Predicate, Tracer } from "effect"

/** What a span tells about a failure: the name of the error, never its message, which may quote people. */
class SpanFailure extends Data.Error<{ readonly message: string }> {}

const nameOf = (error: unknown): string =>
  error instanceof SpanFailure
    ? error.message
    : Predicate.hasProperty(error, "_tag") && typeof error._tag === "string"
      ? error._tag
      : error instanceof Error
        ? error.name
        : "UnknownError"

const withoutMessages = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)
    ? exit
    : Chunk.head(Chunk.appendAll(Cause.failures(exit.cause), Cause.defects(exit.cause))).pipe(
        Option.map(nameOf),
        Option.getOrElse(() => "UnknownError"),
        (message) => Exit.fail(new SpanFailure({ message }))
      )

/** `Toolkit.handle` puts the arguments of a tool call on its span. */
const isArguments = (span: string, attribute: string) => span === "Toolkit.handle" && attribute === "parameters"

/** Effect makes every log line an event of the span around it; what is logged goes to the log only. */
const isLogLine = (attributes: Readonly<Record<string, unknown>> | undefined) =>
  attributes !== undefined && "effect.logLevel" in attributes

/** The same tracer, but its spans carry no tool arguments, no error messages and no log lines. */
export const wrap = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    context: (evaluate, fiber) => tracer.context(evaluate, fiber),
    span: (name, ...rest) => {
      const span = tracer.span(name, ...rest)
      const attribute = span.attribute.bind(span)
      const event = span.event.bind(span)
      const end = span.end.bind(span)
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => (isArguments(name, key) ? undefined : attribute(key, value)),
        event: (name: string, time: bigint, attributes?: Readonly<Record<string, unknown>>) =>
          isLogLine(attributes) ? undefined : event(name, time, attributes),
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => end(time, withoutMessages(exit))
      })
    }
  })

/** Runs an effect under such a tracer. */
export const withPrivateSpans = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.tracer, (tracer) => Effect.withTracer(effect, wrap(tracer)))
