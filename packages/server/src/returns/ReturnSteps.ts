import { type SqlClient } from "@effect/sql"
import { type ReturnId } from "@storefront/domain/Ids"
import { type ReturnStatus } from "@storefront/domain/Returns"

/** A step of a return on its way. */
export interface ReturnStep {
  readonly return: ReturnId
  readonly status: ReturnStatus
  readonly actor: "customer" | "operator" | "system"
  readonly note?: string
}

/** Writes a step into the history of a return, in the transaction that takes it; at the time of the clock. */
export const recordReturnStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor, note = "", return: id, status }: ReturnStep) =>
    sql`
      INSERT INTO return_status_history (return_id, status, actor, note, recorded_at)
      VALUES (${id}, ${status}, ${actor}, ${note}, clock_timestamp())`
