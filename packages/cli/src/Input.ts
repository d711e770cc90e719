import { Args } from "@effect/cli"
import { bounded } from "@storefront/domain/api/Fields"
import { type OrderNumber, parseOrderNumber } from "@storefront/domain/OrderNumber"
import { NodeStream } from "@effect/platform-node"
import { Context, Data, Effect, Option, Schema, Stream } from "effect"
import { printable } from "./Output.ts"

/** The input is invalid; the message says what is expected. */
export class InputInvalid extends Data.TaggedError("InputInvalid")<{ readonly message: string }> {}

/** Bytes that are piped in. */
export class Stdin extends Context.Reference<Stdin>()("@storefront/cli/Input/Stdin", {
  defaultValue: (): typeof NodeStream.stdin => NodeStream.stdin
}) {}

/** Reads everything that is piped in; empty if stdin cannot be read. */
export const piped = Effect.flatMap(Stdin, (bytes) => Stream.mkString(Stream.decodeText(bytes))).pipe(
  Effect.orElseSucceed(() => "")
)

/** Makes an argument for an id, to be read with `readId`. */
export const id = (name: string, description: string) => Args.text({ name }).pipe(Args.withDescription(description))

/** Reads an id in any letter case; `where` says how to find one. */
export const readId = <A>(schema: Schema.Schema<A, string>, text: string, where: string) =>
  Schema.decodeUnknown(schema)(text.trim().toLowerCase()).pipe(
    Effect.mapError(() => new InputInvalid({ message: `"${printable(text)}" is not an id. ${where}` }))
  )

/** A kind of thing that people may also name by its short number. */
export interface Numbered<A, E, R> {
  /** Noun for messages, such as `order`. */
  readonly what: string
  /** Hint where to find one. */
  readonly where: string
  readonly id: Schema.Schema<A, string>
  /** Finds the ids that have this number. */
  readonly find: (number: OrderNumber) => Effect.Effect<ReadonlyArray<A>, E, R>
}

/** Reads something by its id or its short number. */
export const readNumbered = Effect.fnUntraced(function* <A extends string, E, R>(
  typed: string,
  { find, id, what, where }: Numbered<A, E, R>
) {
  const number = parseOrderNumber(typed)
  if (Option.isNone(number)) {
    return yield* readId(id, typed, where)
  }
  const [found, ...others] = yield* find(number.value)
  if (found === undefined) {
    return yield* new InputInvalid({ message: `There is no ${what} ${number.value}. ${where}` })
  }
  return others.length === 0
    ? found
    : yield* new InputInvalid({
        message: `Several ${what}s have the number ${number.value}: ${[found, ...others].join(", ")}`
      })
})

/** Reads the URL of a server, and removes slashes at its end. */
export const readUrl = (text: string, example: string) =>
  URL.canParse(text) && /^https?:/.test(text)
    ? Effect.succeed(text.replace(/\/+$/, ""))
    : new InputInvalid({ message: `"${printable(text)}" is not a web address such as ${example}` })

/** Reads a note, a location or another short text. */
export const readText = (name: string, max: number, text: string) =>
  Schema.decodeUnknown(bounded(1, max))(text).pipe(
    Effect.mapError(() => new InputInvalid({ message: `--${name} must be 1 to ${max} characters` }))
  )

/** Reads a text that may be missing; null then. */
export const readOptionalText = (name: string, max: number, option: Option.Option<string>) =>
  Option.match(option, {
    onNone: () => Effect.succeed(null),
    onSome: (text) => readText(name, max, text)
  })
