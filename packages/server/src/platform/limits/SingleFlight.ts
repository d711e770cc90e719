import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Cause, Deferred, Effect, FiberId, Option } from "effect"

/** Deduplicates concurrent work by key. */
export interface SingleFlight<A, E> {
  /**
   * Returns the outcome of `work`, or of work in flight under the same key. The work belongs to the flight's scope, so
   * callers may be interrupted. If it dies, is interrupted or loses the database, the callers that had joined it retry
   * once, together.
   */
  readonly share: (key: string, work: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Makes an empty set of flights; closing the scope interrupts those under way. */
export const make = Effect.fnUntraced(function* <A, E>() {
  const scope = yield* Effect.scope
  const flights = new Map<string, Deferred.Deferred<A, E>>()

  /** Joins the flight under this key, or starts it. */
  const join = (key: string, work: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const inFlight = flights.get(key)
      if (inFlight !== undefined) {
        return Effect.succeed({ flight: inFlight, isOwn: false })
      }
      const flight = Deferred.unsafeMake<A, E>(FiberId.none)
      flights.set(key, flight)
      // The fiber inherits uninterruptibility, so it reports its exit even if the scope is already closed.
      return Effect.interruptible(work).pipe(
        Effect.onExit((exit) => {
          flights.delete(key)
          return Deferred.done(flight, exit)
        }),
        Effect.forkIn(scope),
        Effect.as({ flight, isOwn: true })
      )
    }).pipe(Effect.uninterruptible)

  const joinAgain = (key: string, work: Effect.Effect<A, E>) =>
    Effect.flatMap(join(key, work), ({ flight }) => Deferred.await(flight))

  const singleFlight: SingleFlight<A, E> = {
    share: (key, work) =>
      Effect.flatMap(join(key, work), ({ flight, isOwn }) =>
        Effect.catchAllCause(Deferred.await(flight), (cause) =>
          isOwn || Option.exists(Cause.failureOption(cause), (failure) => !(failure instanceof DatabaseUnavailable))
            ? Effect.failCause(cause)
            : joinAgain(key, work)
        )
      )
  }
  return singleFlight
})
