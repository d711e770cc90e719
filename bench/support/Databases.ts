import { Data, Effect } from "effect"
import { Client } from "pg"

class StatementFailed extends Data.TaggedError("StatementFailed")<{
  readonly message: string
  readonly cause: unknown
}> {}

/** Runs one statement on a database and answers its rows. */
export const query = (database: string, text: string) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Client(database)),
    (client) =>
      Effect.tryPromise({
        try: async () => {
          await client.connect()
          const { rows } = await client.query<Record<string, unknown>>(text)
          return rows
        },
        catch: (cause) => new StatementFailed({ message: `failed: ${text}`, cause })
      }),
    (client) => Effect.promise(() => client.end())
  )

/** Makes an empty database on the server, in place of one of that name, and answers its address. */
export const create = Effect.fnUntraced(function* (server: string, name: string) {
  yield* query(server, `DROP DATABASE IF EXISTS ${name}`)
  yield* query(server, `CREATE DATABASE ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
})
