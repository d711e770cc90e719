import { Data, Effect, type Scope } from "effect"

/** The queue of the key is full. */
export class GateFull extends Data.TaggedError("GateFull") {}

/** Semaphore per key with a bounded queue. */
export interface KeyedGate {
  /** Waits for a permit of the key and holds it until the scope closes. Runs `onWait` first if there is none yet. */
  readonly enter: (key: string, onWait?: Effect.Effect<unknown>) => Effect.Effect<void, GateFull, Scope.Scope>
}

interface Gate {
  readonly semaphore: Effect.Semaphore
  /** Holders and waiters together. */
  occupancy: number
}

/** Makes a gate for this process: at most `running` holders and `waiting` queued callers per key. */
export const make = ({ running, waiting }: { readonly running: number; readonly waiting: number }): KeyedGate => {
  const gates = new Map<string, Gate>()

  const join = (key: string) =>
    Effect.suspend(() => {
      const gate = gates.get(key) ?? { semaphore: Effect.unsafeMakeSemaphore(running), occupancy: 0 }
      if (gate.occupancy >= running + waiting) {
        return new GateFull()
      }
      gate.occupancy++
      gates.set(key, gate)
      return Effect.succeed(gate)
    })

  const leave = (key: string, gate: Gate) =>
    Effect.sync(() => {
      gate.occupancy--
      if (gate.occupancy === 0) {
        gates.delete(key)
      }
    })

  const acquirePermit = ({ semaphore }: Gate) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(semaphore.take(1)),
        Effect.addFinalizer(() => semaphore.release(1))
      )
    )

  return {
    enter: (key, onWait = Effect.void) =>
      Effect.acquireRelease(join(key), (gate) => leave(key, gate)).pipe(
        Effect.tap(({ occupancy }) => Effect.when(onWait, () => occupancy > running)),
        Effect.flatMap(acquirePermit)
      )
  }
}
