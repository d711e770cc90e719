import { type SqlClient, type Statement } from "@effect/sql"

/**
 * Returns an SQL timestamp later than `newest`: the current time, or one microsecond after `newest` if the clock was
 * set back. Rows ordered by it stay in the order of insertion.
 */
export const laterThan = (sql: SqlClient.SqlClient, newest: Statement.Fragment) =>
  sql`greatest(now(), (${newest}) + interval '1 microsecond')`
