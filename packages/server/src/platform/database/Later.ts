import { type SqlClient, type Statement } from "@effect/sql"

/**
 * Returns the current time, or just after the newest of the given times if the clock was set back since: rows listed by
 * it stay in the order of insertion.
 */
export const laterThan = (sql: SqlClient.SqlClient, newest: Statement.Fragment) =>
  sql`greatest(now(), (${newest}) + interval '1 microsecond')`
