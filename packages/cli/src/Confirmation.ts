import { Options, Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import { Data, Effect, Option } from "effect"

/** Nothing was deleted; the message says what stands in the way. */
export class DeletionRefused extends Data.TaggedError("DeletionRefused")<{ readonly message: string }> {}

/** `--yes <name>`. */
export const yes = Options.text("yes").pipe(
  Options.withDescription("The name of the database to delete in, for scripts that cannot be asked"),
  Options.optional
)

/** Whether the database is one of a server. */
const onServer = Effect.map(DatabaseConfig.database, ({ url }) => Option.isSome(url))

/** The name that somebody types who means it. */
const typedName = Effect.fnUntraced(function* (what: string) {
  const terminal = yield* Terminal.Terminal
  return (yield* terminal.isTTY)
    ? yield* Prompt.text({ message: `${what} will be deleted. The name of the database, to go on` })
    : yield* new DeletionRefused({
        message: `${what} would be deleted on the server of DATABASE_URL. Confirm with --yes and the database's name`
      })
})

/** Deleting on a server takes its database's name. The embedded database is somebody's own. Answers whether it is a server. */
export const confirm = Effect.fnUntraced(function* (what: string, yes: Option.Option<string>) {
  if (!(yield* onServer)) {
    return false
  }
  const sql = yield* SqlClient.SqlClient
  const [database] = yield* Effect.orDie(sql<{ readonly name: string }>`SELECT current_database() AS name`)
  const name = yield* Option.match(yes, { onNone: () => typedName(what), onSome: Effect.succeed })
  if (name !== database?.name) {
    return yield* new DeletionRefused({
      message: `Nothing was deleted: ${JSON.stringify(name)} is not the database's name`
    })
  }
  return true
})
