import { type SqlClient, type Statement } from "@effect/sql"

/**
 * Now, or just after the newest of some moments if the clock was set back since: rows that are listed by such a time stay
 * in the order in which they were written.
 */
export const laterThan = (sql: SqlClient.SqlClient, newest: Statement.Fragment) =>
  sql`greatest(now(), (${newest}) + interval '1 microsecond')`
