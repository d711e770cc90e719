import { type SqlClient, type Statement } from "@effect/sql"

/** SQL condition that a row of `promotions` runs at a time. */
export const isRunning = (sql: SqlClient.SqlClient, now: Date | Statement.Fragment) =>
  sql`is_active AND start_date <= ${now} AND end_date > ${now}`
