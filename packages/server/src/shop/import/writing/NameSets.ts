import { type SqlError } from "@effect/sql"
import { Effect, Schema } from "effect"
import { type QueryError } from "./Writing.ts"

const decodeNames = Schema.decodeUnknown(Schema.Array(Schema.Struct({ name: Schema.String })))

/** Collects the `name`s of rows. */
export const namesOf = (
  rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
): Effect.Effect<ReadonlySet<string>, QueryError> =>
  Effect.map(Effect.flatMap(rows, decodeNames), (found) => new Set(found.map(({ name }) => name)))
