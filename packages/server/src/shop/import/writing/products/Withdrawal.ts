import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Array, Effect, Schema } from "effect"
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
  // A line that leaves an option open has become a variant for each value, below its own key.
  const isLacking = (table: string) => sql`
    NOT EXISTS (SELECT FROM ${sql(table)} f WHERE f.key = p.external_id)
    AND NOT EXISTS (
      SELECT FROM ${sql(table)} f WHERE json_array_length(f.value->'choices') > 0 AND f.key IS NOT NULL
        AND starts_with(p.external_id, f.key || '/'))`

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
      SELECT count(*) FILTER (WHERE ${isLacking(table)})::int AS withdrawn, count(*)::int AS active
      FROM products p WHERE ${isOffered}`
  })
  return {
    isLacking,
    takeOff,
    /** Asks if the file lacks more than a third of what is sold. */
    confirm: Effect.fnUntraced(function* (table: string) {
      if (isFull) {
        const { active, withdrawn } = yield* count(table)
        if (withdrawn * 3 > active) {
          yield* confirmWithdrawal(withdrawn, active)
        }
      }
    }),
    withdraw: isFull
      ? (table: string) =>
          Effect.fnUntraced(function* (limit: number) {
            const lacking = yield* Effect.flatMap(
              sql`
                SELECT p.id, p.group_id FROM products p WHERE ${isOffered} AND ${isLacking(table)}
                ORDER BY p.id LIMIT ${limit}`,
              decodeLacking
            )
            yield* takeOff(lacking)
            return lacking.length
          })
      : () => null
  }
})
