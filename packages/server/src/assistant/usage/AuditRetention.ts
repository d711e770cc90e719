import { SqlClient, SqlSchema } from "@effect/sql"
import { Day } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Effect, Layer, Schema } from "effect"
import { liftTimeLimits, orUnavailable } from "../../platform/database/Transaction.ts"

/** Number of UTC days that are always kept: the 30 of the report, and the day before, on which a turn may begin. */
export const minKeptDays = 31

/** Outcome of pruning, or of its preview. */
export const Pruned = Schema.Struct({
  /** First UTC day that is kept, `YYYY-MM-DD`. */
  kept_from: Schema.String,
  runs: Schema.Int,
  steps: Schema.Int
})
export type Pruned = typeof Pruned.Type

/** Retention of the audit: runs with their steps and rollups, and settled actions. */
export class AuditRetention extends Context.Tag("@storefront/server/assistant/usage/AuditRetention")<
  AuditRetention,
  {
    /** Counts the runs and steps that pruning before a UTC day would remove. */
    readonly preview: (before: Day) => Effect.Effect<Pruned, DatabaseUnavailable>
    /** Prunes everything before a UTC day, but nothing of the days that are always kept, in one transaction. */
    readonly prune: (before: Day) => Effect.Effect<Pruned, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const firstKept = (before: Day) =>
        sql`least(${before}::date, (now() AT TIME ZONE 'UTC')::date - (${minKeptDays}::int - 1))`

      const preview = SqlSchema.single({
        Request: Day,
        Result: Pruned,
        execute: (before) => sql`
          SELECT kept_from::text, count(l.id)::int AS runs, coalesce(sum(l.tool_calls_count), 0)::int AS steps
          FROM (SELECT ${firstKept(before)} AS kept_from) kept
          LEFT JOIN usage_logs l ON l.created_at < kept_from::timestamptz
          GROUP BY kept_from`
      })

      const removeOlder = SqlSchema.single({
        Request: Day,
        Result: Pruned,
        execute: (before) => sql`
          WITH kept AS (
            INSERT INTO audit_retention AS retention (kept_from) SELECT ${firstKept(before)}
            ON CONFLICT ((true)) DO UPDATE SET kept_from = greatest(retention.kept_from, excluded.kept_from)
            RETURNING kept_from),
          runs AS (DELETE FROM usage_logs USING kept WHERE created_at < kept_from::timestamptz RETURNING tool_calls_count),
          days AS (DELETE FROM usage_daily USING kept WHERE day < kept_from),
          tokens AS (DELETE FROM token_days USING kept WHERE day < kept_from),
          actions AS (
            DELETE FROM pending_actions USING kept WHERE state NOT IN ('proposed', 'open') AND created_at < kept_from::timestamptz),
          people AS (DELETE FROM usage_daily_users USING kept WHERE day < kept_from)
          SELECT (SELECT kept_from::text FROM kept) AS kept_from, (SELECT count(*)::int FROM runs) AS runs,
            (SELECT coalesce(sum(tool_calls_count), 0)::int FROM runs) AS steps`
      })

      const prune = Effect.fn("AuditRetention.prune")((before: Day) =>
        sql
          .withTransaction(Effect.zipRight(liftTimeLimits, removeOlder(before)))
          .pipe(Effect.provideService(SqlClient.SqlClient, sql))
      )

      return {
        preview: Effect.fn("AuditRetention.preview")((before) => orUnavailable(preview(before))),
        prune: (before) => orUnavailable(prune(before))
      }
    })
  )
}
