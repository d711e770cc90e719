import { Data, Duration, Effect, type Fiber, FiberSet, Ref } from "effect"

/** Time that turns may continue after the program was told to stop. */
const grace = Duration.seconds(30)

/** The limit of running turns is reached, or the program is about to stop. */
export class TooManyTurns extends Data.TaggedError("TooManyTurns") {}

/** Turns that continue to their end, even if nobody waits for them. */
export interface RunningTurns {
  /** Starts a turn in the caller's trace. */
  readonly start: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.RuntimeFiber<A, E>, TooManyTurns, R>
  /** Fails once `drain` has begun; whether there is room does not matter. */
  readonly accepting: Effect.Effect<void, TooManyTurns>
  /** Refuses new turns, gives running ones half a minute, and interrupts the rest. */
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
      // A fiber inherits the uninterruptibility of its maker.
      return yield* FiberSet.run(fibers, Effect.interruptible(turn))
    }),
    drain: Ref.set(isOpen, false).pipe(
      Effect.zipRight(Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), grace)),
      Effect.zipRight(FiberSet.clear(fibers))
    )
  }
  return turns
})
