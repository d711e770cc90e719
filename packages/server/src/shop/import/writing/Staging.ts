import { SqlClient, type SqlError, SqlSchema } from "@effect/sql"
import { Array, Chunk, Effect, Option, Schema, Stream } from "effect"
import { withoutTimeLimits } from "../../../platform/database/Transaction.ts"
import { type KindName } from "../kinds/Kind.ts"
import { type Run } from "./Runs.ts"
import { type QueryError, type StagedLine, type Writing } from "./Writing.ts"

/** The unlogged table that holds the lines of one run, so that parents and children may stand anywhere in a file. */

/** A line to stage. A refused one has no value, only its key: what the file has is not withdrawn. */
export interface Staged {
  readonly line: number
  readonly key: string | null
  readonly unit: string | null
  /** The line has a note. */
  readonly noted: boolean
  readonly value: unknown
}

/** Lines of one unit or several whole ones, in the order of their keys. */
export interface Batch<A> {
  readonly lines: ReadonlyArray<StagedLine<A>>
  /** Numbers of the lines that were staged with a note. */
  readonly noted: ReadonlyArray<number>
  /** Unit to go on after. */
  readonly last: string
}

export interface Staging<A> {
  /** Name of the table, for statements that compare the shop with the file. */
  readonly table: string
  readonly add: (lines: ReadonlyArray<Staged>) => Effect.Effect<void, SqlError.SqlError>
  /** Orders the table when all lines are in it. */
  readonly arrange: Effect.Effect<void, SqlError.SqlError>
  /** Lists the keys that stand in several lines, in order; `taken` are the lines that were not refused before. */
  readonly repeated: Stream.Stream<
    { readonly key: string; readonly lines: ReadonlyArray<number>; readonly taken: ReadonlyArray<number> },
    QueryError
  >
  /** Refuses all lines of those keys: taking one of them would let the order of lines matter. */
  readonly refuseRepeated: Effect.Effect<void, SqlError.SqlError>
  /** Number of lines that were not refused, and of refused ones whose key is not known. */
  readonly count: Effect.Effect<{ readonly taken: number; readonly keyless: number }, QueryError>
  readonly batch: (after: string, lines: number) => Effect.Effect<Option.Option<Batch<A>>, QueryError>
}

/** Keys per statement that lists those which stand in several lines. */
const repeatedPerPage = 1000

const prefixOf = (kind: KindName) => `staged_${kind}_`

const Tables = Schema.Array(Schema.Struct({ name: Schema.String }))

/** Drops the tables whose names have a prefix: those of a run, or those that killed runs of a kind have left. */
const dropTables = (sql: SqlClient.SqlClient, prefix: string) =>
  sql`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind = 'r'
      AND starts_with(relname, ${prefix})`.pipe(
    Effect.flatMap(Schema.decodeUnknown(Tables)),
    Effect.flatMap(Effect.forEach(({ name }) => sql`DROP TABLE IF EXISTS ${sql(name)}`, { discard: true }))
  )

/** Creates the staging table of a run, and drops it when the scope closes. */
export const make = Effect.fn("Staging.make")(function* <A, E>(run: Run, writing: Writing<A, E>) {
  const sql = yield* SqlClient.SqlClient
  const table = `${prefixOf(run.kind)}${run.id.replaceAll("-", "")}`
  const into = sql(table)
  const throughout = withoutTimeLimits(sql)
  yield* dropTables(sql, prefixOf(run.kind))
  yield* Effect.acquireRelease(
    sql`
      CREATE UNLOGGED TABLE ${into} (
        line integer NOT NULL,
        key text COLLATE "C",
        unit text COLLATE "C", -- NULL: refused
        noted boolean NOT NULL,
        value json
      )`,
    // The next run drops it where the database is lost.
    () =>
      Effect.catchAllCause(dropTables(sql, table), (cause) =>
        Effect.logDebug("The staging table was not dropped", cause)
      )
  )
  const decodeLines = Schema.decodeUnknown(
    Schema.Array(
      Schema.Struct({ line: Schema.Int, unit: Schema.String, noted: Schema.Boolean, value: writing.staged })
    ),
    { exact: false }
  )
  const repeatedAfter = SqlSchema.findAll({
    Request: Schema.String,
    Result: Schema.Struct({ key: Schema.String, lines: Schema.Array(Schema.Int), taken: Schema.Array(Schema.Int) }),
    execute: (key) => sql`
      SELECT key, array_agg(line ORDER BY line) AS lines,
        COALESCE(array_agg(line ORDER BY line) FILTER (WHERE unit IS NOT NULL), '{}') AS taken
      FROM ${into} WHERE key > ${key}
      GROUP BY key HAVING count(*) > 1 ORDER BY key LIMIT ${repeatedPerPage}`
  })
  const countLines = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ taken: Schema.Int, keyless: Schema.Int }),
    execute: () => sql`
      SELECT count(unit)::int AS taken, count(*) FILTER (WHERE unit IS NULL AND key IS NULL)::int AS keyless FROM ${into}`
  })
  const staging: Staging<A> = {
    table,
    add: (lines) =>
      Effect.asVoid(
        sql`
          INSERT INTO ${into} (line, key, unit, noted, value)
          SELECT line, key, unit, noted, value
          FROM json_to_recordset(${JSON.stringify(lines)}::json)
            AS given (line integer, key text, unit text, noted boolean, value json)`.raw
      ),
    arrange: Effect.asVoid(
      throughout(sql`CREATE INDEX ON ${into} (unit, line); CREATE INDEX ON ${into} (key); ANALYZE ${into}`.raw)
    ),
    repeated: Stream.paginateChunkEffect("", (key) =>
      Effect.map(throughout(repeatedAfter(key)), (found) => [
        Chunk.fromIterable(found),
        Option.map(Array.last(found), (last) => last.key)
      ])
    ),
    refuseRepeated: Effect.asVoid(
      throughout(sql`
        UPDATE ${into} s SET unit = NULL, value = NULL
        FROM (SELECT key FROM ${into} GROUP BY key HAVING count(*) > 1) repeated WHERE repeated.key = s.key`)
    ),
    count: throughout(countLines()),
    batch: Effect.fnUntraced(function* (after: string, lines: number) {
      const rows = yield* Effect.flatMap(
        sql`
          SELECT line, unit, noted, value FROM ${into}
          WHERE unit > ${after} AND unit <= COALESCE(
            (SELECT unit FROM ${into} WHERE unit > ${after} ORDER BY unit OFFSET ${lines - 1} LIMIT 1),
            (SELECT max(unit) FROM ${into}))
          ORDER BY unit, line`,
        decodeLines
      )
      const last = rows.at(-1)
      return Option.map(Option.fromNullable(last), ({ unit }): Batch<A> => ({
        lines: rows,
        noted: rows.flatMap(({ line, noted }) => (noted ? [line] : [])),
        last: unit
      }))
    })
  }
  return staging
})
