import { Duration, Effect } from "effect"
import * as Database from "../../../platform/database/Database.ts"

/** Number of lines per transaction, adapted so that a transaction takes a given time. */

/** Lines of the first transaction. */
export const firstBatch = 50

/** Most lines of a transaction. Statements on more than 1,000 products would empty the cache of the whole catalogue. */
const largestBatch = 1000

/** True on the embedded engine, which has one connection. */
export const isEmbedded: Effect.Effect<boolean> = Effect.gen(function* () {
  return (yield* Database.IsSoleOwner) || (yield* Database.IsGuest)
})

/** Returns the duration of a transaction: on the embedded engine everybody else waits for it. */
export const transactionTime = (isEmbedded: boolean): Duration.Duration => Duration.millis(isEmbedded ? 50 : 250)

/** Returns the size of the next batch after one of `lines` lines took `millis`: at most twice as many, or half. */
export const nextBatch = (lines: number, millis: number, target: Duration.Duration): number => {
  const factor = Duration.toMillis(target) / Math.max(1, millis)
  return Math.round(Math.min(largestBatch, Math.max(1, lines * Math.min(2, Math.max(0.5, factor)))))
}
