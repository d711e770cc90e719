import { Duration, Effect } from "effect"
import * as Database from "../../../platform/database/Database.ts"

/** Number of lines per transaction, adapted so that a transaction takes a given time. */

/** Lines of the first transaction. */
export const firstBatch = 50

/** Most lines of a transaction. Statements on more than 1,000 products would empty the cache of the whole catalogue. */
const largestBatch = 1000

/** Duration of a transaction: others wait for those of the embedded engine, which has one connection. */
export const transactionTime: Effect.Effect<Duration.Duration> = Effect.gen(function* () {
  const isEmbedded = (yield* Database.IsSoleOwner) || (yield* Database.IsGuest)
  return Duration.millis(isEmbedded ? 50 : 250)
})

/** Returns the size of the next batch after one of `lines` lines took `millis`: at most twice as many, or half. */
export const nextBatch = (lines: number, millis: number, target: Duration.Duration): number => {
  const factor = Duration.toMillis(target) / Math.max(1, millis)
  return Math.round(Math.min(largestBatch, Math.max(1, lines * Math.min(2, Math.max(0.5, factor)))))
}
