import { SqlClient } from "@effect/sql"
import { Deferred, Effect, Layer } from "effect"

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
