import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Returns how many rows of a table a statement reads: one after another, and by indexes. */
export const rowsRead = Effect.fnUntraced(function* <E, R>(table: string, statement: Effect.Effect<unknown, E, R>) {
  const sql = yield* SqlClient.SqlClient
  // The counts of this session go on from one transaction to the next.
  const counts = Effect.map(
    sql<{ scanned: number; fetched: number }>`
      SELECT seq_tup_read::int AS scanned, idx_tup_fetch::int AS fetched
      FROM pg_stat_xact_user_tables WHERE relname = ${table}`,
    ([row]) => row!
  )
  const [before, , after] = yield* sql.withTransaction(Effect.all([counts, statement, counts]))
  return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
})
