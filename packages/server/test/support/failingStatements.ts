import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"

/** A database that is away for the next `count` statements. */
export const failingStatements = (away: { count: number }) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.map(
      SqlClient.SqlClient,
      (sql) =>
        new Proxy(sql, {
          apply: (client, self, args) =>
            away.count-- > 0
              ? Effect.fail(new SqlError.SqlError({ cause: new Error("Connection terminated") }))
              : Reflect.apply(client, self, args)
        })
    )
  )
