import { Duration, Effect, type Exit, Fiber, FiberSet, type Option, Schedule } from "effect"
import { retryFaults } from "./Transaction.ts"

/** Longest wait for unfinished work when the program stops. */
const shutdownGrace = Duration.seconds(5)

/** Exponential backoff, at most one second apart. */
const retryForever = Schedule.jittered(Schedule.union(Schedule.exponential("50 millis"), Schedule.spaced("1 second")))

/** Runs database work in the background, so that it survives faults of the database and interruption of its caller. */
export interface BackgroundRetry {
  /** Starts the work. It is retried even after an attempt that may have been committed, so it must be idempotent. */
  readonly start: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Fiber.RuntimeFiber<A, E>, never, R>
  /**
   * Waits for at most `maxWait`; none if it takes longer. Unlike a timeout, whose fibers are interrupted with the one
   * that waits, it holds in an uninterruptible region.
   */
  readonly wait: <A>(awaited: Effect.Effect<A>, maxWait: Duration.Duration) => Effect.Effect<Option.Option<A>>
  /** Starts the work and waits for its exit for at most `maxWait`; none if it is still running then. */
  readonly startAndWait: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    maxWait: Duration.Duration
  ) => Effect.Effect<Option.Option<Exit.Exit<A, E>>, never, R>
}

/** Builds the runner; closing its scope waits briefly for unfinished work. */
export const make = Effect.gen(function* () {
  const fibers = yield* FiberSet.make<unknown, unknown>()
  yield* Effect.addFinalizer(() =>
    Effect.timeoutOption(Effect.interruptible(FiberSet.awaitEmpty(fibers)), shutdownGrace)
  )
  const waits = yield* FiberSet.make<unknown>()
  const start: BackgroundRetry["start"] = (work) =>
    FiberSet.run(fibers, Effect.interruptible(retryFaults(retryForever)(work)))
  const wait: BackgroundRetry["wait"] = (awaited, maxWait) =>
    Effect.flatMap(FiberSet.run(waits, Effect.timeoutOption(Effect.interruptible(awaited), maxWait)), Fiber.join)
  const backgroundRetry: BackgroundRetry = {
    start,
    wait,
    startAndWait: (work, maxWait) => Effect.flatMap(start(work), (running) => wait(Fiber.await(running), maxWait))
  }
  return backgroundRetry
})
