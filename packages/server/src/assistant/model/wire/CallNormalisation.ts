import { Either, Predicate, Schema } from "effect"
import { isDeeperThan } from "../../../platform/http/JsonDepth.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"

/** Normalisation of tool names and arguments in the calls of models; the original spelling is sent back to them. */

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Maximum nesting of arguments and additions: more than real ones have, but too little to overflow the stack. */
export const maxDepth = 32

/** Maximum levels of JSON text within JSON text that are parsed. */
const maxEncodings = 4

/** Parses arguments given as JSON text, even if encoded repeatedly. Returns other texts and values unchanged. */
const parseNested = (value: unknown, levels = maxEncodings): unknown =>
  typeof value !== "string" || levels === 0
    ? value
    : value.trim() === ""
      ? {}
      : Either.match(parseJson(value), { onLeft: () => value, onRight: (parsed) => parseNested(parsed, levels - 1) })

/** Returns the arguments of a call. Those nested too deeply are replaced by a text, which no tool accepts. */
export const argumentsOf = (value: unknown): unknown => {
  const params = parseNested(value) ?? {}
  return isDeeperThan(maxDepth, params) ? "arguments that are nested too deeply" : params
}

/** Encodes arguments for sending back. Some servers reject anything but an object. */
export const argumentsText = (params: unknown): string => (Predicate.isRecord(params) ? JSON.stringify(params) : "{}")

/**
 * Tool name with prefixes or suffixes that models and servers add: `functions.get_cart:0`, `default_api.get_cart`,
 * `get_cart<|channel|>commentary`.
 */
const decoratedName = /^\s*["'`]?(?:[\w=-]+[.:/])*(?<name>[a-z_][\w-]{0,63})(?:\(\))?["'`]?(?::\d+)?\s*(?:<[|｜].*)?$/is

/** Maximum characters of a name with its decoration. */
const maxNameLength = 256

/** Returns a name without decoration, in a form that every server accepts. */
export const nameOf = (value: unknown): string => {
  const text = LenientJson.text(value)
  const name = text.length <= maxNameLength ? decoratedName.exec(text)?.groups?.["name"] : undefined
  return name ?? (text.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed")
}

/** Returns the original name and arguments text of a call, if they differ from what would be sent back. */
export const originalSpelling = (name: unknown, value: unknown): Readonly<Record<string, string>> => {
  const isDecorated = typeof name === "string" && name.length <= maxNameLength && decoratedName.test(name)
  const isObject = typeof value === "string" && Predicate.isRecord(Either.getOrElse(parseJson(value), () => null))
  return {
    ...(isDecorated && name !== nameOf(name) ? { name } : {}),
    ...(isObject && value !== argumentsText(argumentsOf(value)) ? { arguments: value } : {})
  }
}
