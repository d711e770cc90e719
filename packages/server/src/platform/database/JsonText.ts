import { type SqlClient, type SqlError } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Effect, Schema } from "effect"
import { orUnavailable } from "./Transaction.ts"

/**
 * Lists that people read often are written as JSON by the database: to decode and to encode every row here takes
 * longer than the query. What is written is proven by tests, which read it with the schema of the contract and expect
 * the same bytes when it is written again.
 */

const decodeRow = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ json: Schema.String })))

/** The column `json` of the only row. */
export const read = (
  statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
): Effect.Effect<string, DatabaseUnavailable> =>
  statement.pipe(
    Effect.flatMap(decodeRow),
    Effect.map(([{ json }]) => json),
    orUnavailable
  )

/** A time as contracts write it: `2026-01-31T09:15:00.123Z`. */
export const time = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
