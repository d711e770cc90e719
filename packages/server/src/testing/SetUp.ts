import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"

/** Global set-ups of the tests: they run once, in the process that starts the workers. */

/** Makes a set-up whose scope closes after the last test. */
export const make =
  <E>(start: (project: TestProject) => Effect.Effect<void, E, Scope.Scope>) =>
  async (project: TestProject) => {
    const scope = Effect.runSync(Scope.make())
    await Effect.runPromise(Scope.extend(start(project), scope))
    return () => Effect.runPromise(Scope.close(scope, Exit.void))
  }

/** Caches a value made on first use, uninterruptibly, so that an interrupted first user does not spoil it. */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.cached(Effect.uninterruptible(Effect.orDie(make)))
