import { type SqlClient } from "@effect/sql"
import { type Purpose } from "./BindingAct.ts"

/** Returns `FOR UPDATE` for an act. A preview gets none: PostgreSQL refuses row locks in a read-only transaction. */
export const forUpdate = (sql: SqlClient.SqlClient, purpose: Purpose) =>
  sql.literal(purpose === "act" ? "FOR UPDATE" : "")
