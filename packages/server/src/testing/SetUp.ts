import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"

/** Set-ups of the tests: they run once, in the process that starts the workers. */

/** A set-up whose scope closes after the last test. */
export const make =
  <E>(start: (project: TestProject) => Effect.Effect<void, E, Scope.Scope>) =>
  async (project: TestProject) => {
    const scope = Effect.runSync(Scope.make())
    await Effect.runPromise(Scope.extend(start(project), scope))
    return () => Effect.runPromise(Scope.close(scope, Exit.void))
  }

/** Made for whoever asks first, and kept for the others, even if the first does not wait for it. */
export const once = <A, E, R>(make: Effect.Effect<A, E, R>) => Effect.cached(Effect.uninterruptible(Effect.orDie(make)))
