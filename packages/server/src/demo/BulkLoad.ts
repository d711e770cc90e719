import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

/** Statements that drop and recreate an index or a foreign key. */
const SchemaObject = Schema.Struct({ drop: Schema.String, create: Schema.String })
const decodeSchemaObjects = Schema.decodeUnknown(Schema.Array(SchemaObject))

/**
 * Lists the foreign keys and non-unique indexes of the tables. Building them at the end is cheaper than maintaining
 * them per row; primary keys and unique indexes stay, because foreign keys need them.
 */
const indexesAndForeignKeys = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const inTables = sql.in("t.relname", tables)
  const indexes = yield* sql`
    SELECT format('DROP INDEX %I', i.relname) AS drop, pg_get_indexdef(i.oid) AS create
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE ${inTables} AND t.relnamespace = current_schema()::regnamespace AND NOT x.indisunique
    ORDER BY i.relname`
  const keys = yield* sql`
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, c.conname) AS drop,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) AS create
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE ${inTables} AND t.relnamespace = current_schema()::regnamespace AND c.contype = 'f'
    ORDER BY t.relname, c.conname`
  return yield* decodeSchemaObjects([...indexes, ...keys])
})

/**
 * Runs a large load without the foreign keys and non-unique indexes of its tables, and creates them again afterwards.
 * Must run in a transaction, so that a failed load changes nothing.
 */
export const withoutIndexes = <A, E, R>(tables: ReadonlyArray<string>, load: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const objects = yield* indexesAndForeignKeys(tables)
    yield* Effect.forEach(objects, ({ drop }) => sql.unsafe(drop), { discard: true })
    const result = yield* load
    yield* sql`SET LOCAL maintenance_work_mem TO '256MB'`
    yield* Effect.forEach(objects, ({ create }) => sql.unsafe(create), { discard: true })
    // Otherwise the next queries would be planned as if the tables were empty.
    yield* sql`ANALYZE ${sql.literal(tables.join(", "))}`
    return result
  })
