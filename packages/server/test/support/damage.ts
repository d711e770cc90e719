import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Data, Effect } from "effect"
import { type Verdict } from "../../src/platform/database/Invariant.ts"

/** Ends a transaction that is not to be kept. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly verdicts: ReadonlyArray<Verdict> }> {}

/** The verdicts after some statements, which are then undone. */
export const verdictsAfter =
  (verify: Effect.Effect<ReadonlyArray<Verdict>, DatabaseUnavailable, SqlClient.SqlClient>) =>
  (...statements: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
      return yield* new RolledBack({ verdicts: yield* verify })
    }).pipe(
      (effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)),
      Effect.catchTag("RolledBack", ({ verdicts }) => Effect.succeed(verdicts))
    )
