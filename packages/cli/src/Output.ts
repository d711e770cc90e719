import { Options } from "@effect/cli"
import { Console, Effect, Schema } from "effect"

/** `--json`: one JSON object on stdout instead of lines for people. */
export const json = Options.boolean("json").pipe(Options.withDescription("Print one JSON object"))

/** Characters that move the cursor of a terminal, break a line or are invisible. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Makes text that people wrote safe for a terminal: nothing in it moves the cursor or hides. */
export const printable = (text: string): string => text.replace(unseen, " ")

/** Escapes the characters in JSON that a terminal would obey. */
const escaped = (json: string): string =>
  json.replace(unseen, (letter) =>
    letter
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")
  )

/** Prints a result as one JSON object, or in lines for people. */
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
