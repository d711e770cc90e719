import { Data, Effect } from "effect"

/** As many wait behind the key as may. */
export class GateFull extends Data.TaggedError("GateFull") {}

/** Room for some effects of each key at a time; later ones wait their turn, but only so many. */
export interface KeyedGate {
  readonly pass: (key: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | GateFull, R>
}

interface Gate {
  readonly room: Effect.Semaphore
  /** Those that run and those that wait. */
  present: number
}

/** A gate of this process: `running` effects of one key at a time, and `waiting` more behind them. */
export const make = ({ running, waiting }: { readonly running: number; readonly waiting: number }): KeyedGate => {
  const gates = new Map<string, Gate>()

  const enter = (key: string) =>
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

  return {
    pass: (key) => (effect) =>
      Effect.acquireUseRelease(
        enter(key),
        ({ room }) => room.withPermits(1)(effect),
        (gate) => leave(key, gate)
      )
  }
}
