import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"

/** Helpers for Vitest's global set-ups, which run once, in the process that starts the workers. */

/** Makes a set-up whose scope closes after the last test. */
export const make =
  <E>(start: (project: TestProject) => Effect.Effect<void, E, Scope.Scope>) =>
  async (project: TestProject) => {
    const scope = Effect.runSync(Scope.make())
    await Effect.runPromise(Scope.extend(start(project), scope))
    return () => Effect.runPromise(Scope.close(scope, Exit.void))
  }

/** Caches a value that is made on first use; uninterruptible, because an interruption would be cached as well. */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.cached(Effect.uninterruptible(Effect.orDie(make)))
