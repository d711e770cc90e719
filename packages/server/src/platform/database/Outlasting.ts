import { Duration, Effect, type Exit, Fiber, FiberSet, type Option, Schedule } from "effect"
import { retryFaults } from "./Transaction.ts"

/** How long a program that stops waits for such work. */
const grace = Duration.seconds(5)

/** Soon at first, then once a second. */
const untilItWorks = Schedule.jittered(Schedule.union(Schedule.exponential("50 millis"), Schedule.spaced("1 second")))

/** Work on the database that has to be done, and outlasts the faults of the database and those who wait for it. */
export interface Outlasting {
  /**
   * Starts the work, which is done again and again while the database fails. Whether an attempt that failed was committed
   * is unknown, so the work must be able to find itself done.
   */
  readonly start: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.RuntimeFiber<A, E>, never, R>
  /** The same, and answers how it ended. None when that takes longer than `patience`: it goes on by itself. */
  readonly finish: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    patience: Duration.Duration
  ) => Effect.Effect<Option.Option<Exit.Exit<A, E>>, never, R>
}

/** Until the scope closes, which waits a little for what is not done yet. */
export const make = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<unknown, unknown>()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), grace))
  const start: Outlasting["start"] = (work) =>
    FiberSet.run(fibers, Effect.interruptible(retryFaults(untilItWorks)(work)))
  const outlasting: Outlasting = {
    start,
    finish: (work, patience) =>
      Effect.flatMap(start(work), (running) =>
        Effect.timeoutOption(Effect.interruptible(Fiber.await(running)), patience)
      )
  }
  return outlasting
})
