import { Data, Effect, type Scope } from "effect"

/** The waiting line for the key is full. */
export class GateFull extends Data.TaggedError("GateFull") {}

/** Semaphore per key with a bounded waiting line. */
export interface KeyedGate {
  /** Waits for a permit of the key and holds it until the scope closes. */
  readonly enter: (key: string) => Effect.Effect<void, GateFull, Scope.Scope>
}

interface Gate {
  readonly room: Effect.Semaphore
  /** Holders and waiters together. */
  present: number
}

/** Makes a gate within this process: `running` holders per key, and at most `waiting` behind them. */
export const make = ({ running, waiting }: { readonly running: number; readonly waiting: number }): KeyedGate => {
  const gates = new Map<string, Gate>()

  const join = (key: string) =>
    Effect.suspend(() => {
      const gate = gates.get(key) ?? { room: Effect.unsafeMakeSemaphore(running), present: 0 }
      if (gate.present >= running + waiting) {
        return new GateFull()
      }
      gate.present++
      gates.set(key, gate)
      return Effect.succeed(gate)
    })

  const leave = (key: string, gate: Gate) =>
    Effect.sync(() => {
      gate.present--
      if (gate.present === 0) {
        gates.delete(key)
      }
    })

  const acquirePermit = ({ room }: Gate) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(room.take(1)),
        Effect.addFinalizer(() => room.release(1))
      )
    )

  return {
    enter: (key) =>
      Effect.flatMap(
        Effect.acquireRelease(join(key), (gate) => leave(key, gate)),
        acquirePermit
      )
  }
}
