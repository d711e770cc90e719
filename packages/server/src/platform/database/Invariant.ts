import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { liftTimeLimits, orUnavailable, transact } from "./Transaction.ts"

/** A rule that holds across rows, and the query that finds violations. */
export interface Invariant {
  readonly name: string
  /** Selects the text `id` of every row that breaks the rule. */
  readonly violations: string
}

/** Result of checking one invariant. */
export interface Verdict {
  /** Number of the invariant, from 1. */
  readonly number: number
  readonly invariant: string
  readonly ok: boolean
  /** Number of all violating rows. */
  readonly count: number
  /** Ids of the first violating rows. */
  readonly violations: ReadonlyArray<string>
}

const Finding = Schema.Struct({ count: Schema.Int, violations: Schema.Array(Schema.String) })
const decodeFinding = Schema.decodeUnknown(Schema.Tuple(Finding))

/** Checks each rule with one statement, which sees a single snapshot, and lists at most `maxListed` violating ids. */
export const check = Effect.fn("Invariant.check")(function* (rules: ReadonlyArray<Invariant>, maxListed: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.gen(function* () {
    yield* liftTimeLimits
    return yield* Effect.forEach(rules, ({ name, violations }, index) =>
      Effect.gen(function* () {
        const rows = yield* sql`
          WITH broken AS MATERIALIZED (${sql.literal(violations)})
          SELECT (SELECT count(*)::int FROM broken) AS count,
            ARRAY(SELECT id FROM broken ORDER BY id LIMIT ${maxListed}) AS violations`
        const [{ count, violations: ids }] = yield* decodeFinding(rows)
        const verdict: Verdict = { number: index + 1, invariant: name, ok: count === 0, count, violations: ids }
        return verdict
      })
    )
  }).pipe(transact(sql), orUnavailable)
})
