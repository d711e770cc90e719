import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

/** All rows of a shop by table, ids and times of the run aside. */
export type Contents = ReadonlyMap<string, ReadonlyArray<string>>

/** Tables that tell of the runs themselves. */
const ofRuns = new Set(["imports", "catalogue_changes", "product_changes", "effect_sql_migrations"])

const decodeTables = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ name: Schema.String, numbered: Schema.Array(Schema.String) }))
)
const decodeRows = Schema.decodeUnknown(Schema.Array(Schema.Struct({ row: Schema.String })))
const decodeNames = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })))

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:[+-]\d\d:\d\d|Z)/g

/** Reads all rows: ids stand by the names of their rows, and times since `start` are all the same. */
export const read = Effect.fnUntraced(function* (start: number) {
  const sql = yield* SqlClient.SqlClient
  const names = new Map(
    (yield* Effect.flatMap(
      sql`
        SELECT id::text, concat_ws(' ', 'product', kind, source, external_id) AS name FROM products
        UNION ALL SELECT id::text, 'account ' || email FROM users
        UNION ALL SELECT id::text, 'warehouse ' || name FROM warehouses
        UNION ALL SELECT id::text, 'carrier ' || name FROM carriers`,
      decodeNames
    )).map(({ id, name }) => [id, name])
  )
  const tables = yield* Effect.flatMap(
    sql`
      SELECT t.table_name AS name, ARRAY(
        SELECT c.column_name::text FROM information_schema.columns c
        WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
          AND (c.is_identity = 'YES' OR c.column_default LIKE 'nextval%' OR c.data_type = 'tsvector')
      ) AS numbered
      FROM information_schema.tables t
      WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY 1`,
    decodeTables
  )
  const anonymous = (row: string) =>
    row
      .replaceAll(uuids, (id) => names.get(id) ?? "id")
      .replaceAll(times, (time) => (Date.parse(time) >= start ? "now" : time))
  const read = ({ name, numbered }: (typeof tables)[number]) =>
    Effect.map(
      Effect.flatMap(sql`SELECT (to_jsonb(t) - ${numbered}::text[])::text AS row FROM ${sql(name)} t`, decodeRows),
      (rows) => [name, rows.map(({ row }) => anonymous(row)).toSorted()] as const
    )
  const contents: Contents = new Map(
    yield* Effect.forEach(
      tables.filter(({ name }) => !ofRuns.has(name)),
      read
    )
  )
  return contents
}, Effect.orDie)

/** Lists tables that differ, each with its first row that only one of the two has. */
export const differences = (one: Contents, other: Contents): ReadonlyArray<string> =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((table) => {
    const [mine, others] = [one.get(table) ?? [], other.get(table) ?? []]
    const [known, seen] = [new Set(mine), new Set(others)]
    const odd = mine.find((row) => !seen.has(row)) ?? others.find((row) => !known.has(row))
    return odd === undefined && mine.length === others.length
      ? []
      : [`${table} has ${others.length} rows, not ${mine.length}: ${odd ?? "some stand twice"}`]
  })
