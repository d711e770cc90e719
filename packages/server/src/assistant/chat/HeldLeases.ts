import { type TurnId } from "@storefront/domain/Ids"
import { Context, Duration, Effect, Layer } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** How much longer than its turn a lease lasts. */
const margin = Duration.seconds(10)

/** How long the lease of a turn lasts that may take as long as `budget`. */
export const leaseOf = (budget: Duration.Duration) => Duration.sum(budget, margin)

/**
 * The leases that turns of this process have. Their end in the database is told by the clock there, which can be set; a
 * process goes by its own, steady one for what it holds itself.
 */
export class HeldLeases extends Context.Tag("@storefront/server/assistant/chat/HeldLeases")<
  HeldLeases,
  {
    readonly add: (turn: TurnId, lease: Duration.Duration) => Effect.Effect<void>
    readonly remove: (turn: TurnId) => Effect.Effect<void>
    /** Those that last, and those that are over, which are told once. */
    readonly take: Effect.Effect<{ readonly lasting: ReadonlyArray<TurnId>; readonly over: ReadonlyArray<TurnId> }>
  }
>() {
  static readonly layer = Layer.sync(this, () => {
    const ends = new Map<TurnId, SteadyClock.Deadline>()
    return {
      add: (turn, lease) => Effect.map(SteadyClock.deadlineIn(lease), (end) => void ends.set(turn, end)),
      remove: (turn) => Effect.sync(() => void ends.delete(turn)),
      take: Effect.map(SteadyClock.millis, (now) => {
        const over = [...ends].filter(([, end]) => end <= now).map(([turn]) => turn)
        for (const turn of over) {
          ends.delete(turn)
        }
        return { lasting: [...ends.keys()], over }
      })
    }
  })
}
