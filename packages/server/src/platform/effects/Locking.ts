import { type SqlClient } from "@effect/sql"
import { type Purpose } from "./BindingAct.ts"

/** Returns the row lock for an act. A preview locks nothing: its read-only transaction would be refused. */
export const forUpdate = (sql: SqlClient.SqlClient, purpose: Purpose) =>
  sql.literal(purpose === "act" ? "FOR UPDATE" : "")
