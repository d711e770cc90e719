import { type SqlClient, type Statement } from "@effect/sql"

/** Condition that a promotion runs at a time, over the columns of `promotions`. */
export const isRunning = (sql: SqlClient.SqlClient, now: Date | Statement.Fragment) =>
  sql`is_active AND start_date <= ${now} AND end_date > ${now}`
