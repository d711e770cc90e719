import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer, Ref } from "effect"

/** A database whose next `count` commits are made, but the connection breaks before it says so. */
export const losingCommits = (count: number) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lost = yield* Ref.make(0)
      const withTransaction: SqlClient.SqlClient["withTransaction"] = (effect) =>
        Effect.tap(sql.withTransaction(effect), () =>
          Effect.flatMap(
            Ref.updateAndGet(lost, (n) => n + 1),
            (n) =>
              n > count ? Effect.void : Effect.die(new SqlError.SqlError({ cause: new Error("Connection terminated") }))
          )
        )
      return new Proxy(sql, {
        get: (client, name) => (name === "withTransaction" ? withTransaction : Reflect.get(client, name))
      })
    })
  )
