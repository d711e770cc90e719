import { Data, Duration, Effect, type Fiber, FiberSet, Ref } from "effect"

/** How long turns may go on after the program was told to stop. */
const grace = Duration.seconds(30)

/** As many turns as allowed are running, or the program is about to stop. */
export class TooManyTurns extends Data.TaggedError("TooManyTurns") {}

/** Turns that go on to their end, whether or not somebody still waits for them. */
export interface RunningTurns {
  /** Starts a turn in the trace of the caller. */
  readonly start: <A, E, R>(turn: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.RuntimeFiber<A, E>, TooManyTurns, R>
  /** Whether the program still takes turns, be there room or not: it fails as soon as `drain` begins. */
  readonly accepting: Effect.Effect<void, TooManyTurns>
  /** Lets no turn start any more, gives those that run half a minute, and interrupts what is left. */
  readonly drain: Effect.Effect<void>
}

/** Room for `limit` turns at a time; they are interrupted when the scope closes. */
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
      // A fiber inherits that its maker cannot be interrupted.
      return yield* FiberSet.run(fibers, Effect.interruptible(turn))
    }),
    drain: Ref.set(isOpen, false).pipe(
      Effect.zipRight(Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), grace)),
      Effect.zipRight(FiberSet.clear(fibers))
    )
  }
  return turns
})
