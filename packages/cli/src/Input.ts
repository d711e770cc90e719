import { Args } from "@effect/cli"
import { bounded } from "@storefront/domain/api/Fields"
import { NodeStream } from "@effect/platform-node"
import { Data, Effect, Option, Schema, Stream } from "effect"
import { printable } from "./Output.ts"

/** What was typed does not fit; the message says how. */
export class InputInvalid extends Data.TaggedError("InputInvalid")<{ readonly message: string }> {}

/** Reads everything that is piped in; empty where it cannot be read. */
export const piped = Stream.mkString(Stream.decodeText(NodeStream.stdin)).pipe(Effect.orElseSucceed(() => ""))

/** The id of something, to be read with `readId`. */
export const id = (name: string, description: string) => Args.text({ name }).pipe(Args.withDescription(description))

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
