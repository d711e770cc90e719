import { Options, Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import { Data, Effect, Option } from "effect"

/** An irreversible action was not confirmed, so it was not done; the message says why. */
export class NotConfirmed extends Data.TaggedError("NotConfirmed")<{ readonly message: string }> {}

/** `--yes`, for commands that cannot be undone. */
export const yes = Options.boolean("yes").pipe(Options.withDescription("Do it without asking, as scripts must"))

/** `--yes <name>`, for commands that delete many rows. */
export const yesToDatabase = Options.text("yes").pipe(
  Options.withPseudoName("database"),
  Options.withDescription(
    "Do it without asking, in the database of this name; for the embedded one, its folder as in STOREFRONT_DATA_DIR"
  ),
  Options.optional
)

/** Asks on a terminal. Elsewhere there is nobody to ask, so it fails with the refusal, which says how to confirm. */
const ask = <A>(prompt: Prompt.Prompt<A>, refusal: string) =>
  Effect.gen(function* () {
    const terminal = yield* Terminal.Terminal
    return (yield* terminal.isTTY) ? yield* prompt : yield* new NotConfirmed({ message: refusal })
  })

/** Asks for confirmation that something happens to `what`, named by a participle; fails unless it is given. */
export const confirm = Effect.fnUntraced(function* (
  what: string,
  participle: string,
  isConfirmed: boolean,
  consequence = "This cannot be undone"
) {
  const isMeant =
    isConfirmed ||
    (yield* ask(
      Prompt.confirm({ message: `${what} will be ${participle}. ${consequence}. Go on?`, initial: false }),
      `${what} would be ${participle}. ${consequence}: confirm with --yes`
    ))
  if (!isMeant) {
    return yield* new NotConfirmed({ message: "Nothing was changed." })
  }
})

const nameOfServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [database] = yield* orUnavailable(sql<{ readonly name: string }>`SELECT current_database() AS name`)
  return database?.name
})

/** Asks for the database's name to confirm a mass deletion; fails unless it matches. */
export const confirmInDatabase = Effect.fnUntraced(function* (what: string, yes: Option.Option<string>) {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const isServer = Option.isSome(url)
  const wanted = isServer ? yield* nameOfServer : dataDirectory
  const place = isServer ? "on the server of DATABASE_URL" : `in the embedded database ${dataDirectory}`
  const name = Option.isSome(yes)
    ? yes.value
    : yield* ask(
        Prompt.text({ message: `${what} will be deleted ${place}. The name of the database, to go on` }),
        `${what} would be deleted ${place}. Confirm with --yes and the database's name${isServer ? "" : `: --yes ${dataDirectory}`}`
      )
  if (name !== wanted) {
    return yield* new NotConfirmed({
      message: `Nothing was deleted: ${JSON.stringify(name)} is not the database's name`
    })
  }
})
