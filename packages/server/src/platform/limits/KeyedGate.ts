import { Data, Effect, type Scope } from "effect"

/** As many wait behind the key as may. */
export class GateFull extends Data.TaggedError("GateFull") {}

/** Room for some holders of each key at a time; later ones wait their turn, but only so many. */
export interface KeyedGate {
  /** Waits for room behind the key, and keeps it until the scope closes. */
  readonly enter: (key: string) => Effect.Effect<void, GateFull, Scope.Scope>
}

interface Gate {
  readonly room: Effect.Semaphore
  /** Those that have room and those that wait. */
  present: number
}

/** A gate of this process: `running` holders of one key at a time, and `waiting` more behind them. */
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

  const takeRoom = ({ room }: Gate) =>
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
        takeRoom
      )
  }
}
