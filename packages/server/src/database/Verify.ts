import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { invariants } from "./Invariants.ts"
import { liftTimeLimits } from "./Transaction.ts"

/** What is known about one invariant. */
export interface Verdict {
  /** Number of the invariant, from 1. */
  readonly number: number
  readonly invariant: string
  readonly ok: boolean
  /** How many rows break it. */
  readonly count: number
  /** The ids of the first of them. */
  readonly violations: ReadonlyArray<string>
}

/** How many ids are listed. */
const shown = 5

const Finding = Schema.Struct({ count: Schema.Int, violations: Schema.Array(Schema.String) })
const decodeFinding = Schema.decodeUnknown(Schema.Tuple(Finding))

/**
 * Checks every invariant of the data, also that of a shop in operation. Each check is one statement, which sees the
 * database at one moment.
 */
export const verify: Effect.Effect<ReadonlyArray<Verdict>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.gen(function* () {
    yield* liftTimeLimits
    return yield* Effect.forEach(invariants, ({ name, violations }, index) =>
      Effect.gen(function* () {
        const rows = yield* sql`
          SELECT count(*)::int AS count, coalesce((array_agg(id ORDER BY id))[1:${sql.literal(String(shown))}], '{}') AS violations
          FROM (${sql.literal(violations)}) AS broken`
        const [{ count, violations: ids }] = yield* decodeFinding(rows)
        return { number: index + 1, invariant: name, ok: count === 0, count, violations: ids }
      })
    )
  }).pipe(sql.withTransaction, Effect.orDie)
}).pipe(Effect.withSpan("Verify.verify"))
