import { type SqlClient, type SqlError } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Effect, Schema } from "effect"
import { orUnavailable } from "./Transaction.ts"

/**
 * Helpers for queries that build a response's JSON in the database, because decoding and encoding every row of a
 * frequently read list takes longer than the query. Tests compare their output with that of the contract's schema.
 */

const decodeRow = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ json: Schema.String })))

/** Returns the column `json` of the only row. */
export const read = (
  statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
): Effect.Effect<string, DatabaseUnavailable> =>
  statement.pipe(
    Effect.flatMap(decodeRow),
    Effect.map(([{ json }]) => json),
    orUnavailable
  )

/** Formats a time as contracts do: `2026-01-31T09:15:00.123Z`. */
export const time = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
