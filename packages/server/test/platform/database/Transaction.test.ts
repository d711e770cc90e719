import { SqlClient, SqlError } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { Cause, Deferred, Effect, Layer, Option, type ParseResult, Ref, Schedule, Schema } from "effect"
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

const refusal = (code: string) =>
  new SqlError.SqlError({ cause: Object.assign(new Error("refused"), { code, severity: "ERROR" }) })

/** Every way to say that the database failed. */
const faults: Readonly<Record<string, SqlError.SqlError>> = {
  "a lost connection": new SqlError.SqlError({ cause: new Error("Connection terminated") }),
  "a server that shuts down": refusal("57P01"),
  "too many connections": refusal("53300"),
  "a conflict": refusal("40001")
}

describe("the errors of a query", () => {
  for (const [name, error] of Object.entries(faults)) {
    it.effect(`${name} is a failure that keeps its cause`, () =>
      Effect.gen(function* () {
        const told = yield* Effect.flip(Transaction.orUnavailable(error))
        assert.instanceOf(told, DatabaseUnavailable)
        assert.strictEqual(told.cause, error)
      })
    )
  }

  const broken: Readonly<
    Record<string, Effect.Effect<number, SqlError.SqlError | ParseResult.ParseError | Cause.NoSuchElementException>>
  > = {
    "a refused row": refusal("23505"),
    "a wrong statement": refusal("42601"),
    "a row that does not decode": Schema.decodeUnknown(Schema.Int)("1"),
    "a row that is missing": Option.none()
  }
  for (const [name, query] of Object.entries(broken)) {
    it.effect(`${name} is a defect`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(query)
        const cause = yield* Effect.flip(Effect.sandbox(Transaction.orUnavailable(query)))
        assert.deepStrictEqual(Cause.dieOption(cause), Option.some(error))
        assert.isTrue(Option.isNone(Cause.failureOption(cause)))
      })
    )
  }

  it.effect("leave any other failure as it is", () =>
    Effect.gen(function* () {
      const missing = new OrderNotFound()
      assert.strictEqual(yield* Effect.flip(Transaction.orUnavailable(missing)), missing)
    })
  )
})

describe("a fault", () => {
  const lost = new SqlError.SqlError({ cause: new Error("Connection terminated") })
  const ways: Readonly<Record<string, Effect.Effect<never, SqlError.SqlError | DatabaseUnavailable>>> = {
    "the error of a statement": lost,
    "a lost database": new DatabaseUnavailable({ cause: lost }),
    "a lost database that does not say why": new DatabaseUnavailable()
  }
  for (const [told, fault] of Object.entries(ways)) {
    it.effect(`is outlasted when it is told as ${told}`, () =>
      Effect.gen(function* () {
        const attempts = yield* Ref.make(0)
        const work = Effect.flatMap(
          Ref.updateAndGet(attempts, (n) => n + 1),
          (attempt) => (attempt < 3 ? fault : Effect.succeed(attempt))
        )
        assert.strictEqual(yield* Transaction.retryFaults(Schedule.recurs(5))(work), 3)
      })
    )
  }

  it.effect("is not what a refused statement is", () =>
    Effect.gen(function* () {
      const attempts = yield* Ref.make(0)
      const work = Effect.zipRight(
        Ref.update(attempts, (n) => n + 1),
        Effect.fail(refusal("23505"))
      )
      yield* Effect.flip(Transaction.retryFaults(Schedule.recurs(5))(work))
      assert.strictEqual(yield* attempts, 1)
    })
  )
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

      it.effect("run again when the conflict is told as a lost database", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { work } = yield* refusing("40P01", 1)
          assert.strictEqual(yield* Transaction.withRetry(sql)(Transaction.orUnavailable(work)), 2)
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
            yield* Transaction.withRetry(sql)(Transaction.withRetry(sql)(Transaction.orUnavailable(mended.work))),
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
