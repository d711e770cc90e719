import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Cause, Deferred, Effect, FiberId, Option } from "effect"

/** Work that many want at the same time and that is done once for all of them. */
export interface SingleFlight<A, E> {
  /**
   * The outcome of `work`, or of the work under the same key that is under way. It belongs to the program: whoever asked
   * for it may go away. When it dies, is interrupted or loses the database, those who found it under way try once more,
   * together.
   */
  readonly share: (key: string, work: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Nothing is under way yet; what is when the scope closes is interrupted. */
export const make = Effect.fnUntraced(function* <A, E>() {
  const scope = yield* Effect.scope
  const flights = new Map<string, Deferred.Deferred<A, E>>()

  /** The flight under this key, which starts here when there is none. */
  const board = (key: string, work: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const underWay = flights.get(key)
      if (underWay !== undefined) {
        return Effect.succeed({ flight: underWay, isOwn: false })
      }
      const flight = Deferred.unsafeMake<A, E>(FiberId.none)
      flights.set(key, flight)
      // The fiber inherits that it cannot be interrupted: it tells its end even when the scope is closed already.
      return Effect.interruptible(work).pipe(
        Effect.onExit((exit) => {
          flights.delete(key)
          return Deferred.done(flight, exit)
        }),
        Effect.forkIn(scope),
        Effect.as({ flight, isOwn: true })
      )
    }).pipe(Effect.uninterruptible)

  const again = (key: string, work: Effect.Effect<A, E>) =>
    Effect.flatMap(board(key, work), ({ flight }) => Deferred.await(flight))

  const singleFlight: SingleFlight<A, E> = {
    share: (key, work) =>
      Effect.flatMap(board(key, work), ({ flight, isOwn }) =>
        Effect.catchAllCause(Deferred.await(flight), (cause) =>
          isOwn || Option.exists(Cause.failureOption(cause), (failure) => !(failure instanceof DatabaseUnavailable))
            ? Effect.failCause(cause)
            : again(key, work)
        )
      )
  }
  return singleFlight
})
