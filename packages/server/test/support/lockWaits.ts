import { SqlClient } from "@effect/sql"
import { Effect, Schedule } from "effect"

/** Waits until so many statements on this database wait for a lock; PostgreSQL only. */
export const untilWaiting = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
      Effect.filterOrFail((rows) => rows.length >= count),
      Effect.retry(Schedule.spaced("5 millis"))
    )
  )
