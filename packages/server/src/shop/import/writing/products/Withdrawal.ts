import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, Effect, Schema } from "effect"
import { withoutTimeLimits } from "../../../../platform/database/Transaction.ts"
import { refreshGroups } from "../../../catalog/Groups.ts"
import { type QueryError } from "../Writing.ts"

/** Withdraws the active products of a source that a file lacks. Those of refused lines stay. */

export interface WithdrawalOptions<E> {
  readonly source: string
  /** `--full`: goods that the file has are active, and those that it lacks are withdrawn. */
  readonly isFull: boolean
  /** Asks before more than a third of the source's active products are withdrawn; fails to write nothing. */
  readonly confirmWithdrawal: (withdrawn: number, active: number) => Effect.Effect<void, E>
}

/** Takes products off sale, and refreshes their groups. */
export type TakeOff = (
  products: ReadonlyArray<{ readonly id: string; readonly group_id: string | null }>
) => Effect.Effect<void, QueryError>

const decodeLacking = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ id: Schema.String, group_id: Schema.NullOr(Schema.String) }))
)

export const make = Effect.fnUntraced(function* <E>({ confirmWithdrawal, isFull, source }: WithdrawalOptions<E>) {
  const sql = yield* SqlClient.SqlClient
  const refresh = yield* refreshGroups
  /** Condition of products that can be withdrawn. Groups follow their variants. */
  const isOffered = sql`p.source = ${source} AND p.is_active AND p.kind <> 'group' AND p.external_id IS NOT NULL`
  const hasNoLine = (table: string) => sql`NOT EXISTS (SELECT FROM ${sql(table)} f WHERE f.key = p.external_id)`
  /**
   * Lines that products may have come from, whose keys begin with that of the line: one that leaves an option open has
   * become a variant for each value, and so may one have that is refused now.
   */
  const openLines = (table: string) => sql`
    string_to_array(p.external_id, '/') AS parts
    CROSS JOIN generate_series(1, cardinality(parts) - 1) AS part
    JOIN ${sql(table)} f ON f.key = array_to_string(parts[1:part], '/')
      AND (f.unit IS NULL OR json_array_length(f.value->'choices') > 0)`
  /** Table of the products that the file lacks: to look for them once more for each batch would take ever longer. */
  const lackingOf = (table: string) => sql(`${table}_lacking`)
  /** Table of the products that come from lines which leave an option open. */
  const openedOf = (table: string) => sql(`${table}_opened`)

  const takeOff: TakeOff = Effect.fnUntraced(function* (products) {
    // Even an UPDATE of no row would mark the catalogue as changed.
    if (products.length > 0) {
      yield* sql`
        UPDATE products SET is_active = false, updated_at = clock_timestamp()
        WHERE ${sql.in(
          "id",
          products.map(({ id }) => id)
        )}`
      yield* refresh(Array.dedupe(products.flatMap(({ group_id }) => group_id ?? [])).map((id) => ProductId.make(id)))
    }
  })

  const count = SqlSchema.single({
    Request: Schema.String,
    Result: Schema.Struct({ withdrawn: Schema.Int, active: Schema.Int }),
    execute: (table) => sql`
      SELECT (SELECT count(*)::int FROM ${lackingOf(table)}) AS withdrawn, count(*)::int AS active
      FROM products p WHERE ${isOffered}`
  })
  /** Lists what has come from lines that leave an option open: settling them tells which products they still make. */
  const listOpened = (table: string) =>
    Effect.zipRight(
      sql`CREATE UNLOGGED TABLE ${openedOf(table)} (id uuid PRIMARY KEY, line integer NOT NULL, unit text NOT NULL)`,
      withoutTimeLimits(sql)(sql`
        INSERT INTO ${openedOf(table)}
        SELECT id, line, unit FROM (
          SELECT DISTINCT ON (p.id) p.id, f.line, f.unit
          FROM products p CROSS JOIN ${openLines(table)}
          WHERE ${isOffered} AND ${hasNoLine(table)} ORDER BY p.id, part DESC
        ) AS opened WHERE unit IS NOT NULL`)
    )
  return {
    lackingOf,
    openedOf,
    takeOff,
    /** Lists what a complete file lacks and, if `isAsked`, asks if that is more than a third of what is sold. */
    prepare: Effect.fnUntraced(function* (table: string, isAsked: boolean) {
      yield* sql`CREATE UNLOGGED TABLE ${lackingOf(table)} (id uuid PRIMARY KEY)`
      const { active, withdrawn } = yield* withoutTimeLimits(sql)(
        Effect.zipRight(
          sql`
            INSERT INTO ${lackingOf(table)} SELECT p.id FROM products p
            WHERE ${isOffered} AND ${hasNoLine(table)} AND NOT EXISTS (SELECT FROM ${openLines(table)})`,
          count(table)
        )
      )
      if (isAsked && withdrawn * 3 > active) {
        yield* confirmWithdrawal(withdrawn, active)
      }
      yield* listOpened(table)
    }),
    withdraw: isFull
      ? (table: string) =>
          Effect.fnUntraced(function* (limit: number) {
            const lacking = yield* Effect.flatMap(
              sql`
                SELECT p.id, p.group_id FROM ${lackingOf(table)} JOIN products p USING (id) WHERE ${isOffered}
                ORDER BY p.id LIMIT ${limit}`,
              decodeLacking
            )
            yield* takeOff(lacking)
            yield* sql`DELETE FROM ${lackingOf(table)} WHERE id = ANY(${lacking.map(({ id }) => id)}::uuid[])`
            return lacking.length
          })
      : () => null
  }
})
