import { type TurnId } from "@storefront/domain/Ids"
import { Context, Duration, Effect, Layer } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** Time that a lease lasts beyond the turn's budget. */
const margin = Duration.seconds(10)

/** Returns the lease duration of a turn with this budget. */
export const leaseOf = (budget: Duration.Duration) => Duration.sum(budget, margin)

/**
 * Leases that this process holds. Their ends in the database follow its clock, which can be set; a process judges its
 * own leases by its monotonic clock.
 */
export class HeldLeases extends Context.Tag("@storefront/server/assistant/chat/HeldLeases")<
  HeldLeases,
  {
    readonly add: (turn: TurnId, lease: Duration.Duration) => Effect.Effect<void>
    readonly remove: (turn: TurnId) => Effect.Effect<void>
    /** Returns the leases that last, and those that have ended since the last call. */
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
