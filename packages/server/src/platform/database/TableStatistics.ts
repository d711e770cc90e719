import { SqlClient } from "@effect/sql"
import { Duration, Effect, Layer } from "effect"
import { repeatedly } from "./RepeatedWork.ts"
import { orUnavailable } from "./Transaction.ts"

/**
 * Planner statistics of the embedded engine, which has no autovacuum. New ones also replace the plans of prepared
 * statements, which would otherwise go on reading a table whole because it was small when they were first used.
 */

const interval = Duration.seconds(10)

/** Bounds the sample of a table (300 rows each), and so the time for which the only connection is taken. */
const statisticsTarget = 10

/**
 * Makes statistics for the tables that have more than twice as many pages as when it was last done, one after another,
 * and returns their names. Pages are compared because the engine forgets its counts of rows when it stops.
 */
export const refresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const grown = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND pg_relation_size(oid) / current_setting('block_size')::integer > 2 * relpages
    ORDER BY relname`
  return yield* Effect.forEach(grown, ({ name }) =>
    sql`SELECT set_config('default_statistics_target', ${String(statisticsTarget)}, true)`.pipe(
      Effect.zipRight(sql`ANALYZE ${sql(name)}`),
      sql.withTransaction,
      Effect.as(name)
    )
  )
}).pipe(orUnavailable, Effect.withSpan("TableStatistics.refresh"))

/** Keeps the statistics up to date while the engine is open. */
export const layer = Layer.scopedDiscard(repeatedly(refresh, interval, "The statistics of tables were not updated"))
