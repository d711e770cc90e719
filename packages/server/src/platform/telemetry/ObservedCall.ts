import { Data, Effect, Exit, Option, type Tracer } from "effect"
import * as ErrorNames from "./ErrorNames.ts"
import * as Measures from "./Measures.ts"

/** How a call is told about. */
export interface ObservedCall<A> {
  readonly span: string
  readonly options: Tracer.SpanOptions
  readonly histogram: Measures.Histogram
  /** What the measure says. */
  readonly attributes: Measures.Attributes
  /** What went wrong, in a word, where the result is a failure. */
  readonly failureOf: (result: A) => Option.Option<string>
}

/** Ends the span of a call that did not do what was asked. */
class CallFailed<A> extends Data.TaggedError("CallFailed")<{ readonly result: A }> {}

/**
 * The span and the measure of a call whose failures are results. A failed call ends its span as an error and says why
 * in `error.type`, and so does one that was interrupted.
 */
export const observed =
  <A>({ attributes, failureOf, histogram, options, span }: ObservedCall<A>) =>
  <R>(call: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
    call.pipe(
      Measures.timed(histogram, (exit) => ({
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
