import { SqlClient, SqlSchema } from "@effect/sql"
import { Context, Effect, Layer, Schema } from "effect"

/** UTC days that are kept whatever is asked: the report needs them, and a turn may have begun on the day before. */
export const minKeptDays = 31

/** Runs that are removed in one transaction. */
const batchSize = 5_000

/** What pruning removes, or would remove. */
export const Pruned = Schema.Struct({
  /** The first UTC day that is kept, `YYYY-MM-DD`. */
  kept_from: Schema.String,
  runs: Schema.Int,
  steps: Schema.Int
})
export type Pruned = typeof Pruned.Type

const Removed = Schema.Struct({ runs: Schema.Int, steps: Schema.Int })

/** How long the log of runs is kept. Its rollups are kept for ever. Failures of the database are defects. */
export class AuditRetention extends Context.Tag("@storefront/server/usage/AuditRetention")<
  AuditRetention,
  {
    /** What would be removed if the last `days` UTC days were kept, today included. */
    readonly preview: (days: number) => Effect.Effect<Pruned>
    /** Removes older runs with their steps. What an interrupted removal left behind is removed by the next one. */
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

      const markKept = SqlSchema.single({
        Request: Schema.Int,
        Result: Schema.Struct({ kept_from: Schema.String }),
        execute: (days) => sql`
          INSERT INTO audit_retention AS retention (kept_from) SELECT ${firstKept(days)}
          ON CONFLICT ((true)) DO UPDATE SET kept_from = greatest(retention.kept_from, excluded.kept_from)
          RETURNING kept_from::text`
      })

      const removeBatch = SqlSchema.single({
        Request: Schema.Void,
        Result: Removed,
        execute: () => sql`
          WITH old AS (
            SELECT id FROM usage_logs WHERE created_at < (SELECT kept_from FROM audit_retention)::timestamptz
            ORDER BY created_at, id LIMIT ${batchSize}),
          steps AS (DELETE FROM agent_execution_steps WHERE usage_log_id IN (SELECT id FROM old) RETURNING 1),
          runs AS (DELETE FROM usage_logs WHERE id IN (SELECT id FROM old) RETURNING 1)
          SELECT (SELECT count(*)::int FROM runs) AS runs, (SELECT count(*)::int FROM steps) AS steps`
      })

      const prune = Effect.fn("AuditRetention.prune")(function* (days: number) {
        const { kept_from } = yield* markKept(days)
        const { runs, steps } = yield* Effect.iterate(
          { runs: 0, steps: 0, last: batchSize },
          {
            while: ({ last }) => last === batchSize,
            body: (sofar) =>
              Effect.map(removeBatch(), ({ runs, steps }) => ({
                runs: sofar.runs + runs,
                steps: sofar.steps + steps,
                last: runs
              }))
          }
        )
        return { kept_from, runs, steps }
      })

      return {
        preview: Effect.fn("AuditRetention.preview")((days) => Effect.orDie(preview(days))),
        prune: (days) => Effect.orDie(prune(days))
      }
    })
  )
}
