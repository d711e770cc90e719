import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"

/** A database that is away for the next `count` statements, or for those of them that have the text. */
export const failingStatements = (away: { count: number; text?: string }) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.map(
      SqlClient.SqlClient,
      (sql) =>
        new Proxy(sql, {
          apply: (client, self, args) =>
            String(args[0]).includes(away.text ?? "") && away.count-- > 0
              ? Effect.fail(new SqlError.SqlError({ cause: new Error("Connection terminated") }))
              : Reflect.apply(client, self, args)
        })
    )
  )
