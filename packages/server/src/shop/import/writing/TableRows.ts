import { SqlClient } from "@effect/sql"
import { type Money, toNumeric } from "@storefront/domain/Money"
import { Array, Effect, Schema } from "effect"
import { isStated } from "../kinds/SimpleKind.ts"
import { type QueryError } from "./Writing.ts"

/** Rows of a table as a file states them, of which those are written that differ from the stored ones. */

/** Expressions of a column's value over the given row `g` and the stored row `p`. */
export interface ColumnValue {
  /** Value in a new row. */
  readonly initial: string
  /** Value in a stored row; null never changes it. */
  readonly changed: string | null
}

/** A table that rows are written into. */
export interface Table<Row> {
  readonly name: string
  /** Types of the columns of a given row. */
  readonly given: Readonly<Record<keyof Row & string, string>>
  /** Columns of a unique index, which given and stored rows have in common. */
  readonly key: Array.NonEmptyReadonlyArray<keyof Row & string>
  /** The other columns that are written. */
  readonly columns: Readonly<Record<string, ColumnValue>>
}

/** A value that every line states. */
export const stated = (column: string): ColumnValue => ({ initial: `g.${column}`, changed: `g.${column}` })

/** A value that only a new row gets. */
export const insertedOnly = (initial: string): ColumnValue => ({ initial, changed: null })

/** A value whose absence leaves the stored one, and gives a new row `initial`. */
export const stays = (column: string, initial: string) => ({ initial, changed: `COALESCE(g.${column}, p.${column})` })

/** A text of which an empty one is stored as such. */
export const text = (column: string) => stays(column, `COALESCE(g.${column}, '')`)

/** A nullable value that is given as text: its absence leaves the stored one, an empty text removes it. See `emptiable`. */
export const emptied = (column: string, type = "text") => ({
  initial: `NULLIF(g.${column}, '')::${type}`,
  changed: `NULLIF(COALESCE(g.${column}, p.${column}::text), '')::${type}`
})

/** Returns the given form of a value that is `emptied`: null, which is an empty cell, empties it. */
export const emptiable = (value: string | number | null | undefined): string | null =>
  value === null ? "" : value === undefined ? null : String(value)

/** Returns the given form of an amount, which only the cells of an `emptied` column leave null. */
export const amount = (value: Money | null | undefined): string | null =>
  emptiable(isStated(value) ? toNumeric(value) : value)

const list = (items: ReadonlyArray<string>) => items.join(", ")

/** Makes the parts of a table's statements; `$1` are the given rows as JSON. */
export const partsOf = <Row>({ columns, given, key }: Table<Row>) => {
  const changing = Object.entries(columns).flatMap(([column, { changed }]) =>
    changed === null ? [] : [{ column, changed }]
  )
  const types = Object.entries(given).map(([column, type]) => `${column} ${String(type)}`)
  const changes = list(changing.map(({ changed }) => changed))
  return {
    /** The given rows, numbered from 1. */
    given: `ROWS FROM (json_to_recordset($1::json) AS (${list(types)})) WITH ORDINALITY AS g (${list([...Object.keys(given), "ordinal"])})`,
    names: list([...key, ...Object.keys(columns)]),
    initials: list([...key.map((column) => `g.${column}`), ...Object.values(columns).map(({ initial }) => initial)]),
    changingNames: list(changing.map(({ column }) => column)),
    changes,
    /** Condition of a stored row that is not as a given one wants it. */
    differs:
      changing.length === 0
        ? "false"
        : `(${changes}) IS DISTINCT FROM (${list(changing.map(({ column }) => `p.${column}`))})`,
    matches: key.map((column) => `p.${column} = g.${column}`).join(" AND ")
  }
}

const decodeWanted = Schema.decodeUnknown(Schema.Array(Schema.Struct({ ordinal: Schema.Int, is_new: Schema.Boolean })))
const decodeOrdinals = Schema.decodeUnknown(Schema.Array(Schema.Struct({ ordinal: Schema.Int })))

/**
 * Makes the function that inserts rows which a table lacks and changes stored ones that differ, and returns those of the
 * given rows that made a difference. No two of them may have a key in common. Rows that are right already are neither
 * locked nor written, and without others no statement writes: even an UPDATE of no row would fire the triggers that mark
 * kept pages. Stored rows are locked in the order of their keys, before the changes are computed. Needs a transaction.
 */
export const make = <Row extends object>(table: Table<Row>) => {
  const { changes, changingNames, differs, given, initials, matches, names } = partsOf(table)
  const orderOf = (row: string) => list(table.key.map((column) => `${row}.${column}`))
  const isMissing = `p.${table.key[0]} IS NULL`
  const compare = `
    SELECT g.ordinal::int AS ordinal, ${isMissing} AS is_new FROM ${given} LEFT JOIN ${table.name} p ON ${matches}
    WHERE ${isMissing} OR ${differs} ORDER BY g.ordinal`
  const insert = `
    INSERT INTO ${table.name} (${names}) SELECT ${initials} FROM ${given} ORDER BY ${orderOf("g")}
    ON CONFLICT (${list(table.key)}) DO NOTHING RETURNING true AS is_inserted`
  const lock = `
    SELECT g.ordinal::int AS ordinal FROM ${given} JOIN ${table.name} p ON ${matches}
    WHERE ${differs} ORDER BY ${orderOf("p")} FOR NO KEY UPDATE OF p`
  const update = `
    UPDATE ${table.name} p SET (${changingNames}) = ROW(${changes}) FROM ${given} WHERE ${matches} AND ${differs}`

  return Effect.map(SqlClient.SqlClient, (sql) => {
    const run = (statement: string, rows: ReadonlyArray<Row>) =>
      rows.length === 0 ? Effect.succeed([]) : sql.unsafe(statement, [JSON.stringify(rows)])
    const rowsAt = (rows: ReadonlyArray<Row>, found: ReadonlyArray<{ readonly ordinal: number }>) =>
      found.flatMap(({ ordinal }) => rows[ordinal - 1] ?? [])
    return Effect.fnUntraced(function* (rows: ReadonlyArray<Row>): Effect.fn.Return<ReadonlyArray<Row>, QueryError> {
      const wanted = yield* Effect.flatMap(run(compare, rows), decodeWanted)
      const [stored, fresh] = Array.partition(wanted, ({ is_new }) => is_new)
      const inserted = yield* run(insert, rowsAt(rows, fresh))
      // Others may have inserted a row in between.
      const isAlone = inserted.length === fresh.length
      const others = rowsAt(rows, isAlone ? stored : wanted)
      const changed = rowsAt(others, yield* Effect.flatMap(run(lock, others), decodeOrdinals))
      yield* run(update, changed)
      return isAlone ? [...rowsAt(rows, fresh), ...changed] : rowsAt(rows, wanted)
    })
  })
}
