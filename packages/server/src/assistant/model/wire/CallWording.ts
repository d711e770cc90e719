import { Either, Predicate, Schema } from "effect"
import { isDeeperThan } from "../../../platform/http/JsonDepth.ts"
import * as Json from "../../../platform/provider/Json.ts"

/** How models and their servers write the name and the arguments of a call, and how both go back. */

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Levels of arguments and of additions; none has as many. What looks at each of them must not run out of stack. */
export const maxDepth = 32

/** How often arguments are written as a text, within a text. */
const maxPackings = 4

/** What a call came with: JSON as text, or as text in a text, which stays the text it is when it is none; or JSON as such. */
const unpacked = (given: unknown, packings = maxPackings): unknown =>
  typeof given !== "string" || packings === 0
    ? given
    : given.trim() === ""
      ? {}
      : Either.match(parseJson(given), { onLeft: () => given, onRight: (inner) => unpacked(inner, packings - 1) })

/** The arguments of a call; a text fits no tool. */
export const argumentsOf = (given: unknown): unknown => {
  const params = unpacked(given) ?? {}
  return isDeeperThan(maxDepth, params) ? "arguments that are nested too deeply" : params
}

/** Arguments as they are sent back: a server that reads them again refuses anything but an object. */
export const argumentsText = (params: unknown): string => (Predicate.isRecord(params) ? JSON.stringify(params) : "{}")

/**
 * The name of a tool among what models and their servers put around it: `functions.get_cart:0`, `default_api.get_cart`,
 * `get_cart<|channel|>commentary`.
 */
const decorated = /^\s*["'`]?(?:[\w=-]+[.:/])*(?<name>[a-z_][\w-]{0,63})(?:\(\))?["'`]?(?::\d+)?\s*(?:<[|｜].*)?$/is

/** Characters of a name with what is around it. */
const maxName = 256

/** A name that every server takes back. */
export const nameOf = (given: unknown): string => {
  const text = Json.text(given)
  const name = text.length <= maxName ? decorated.exec(text)?.groups?.["name"] : undefined
  return name ?? (text.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed")
}

/** What a call goes back with where it came otherwise than it would be sent: its name, and the text of its arguments. */
export const wordingOf = (name: unknown, given: unknown): Readonly<Record<string, string>> => {
  const isDecorated = typeof name === "string" && name.length <= maxName && decorated.test(name)
  const isObject = typeof given === "string" && Predicate.isRecord(Either.getOrElse(parseJson(given), () => null))
  return {
    ...(isDecorated && name !== nameOf(name) ? { name } : {}),
    ...(isObject && given !== argumentsText(argumentsOf(given)) ? { arguments: given } : {})
  }
}
