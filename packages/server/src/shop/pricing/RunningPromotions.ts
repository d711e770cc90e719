import { type SqlClient, type Statement } from "@effect/sql"

/** The condition of the promotions that customers get at a moment, over the columns of `promotions`. */
export const isRunning = (sql: SqlClient.SqlClient, now: Date | Statement.Fragment) =>
  sql`is_active AND start_date <= ${now} AND end_date > ${now}`
