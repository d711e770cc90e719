import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Schedule } from "effect"

/** A moment in the work of another fiber. */
export interface Pause {
  /** Succeeds when the work has come to the statement. */
  readonly reached: Deferred.Deferred<void>
  /** Lets the work go on. */
  readonly over: Deferred.Deferred<void>
}

export const makePause: Effect.Effect<Pause> = Effect.all({
  reached: Deferred.make<void>(),
  over: Deferred.make<void>()
})

/** A database that waits before the first statement with these words. */
export const pausedAt = (words: string, { over, reached }: Pause) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const pause = Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(over))
      return new Proxy(sql, {
        apply: (client, self, args) => {
          const statement = Reflect.apply(client, self, args)
          return Array.isArray(args[0]) && String(args[0]).includes(words) && Effect.isEffect(statement)
            ? Effect.zipRight(pause, statement)
            : statement
        }
      })
    })
  )

/** Runs work up to a statement, then other work until that waits for a lock or has ended, then both to their ends. */
export const overtake = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  words: string,
  second: Effect.Effect<A2, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const pause = yield* makePause
  const one = yield* Effect.fork(Effect.provide(first, pausedAt(words, pause)))
  yield* Effect.raceFirst(Deferred.await(pause.reached), Fiber.join(one))
  assert.isTrue(yield* Deferred.isDone(pause.reached), `nothing says ${words}`)
  const other = yield* Effect.fork(second)
  yield* Effect.repeat(
    Effect.all({
      waiting: sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      end: Fiber.poll(other)
    }),
    { until: ({ end, waiting }) => waiting.length > 0 || Option.isSome(end), schedule: Schedule.spaced("5 millis") }
  )
  yield* Deferred.succeed(pause.over, undefined)
  yield* Fiber.join(one)
  yield* Fiber.join(other)
})
