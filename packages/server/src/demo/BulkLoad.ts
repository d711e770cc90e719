import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

/** Statements that drop a part of a table before a large load, and create it again. */
const DroppedForLoad = Schema.Struct({ drop: Schema.String, create: Schema.String })
const decodeParts = Schema.decodeUnknown(Schema.Array(DroppedForLoad))

/**
 * Lists the foreign keys and non-unique indexes of the tables. Building them at the end is cheaper than maintaining
 * them per row; primary keys and unique indexes stay, because foreign keys need them.
 */
const partsOf = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const ofTables = sql.in("t.relname", tables)
  const indexes = yield* sql`
    SELECT format('DROP INDEX %I', i.relname) AS drop, pg_get_indexdef(i.oid) AS create
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE ${ofTables} AND t.relnamespace = current_schema()::regnamespace AND NOT x.indisunique
    ORDER BY i.relname`
  const keys = yield* sql`
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, c.conname) AS drop,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) AS create
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE ${ofTables} AND t.relnamespace = current_schema()::regnamespace AND c.contype = 'f'
    ORDER BY t.relname, c.conname`
  return yield* decodeParts([...indexes, ...keys])
})

/**
 * Runs a large load without the foreign keys and non-unique indexes of its tables, and creates them again afterwards.
 * Must run in a transaction, so that a failed load changes nothing.
 */
export const withoutIndexes = <A, E, R>(tables: ReadonlyArray<string>, load: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const parts = yield* partsOf(tables)
    yield* Effect.forEach(parts, ({ drop }) => sql.unsafe(drop), { discard: true })
    const loaded = yield* load
    yield* sql`SET LOCAL maintenance_work_mem TO '256MB'`
    yield* Effect.forEach(parts, ({ create }) => sql.unsafe(create), { discard: true })
    // Otherwise the next queries would be planned as if the tables were empty.
    yield* sql`ANALYZE ${sql.literal(tables.join(", "))}`
    return loaded
  })
