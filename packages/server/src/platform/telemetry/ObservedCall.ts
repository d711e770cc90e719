import { Data, Effect, Exit, Option, type Tracer } from "effect"
import * as ErrorNames from "./ErrorNames.ts"
import * as Metrics from "./Metrics.ts"

/** Span and measurement of a call. */
export interface ObservedCall<A> {
  readonly span: string
  readonly options: Tracer.SpanOptions
  readonly histogram: Metrics.Histogram
  /** Attributes of the measurement. */
  readonly attributes: Metrics.Attributes
  /** The `error.type` of a result that is a failure. */
  readonly failureOf: (result: A) => Option.Option<string>
}

/** Ends the span of a failed call as an error; never leaves this file. */
class CallFailed<A> extends Data.TaggedError("CallFailed")<{ readonly result: A }> {}

/** Adds a span and a measurement to a call whose failures are results; a failed call has an `error.type`. */
export const observed =
  <A>({ attributes, failureOf, histogram, options, span }: ObservedCall<A>) =>
  <R>(call: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
    call.pipe(
      Metrics.timed(histogram, (exit) => ({
        ...attributes,
        ...Option.match(Option.flatMap(Exit.isSuccess(exit) ? Option.some(exit.value) : Option.none(), failureOf), {
          onNone: () => ({}),
          onSome: (type) => ({ "error.type": type })
        })
      })),
      Effect.flatMap((result) =>
        Option.match(failureOf(result), {
          onNone: () => Effect.succeed(result),
          onSome: (type) => Effect.zipRight(Effect.annotateCurrentSpan("error.type", type), new CallFailed({ result }))
        })
      ),
      Effect.onInterrupt(() => Effect.annotateCurrentSpan("error.type", ErrorNames.cancelled)),
      Effect.withSpan(span, { captureStackTrace: false, ...options }),
      Effect.catchTag("CallFailed", ({ result }) => Effect.succeed(result))
    )
