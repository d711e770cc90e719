import { type TurnId } from "@storefront/domain/Ids"
import { Context, Duration, Effect, Layer } from "effect"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"

/** Time by which a lease exceeds the turn's budget. */
const margin = Duration.seconds(10)

/** Returns the lease duration of a turn with this budget. */
export const leaseOf = (budget: Duration.Duration) => Duration.sum(budget, margin)

/**
 * Leases of this process. Their expiry in the database follows the database clock, which can be set; a process measures
 * its own leases by its monotonic clock.
 */
export class HeldLeases extends Context.Tag("@storefront/server/assistant/chat/HeldLeases")<
  HeldLeases,
  {
    readonly add: (turn: TurnId, lease: Duration.Duration) => Effect.Effect<void>
    readonly remove: (turn: TurnId) => Effect.Effect<void>
    /** Returns the active leases, and removes and returns those that have expired since the last call. */
    readonly sweep: Effect.Effect<{ readonly active: ReadonlyArray<TurnId>; readonly expired: ReadonlyArray<TurnId> }>
  }
>() {
  static readonly layer = Layer.sync(this, () => {
    const deadlines = new Map<TurnId, SteadyClock.Deadline>()
    return {
      add: (turn, lease) => Effect.map(SteadyClock.deadlineIn(lease), (end) => void deadlines.set(turn, end)),
      remove: (turn) => Effect.sync(() => void deadlines.delete(turn)),
      sweep: Effect.map(SteadyClock.millis, (now) => {
        const expired = [...deadlines].filter(([, end]) => end <= now).map(([turn]) => turn)
        for (const turn of expired) {
          deadlines.delete(turn)
        }
        return { active: [...deadlines.keys()], expired }
      })
    }
  })
}
