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

/**
 * When the return `r` takes a step: the time of the clock, and no earlier than the steps before it, also after the clock was
 * set back.
 */
export const returnStepTime = (sql: SqlClient.SqlClient) =>
  sql.literal(`greatest(clock_timestamp(), r.created_at, r.resolved_at,
    (SELECT max(recorded_at) FROM return_status_history WHERE return_id = r.id))`)

/**
 * Writes a step into the history of a return, in the transaction that takes it and after the row of the return was
 * written.
 */
export const recordReturnStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor, note = "", return: id, status }: ReturnStep) =>
    sql`
      INSERT INTO return_status_history (return_id, status, actor, note, recorded_at)
      SELECT r.id, ${status}, ${actor}, ${note}, ${returnStepTime(sql)} FROM returns r WHERE r.id = ${id}`
