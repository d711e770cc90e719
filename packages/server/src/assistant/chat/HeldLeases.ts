import { type TraceId } from "@storefront/domain/Ids"
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
    readonly add: (trace: TraceId, lease: Duration.Duration) => Effect.Effect<void>
    readonly remove: (trace: TraceId) => Effect.Effect<void>
    /** Those that last, and those that are over, which are told once. */
    readonly take: Effect.Effect<{ readonly lasting: ReadonlyArray<TraceId>; readonly over: ReadonlyArray<TraceId> }>
  }
>() {
  static readonly layer = Layer.sync(this, () => {
    const ends = new Map<TraceId, SteadyClock.Deadline>()
    return {
      add: (trace, lease) => Effect.map(SteadyClock.deadlineIn(lease), (end) => void ends.set(trace, end)),
      remove: (trace) => Effect.sync(() => void ends.delete(trace)),
      take: Effect.map(SteadyClock.millis, (now) => {
        const over = [...ends].filter(([, end]) => end <= now).map(([trace]) => trace)
        for (const trace of over) {
          ends.delete(trace)
        }
        return { lasting: [...ends.keys()], over }
      })
    }
  })
}
