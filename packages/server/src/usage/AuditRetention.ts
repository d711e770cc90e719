import { SqlClient, SqlSchema } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"
import { liftTimeLimits } from "../database/Transaction.ts"

/** UTC days that are kept whatever is asked: the report needs them, and a turn may have begun on the day before. */
export const minKeptDays = 31

/** What pruning removes, or would remove. */
export const Pruned = Schema.Struct({
  /** The first UTC day that is kept, `YYYY-MM-DD`. */
  kept_from: Schema.String,
  runs: Schema.Int,
  steps: Schema.Int
})
export type Pruned = typeof Pruned.Type

/** How long the log of runs is kept, and its rollups with it. Failures of the database are defects. */
export class AuditRetention extends Context.Tag("@storefront/server/usage/AuditRetention")<
  AuditRetention,
  {
    /** What would be removed if the last `days` UTC days were kept, today included. */
    readonly preview: (days: number) => Effect.Effect<Pruned>
    /** Removes older runs with their steps and rollups, all at once. */
    readonly prune: (days: number) => Effect.Effect<Pruned>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const firstKept = (days: number) => sql`(now() AT TIME ZONE 'UTC')::date - (${days}::int - 1)`

      const preview = SqlSchema.single({
        Request: Schema.Int,
        Result: Pruned,
        execute: (days) => sql`
          SELECT kept_from::text, count(l.id)::int AS runs, coalesce(sum(l.tool_calls_count), 0)::int AS steps
          FROM (SELECT ${firstKept(days)} AS kept_from) kept
          LEFT JOIN usage_logs l ON l.created_at < kept_from::timestamptz
          GROUP BY kept_from`
      })

      const removeOlder = SqlSchema.single({
        Request: Schema.Int,
        Result: Pruned,
        execute: (days) => sql`
          WITH kept AS (
            INSERT INTO audit_retention AS retention (kept_from) SELECT ${firstKept(days)}
            ON CONFLICT ((true)) DO UPDATE SET kept_from = greatest(retention.kept_from, excluded.kept_from)
            RETURNING kept_from),
          runs AS (DELETE FROM usage_logs USING kept WHERE created_at < kept_from::timestamptz RETURNING tool_calls_count),
          days AS (DELETE FROM usage_daily USING kept WHERE day < kept_from),
          tokens AS (DELETE FROM token_days USING kept WHERE day < kept_from),
          people AS (DELETE FROM usage_daily_users USING kept WHERE day < kept_from)
          SELECT (SELECT kept_from::text FROM kept) AS kept_from, (SELECT count(*)::int FROM runs) AS runs,
            (SELECT coalesce(sum(tool_calls_count), 0)::int FROM runs) AS steps`
      })

      const prune = Effect.fn("AuditRetention.prune")((days: number) =>
        sql
          .withTransaction(Effect.zipRight(liftTimeLimits, removeOlder(days)))
          .pipe(Effect.provideService(SqlClient.SqlClient, sql))
      )

      return {
        preview: Effect.fn("AuditRetention.preview")((days) => Effect.orDie(preview(days))),
        prune: (days) => Effect.orDie(prune(days))
      }
    })
  )
}
