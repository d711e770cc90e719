import { type SqlClient } from "@effect/sql"
import { type Purpose } from "./BindingAct.ts"

/** Ends a query of a row that an act changes. A preview locks nothing: its transaction only reads, and would be refused. */
export const forUpdate = (sql: SqlClient.SqlClient, purpose: Purpose) =>
  sql.literal(purpose === "act" ? "FOR UPDATE" : "")
