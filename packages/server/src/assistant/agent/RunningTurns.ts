import { Data, Duration, Effect, type Fiber, FiberSet, Ref } from "effect"

/** Time that running turns have to finish at shutdown. */
const grace = Duration.seconds(30)

/** The limit of running turns is reached, or the program is shutting down. */
export class TooManyTurns extends Data.TaggedError("TooManyTurns") {}

/** Turns that run in the background, even if their client disconnects. */
export interface RunningTurns {
  /** Starts a turn, in the trace of the current fiber. */
  readonly start: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.RuntimeFiber<A, E>, TooManyTurns, R>
  /** Fails once `drain` has begun, but not at the limit of running turns. */
  readonly accepting: Effect.Effect<void, TooManyTurns>
  /** Refuses new turns, waits for running ones, and interrupts those that exceed the grace period. */
  readonly drain: Effect.Effect<void>
}

/** Allows `limit` concurrent turns; they are interrupted when the scope closes. */
export const make = Effect.fnUntraced(function* (limit: number) {
  const fibers = yield* FiberSet.make<unknown, unknown>()
  const isOpen = yield* Ref.make(true)
  const accepting = Effect.flatMap(isOpen, (isOpen) => (isOpen ? Effect.void : new TooManyTurns()))
  const turns: RunningTurns = {
    accepting,
    start: Effect.fnUntraced(function* (turn) {
      yield* accepting
      if ((yield* FiberSet.size(fibers)) >= limit) {
        return yield* new TooManyTurns()
      }
      // A fiber inherits uninterruptibility from the one that starts it.
      return yield* FiberSet.run(fibers, Effect.interruptible(turn))
    }),
    drain: Ref.set(isOpen, false).pipe(
      Effect.zipRight(Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), grace)),
      Effect.zipRight(FiberSet.clear(fibers))
    )
  }
  return turns
})
