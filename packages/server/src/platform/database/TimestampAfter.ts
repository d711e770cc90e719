import { type SqlClient, type Statement } from "@effect/sql"

/** Returns the current time in SQL, but after `newest`, so that rows stay in order even if the clock is set back. */
export const timestampAfter = (sql: SqlClient.SqlClient, newest: Statement.Fragment) =>
  sql`greatest(now(), (${newest}) + interval '1 microsecond')`
