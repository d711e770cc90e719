import { Args, Options } from "@effect/cli"
import { SqlClient } from "@effect/sql"
import { bounded } from "@storefront/domain/api/Fields"
import * as Database from "@storefront/server/database/Database"
import * as Migrations from "@storefront/server/database/Migrations"
import * as Logging from "@storefront/server/telemetry/Logging"
import { Console, Data, Effect, Layer, Option, Schema } from "effect"

/** What was typed does not fit; the message says how. */
export class InputInvalid extends Data.TaggedError("InputInvalid")<{ readonly message: string }> {}

/** The database is there, but empty. */
export class TablesMissing extends Data.TaggedError("TablesMissing") {
  override readonly message = "The database has no tables yet. Make them with: storefront migrate"
}

/** The database is older than the program. */
export class TablesOutdated extends Data.TaggedError("TablesOutdated")<{ readonly pending: number }> {
  override get message() {
    return `The database is older than this program and lacks ${this.pending} of its migrations. Apply them with: storefront migrate`
  }
}

/** `--json`: one JSON object on stdout instead of lines for people. */
export const json = Options.boolean("json").pipe(Options.withDescription("Print one JSON object"))

/** The id of something, to be read with `readId`. */
export const id = (name: string, description: string) => Args.text({ name }).pipe(Args.withDescription(description))

/** What moves the cursor of a terminal, breaks a line or hides. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text that people wrote, for a terminal: nothing in it moves the cursor or hides. */
export const printable = (text: string): string => text.replace(unseen, " ")

/** The same JSON with escapes for what a terminal would obey. */
const escaped = (json: string): string =>
  json.replace(unseen, (letter) =>
    letter
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")
  )

/** Reads an id, in whatever letter case; `where` says how to find one. */
export const readId = <A>(schema: Schema.Schema<A, string>, text: string, where: string) =>
  Schema.decodeUnknown(schema)(text.trim().toLowerCase()).pipe(
    Effect.mapError(() => new InputInvalid({ message: `"${printable(text)}" is not an id. ${where}` }))
  )

/** Reads the address of a server; it has no slash at the end. */
export const readUrl = (text: string, example: string) =>
  URL.canParse(text) && /^https?:/.test(text)
    ? Effect.succeed(text.replace(/\/+$/, ""))
    : new InputInvalid({ message: `"${printable(text)}" is not a web address such as ${example}` })

/** Reads a note, a location or another short text of an operator. */
export const readText = (name: string, max: number, text: string) =>
  Schema.decodeUnknown(bounded(1, max))(text).pipe(
    Effect.mapError(() => new InputInvalid({ message: `--${name} must be 1 to ${max} characters` }))
  )

/** The same for a text that may be missing; null then. */
export const readOptionalText = (name: string, max: number, text: Option.Option<string>) =>
  Option.match(text, {
    onNone: () => Effect.succeed(null),
    onSome: (given) => readText(name, max, given)
  })

/** Prints a result: as one JSON object, or in lines for people. */
export const print = <A, I>(
  schema: Schema.Schema<A, I>,
  value: A,
  isJson: boolean,
  lines: (value: A) => ReadonlyArray<string>
) =>
  isJson
    ? Effect.flatMap(Effect.orDie(Schema.encode(Schema.parseJson(schema))(value)), (encoded) =>
        Console.log(escaped(encoded))
      )
    : Console.log(lines(value).join("\n"))

/** Fails where there is nothing to work with, or not what this program works with. */
export const checkTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const orders = yield* Effect.orDie(sql`SELECT WHERE to_regclass('public.orders') IS NOT NULL`)
  if (orders.length === 0) {
    return yield* new TablesMissing()
  }
  const { length: pending } = yield* Effect.orDie(Migrations.pending)
  if (pending > 0) {
    return yield* new TablesOutdated({ pending })
  }
})

/** The configured database for one command of an operator; it must have its tables. */
export const layer = Layer.effectDiscard(checkTables).pipe(
  Layer.provideMerge(Database.layerCommand),
  Layer.provideMerge(Logging.layerCommand)
)

/** What a command works with, on the configured database and with quiet logs: `Command.provide(commands, onDatabase(…))`. */
export const onDatabase = <A, E, R>(work: Layer.Layer<A, E, R>) => Layer.provideMerge(work, layer)
