import { SqlClient, type SqlError } from "@effect/sql"
import { Chunk, Effect, MutableHashMap, Option, Record, Stream } from "effect"

/** A column value as JSON: amounts, times and ids are text. */
export type Value = string | number | boolean | null | ReadonlyArray<Value> | { readonly [key: string]: Value }

/** A row by column. All rows of a table must have the columns of its first row. */
export type Row = { readonly [column: string]: Value }

/** Related rows by table; tables are inserted in the order of the keys. */
export type Rows = { readonly [table: string]: ReadonlyArray<Row> }

/** Number of rows per statement. One JSON parameter carries them all, below the limit of 65,535 parameters. */
const rowsPerInsert = 4000

/** Streams rows into tables with a bounded number in memory, and counts them. */
export interface Loader {
  /** Inserts rows into one table. */
  readonly load: (table: string, rows: Iterable<Row>) => Effect.Effect<void, SqlError.SqlError>
  /** Inserts rows into several tables, `perBatch` groups at a time. */
  readonly loadGroups: (groups: Iterable<Rows>, perBatch: number) => Effect.Effect<void, SqlError.SqlError>
  /** Number of inserted rows by table. */
  readonly counts: Effect.Effect<Record<string, number>>
}

export const makeLoader: Effect.Effect<Loader, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rowCounts = MutableHashMap.empty<string, number>()

  const insert = Effect.fnUntraced(function* (table: string, rows: ReadonlyArray<Row>) {
    const [first] = rows
    if (first === undefined) {
      return
    }
    const columns = sql.literal(Object.keys(first).join(", "))
    const into = sql.literal(table)
    yield* sql`
      INSERT INTO ${into} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${into}, ${JSON.stringify(rows)}::json)`.raw
    const before = Option.getOrElse(MutableHashMap.get(rowCounts, table), () => 0)
    MutableHashMap.set(rowCounts, table, before + rows.length)
  })

  const load = (table: string, rows: Iterable<Row>) =>
    Stream.fromIterable(rows).pipe(
      Stream.grouped(rowsPerInsert),
      Stream.runForEach((batch) => insert(table, Chunk.toReadonlyArray(batch)))
    )

  const loadGroups = (groups: Iterable<Rows>, perBatch: number) =>
    Stream.fromIterable(groups).pipe(
      Stream.grouped(perBatch),
      Stream.runForEach((batch) =>
        Effect.forEach(byTable(batch), ([table, rows]) => load(table, rows), { discard: true })
      )
    )

  return { load, loadGroups, counts: Effect.sync(() => Record.fromEntries(rowCounts)) }
})

/** Merges the rows of several groups by table. */
const byTable = (groups: Iterable<Rows>) => {
  const tables = new Map<string, Array<Row>>()
  for (const group of groups) {
    for (const [table, rows] of Object.entries(group)) {
      const gathered = tables.get(table)
      if (gathered === undefined) {
        tables.set(table, [...rows])
      } else {
        gathered.push(...rows)
      }
    }
  }
  return tables
}
