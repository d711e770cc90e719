import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, type Tracer } from "effect"
import * as StatementSpans from "../../src/telemetry/StatementSpans.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

/** The spans of an effect, as they are in the end. */
const collect = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const spans: Array<Tracer.Span> = []
  const native = yield* Effect.tracer
  const tracer = StatementSpans.wrap({
    ...native,
    span: (...args) => {
      const span = native.span(...args)
      spans.push(span)
      return span
    }
  })
  yield* Effect.withTracer(effect, tracer)
  return spans.map(({ attributes, name }) => [name, attributes.get("db.operation.name")])
})

layer(TestDatabase.layer, { excludeTestServices: true })("the spans of statements", (it) => {
  it.effect("are named after what they do and the table they do it to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const spans = yield* collect(
        Effect.gen(function* () {
          yield* sql`
            SELECT name FROM users WHERE id IN (SELECT user_id FROM orders)`
          yield* sql`INSERT INTO product_counts ${sql.insert({ category: "Toys", active_count: 1 })}
            ON CONFLICT (category) DO UPDATE SET active_count = 0`
          yield* sql`UPDATE product_counts SET active_count = 2 WHERE category = 'Toys'`
          yield* sql`WITH gone AS (DELETE FROM product_counts RETURNING category) SELECT count(*) FROM gone`
          yield* sql`SELECT 1`
          yield* sql`SET LOCAL jit TO off`
        }).pipe(Effect.withSpan("work"))
      )
      assert.deepStrictEqual(spans, [
        ["work", undefined],
        ["SELECT users", "SELECT"],
        ["INSERT product_counts", "INSERT"],
        ["UPDATE product_counts", "UPDATE"],
        ["DELETE product_counts", "DELETE"],
        ["SELECT", "SELECT"],
        ["SET", "SET"]
      ])
    })
  )
})
