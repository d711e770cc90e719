import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect, Exit, type Layer } from "effect"

/** Runs a test in a transaction that is always rolled back. */
const rolledBack = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    // Only a failure rolls back, so the test's exit is passed as the failure.
    Effect.catchAll(sql.withTransaction(Effect.flip(Effect.exit(test))), (end) =>
      Exit.isExit(end) ? end : Effect.die(end)
    )
  )

/** Runs each test in a transaction that is rolled back, so that tests share a database. Not for concurrent tests. */
export const rollingBack =
  <R, E>(shared: Layer.Layer<R | SqlClient.SqlClient, E>) =>
  (
    name: string,
    tests: (it: {
      readonly effect: <A, E>(title: string, test: () => Effect.Effect<A, E, R | SqlClient.SqlClient>) => void
    }) => void
  ) =>
    layer(shared, { excludeTestServices: true })(name, (it) =>
      tests({ effect: (title, test) => it.effect(title, () => rolledBack(Effect.suspend(test))) })
    )
