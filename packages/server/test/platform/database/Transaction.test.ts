import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Option, Ref } from "effect"
import * as Transaction from "../../../src/platform/database/Transaction.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const table = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE letters (name text CONSTRAINT letters_name PRIMARY KEY, n integer NOT NULL)`
    yield* sql`INSERT INTO letters VALUES ('a', 1), ('b', 2)`
  })
)

/** Refuses with `state` as often as `times`, after it has written a row; counts the attempts. */
const refusing = Effect.fnUntraced(function* (state: string, times: number) {
  const sql = yield* SqlClient.SqlClient
  const attempts = yield* Ref.make(0)
  yield* sql`DELETE FROM letters WHERE n >= 100`
  const work = Effect.gen(function* () {
    const attempt = yield* Ref.updateAndGet(attempts, (n) => n + 1)
    yield* sql`INSERT INTO letters VALUES (${`${state}-${attempt}`}, ${100 + attempt})`
    if (attempt <= times) {
      yield* sql`DO ${sql.literal(`$$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END $$`)}`
    }
    return attempt
  })
  return { work, attempts: Ref.get(attempts) }
})

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(table, engine.layer), { excludeTestServices: true })(
    `transactions on ${engine.name}`,
    (it) => {
      it.effect("run again after a serialization failure, and only the last attempt is kept", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work } = yield* refusing("40001", 2)
          assert.strictEqual(yield* Transaction.withRetry(sql)(work), 3)
          const kept = yield* sql`SELECT name FROM letters WHERE name LIKE '40001-%'`
          assert.deepStrictEqual(kept, [{ name: "40001-3" }])
        })
      )

      it.effect("run again when the conflict has become a defect", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work } = yield* refusing("40P01", 1)
          assert.strictEqual(yield* Transaction.withRetry(sql)(Effect.orDie(work)), 2)
        })
      )

      it.effect("give up after three more attempts, with the error of the last", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work, attempts } = yield* refusing("40001", 10)
          const error = yield* Effect.flip(Transaction.withRetry(sql)(work))
          assert.strictEqual(yield* attempts, 4)
          assert.deepStrictEqual(Transaction.sqlState(error), Option.some("40001"))
        })
      )

      it.effect("leave it to the outermost of several to run again", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work, attempts } = yield* refusing("40001", 10)
          yield* Effect.flip(Transaction.withRetry(sql)(Transaction.withRetry(sql)(work)))
          assert.strictEqual(yield* attempts, 4)
          const mended = yield* refusing("40P01", 2)
          assert.strictEqual(
            yield* Transaction.withRetry(sql)(Transaction.withRetry(sql)(Effect.orDie(mended.work))),
            3
          )
        })
      )

      it.effect("run once when the work itself is refused", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work, attempts } = yield* refusing("23514", 1)
          const error = yield* Effect.flip(Transaction.withRetry(sql)(work))
          assert.strictEqual(yield* attempts, 1)
          assert.deepStrictEqual(Transaction.sqlState(error), Option.some("23514"))
        })
      )

      it.effect("tell a unique violation by its constraint", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const error = yield* Effect.flip(sql`INSERT INTO letters VALUES ('a', 3)`)
          assert.isTrue(Transaction.isUniqueViolation(error))
          assert.isTrue(Transaction.isUniqueViolation(error, "letters_name"))
          assert.isFalse(Transaction.isUniqueViolation(error, "letters_n"))
          const missing = yield* Effect.flip(sql`INSERT INTO letters (name) VALUES ('c')`)
          assert.isFalse(Transaction.isUniqueViolation(missing))
          assert.isFalse(Transaction.isUniqueViolation(new Error("duplicate key")))
        })
      )

      // The embedded engine has one connection, so its transactions never meet.
      if (engine.name === "PostgreSQL") {
        it.effect("both succeed when they lock each other out", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const bothHaveOne = yield* Deferred.make<void>()
            const waiting = yield* Ref.make(2)
            const meet = Effect.gen(function* () {
              if ((yield* Ref.updateAndGet(waiting, (n) => n - 1)) === 0) {
                yield* Deferred.succeed(bothHaveOne, undefined)
              }
              yield* Deferred.await(bothHaveOne)
            })
            const increment = (name: string) => sql`UPDATE letters SET n = n + 10 WHERE name = ${name}`
            const move = (from: string, to: string) =>
              Transaction.withRetry(sql)(Effect.all([increment(from), meet, increment(to)], { discard: true }))
            yield* Effect.all([move("a", "b"), move("b", "a")], { concurrency: 2 })
            const rows = yield* sql`SELECT n FROM letters WHERE name IN ('a', 'b') ORDER BY name`
            assert.deepStrictEqual(rows, [{ n: 21 }, { n: 22 }])
          })
        )
      }
    }
  )
}
