import { type SqlClient, SqlSchema } from "@effect/sql"
import { ReturnId } from "@storefront/domain/Ids"
import { ReturnStatus } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"

/** A status change of a return. */
export interface ReturnStep {
  readonly return: ReturnId
  readonly status: ReturnStatus
  readonly actor: "customer" | "operator" | "system"
  readonly note?: string
}

/**
 * SQL expression for the time of the next step of the return `r`: the current time, but not before any earlier step,
 * even if the clock was set back.
 */
export const returnStepTime = (sql: SqlClient.SqlClient) =>
  sql.literal(`greatest(clock_timestamp(), r.created_at, r.resolved_at,
    (SELECT max(recorded_at) FROM return_status_history WHERE return_id = r.id))`)

/** Records a status change in the history of a return, which must be updated first, in the same transaction. */
export const recordReturnStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor, note = "", return: id, status }: ReturnStep) =>
    sql`
      INSERT INTO return_status_history (return_id, status, actor, note, recorded_at)
      SELECT r.id, ${status}, ${actor}, ${note}, ${returnStepTime(sql)} FROM returns r WHERE r.id = ${id}`

/** Closes a return at the customer's request, if it still has the given status. */
export const resolveReturn = (sql: SqlClient.SqlClient, end: "refunded" | "withdrawn") =>
  SqlSchema.single({
    Request: Schema.Struct({ id: ReturnId, status: ReturnStatus }),
    Result: ReturnRow,
    execute: ({ id, status }) => sql`
      UPDATE returns AS r SET status = ${end}, resolved_at = ${returnStepTime(sql)}
      WHERE r.id = ${id} AND r.status = ${status}
      RETURNING ${returnColumns(sql)}`
  })
