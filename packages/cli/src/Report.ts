import { Options } from "@effect/cli"
import { Console, Effect, Logger, Schema } from "effect"

/** `--json`: one JSON document on one line instead of text for people. */
export const json = Options.boolean("json").pipe(Options.withDescription("Print one line of JSON, for scripts"))

/** Prints what came of a command: as JSON of its schema, or worded. */
export const report =
  <A, I>(schema: Schema.Schema<A, I>, isJson: boolean, worded: (result: A) => string) =>
  (result: A) =>
    isJson
      ? Effect.flatMap(Effect.orDie(Schema.encode(Schema.parseJson(schema))(result)), Console.log)
      : Console.log(worded(result))

/** Logs go to stderr: stdout is for the report alone. */
export const logsAside = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
