import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Layer } from "effect"

/** A database that is lost for good after a number of statements. `left` is below 0 if it was. */
export const killedAfter = (statements: { left: number }) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const lost = Effect.fail(new SqlError.SqlError({ cause: new Error("Connection terminated") }))
      const unlessLost = (run: () => unknown) => (statements.left-- > 0 ? run() : lost)
      const isStatement = (strings: unknown) =>
        Array.isArray(strings) && /^\s*(?:[A-Z]{3,} |WITH)/.test(String(strings[0]))
      return new Proxy(sql, {
        apply: (client, self, args) =>
          isStatement(args[0])
            ? unlessLost(() => Reflect.apply(client, self, args))
            : Reflect.apply(client, self, args),
        get: (client, name) =>
          name === "unsafe"
            ? (...args: Parameters<SqlClient.SqlClient["unsafe"]>) => unlessLost(() => client.unsafe(...args))
            : Reflect.get(client, name)
      })
    })
  )
