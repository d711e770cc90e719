import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect, Exit, type Layer } from "effect"

/** A test in a transaction that is rolled back, however it ends. */
const undone = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    // Failing is what rolls back; what the test came to is the failure.
    Effect.catchAll(sql.withTransaction(Effect.flip(Effect.exit(test))), (end) =>
      Exit.isExit(end) ? end : Effect.die(end)
    )
  )

/**
 * Tests that share a database and leave nothing in it: they can run in any order. For tests that do one thing at a time
 * within this process; the time of the database stands still in each.
 */
export const undoing =
  <R, E>(shared: Layer.Layer<R | SqlClient.SqlClient, E>) =>
  (
    name: string,
    tests: (it: {
      readonly effect: <A, E>(title: string, test: () => Effect.Effect<A, E, R | SqlClient.SqlClient>) => void
    }) => void
  ) =>
    layer(shared, { excludeTestServices: true })(name, (it) =>
      tests({ effect: (title, test) => it.effect(title, () => undone(Effect.suspend(test))) })
    )
