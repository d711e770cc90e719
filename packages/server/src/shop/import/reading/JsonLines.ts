import { Either, Predicate, Stream } from "effect"
import { isTooDeep } from "../../../platform/http/JsonDepth.ts"
import { type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"

/** Reads JSON Lines: one object a line. */

/** Size at which a line is refused, in characters: fields are at most 1 MiB, and there are not that many. */
const maxLineLength = 8 * 1024 ** 2

/** An object of a file. */
export interface JsonLine {
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
}

/** A line of text; a null text was too long. */
interface TextLine {
  readonly line: number
  readonly text: string | null
}

const beginning: { readonly line: number; readonly rest: string | null } = { line: 1, rest: "" }

/** Splits text into lines, keeping no more of a line than is read of it. */
const textLines = <E>(text: Stream.Stream<string, E>): Stream.Stream<TextLine, E> => {
  const split = ({ line, rest }: typeof beginning, part: string) => {
    const pieces = part.split("\n")
    const whole = pieces.map((piece, at): string | null => {
      const joined = at === 0 ? (rest === null ? null : rest + piece) : piece
      return joined !== null && joined.length > maxLineLength ? null : joined
    })
    const last = whole.pop() ?? null
    return [
      { line: line + whole.length, rest: last },
      whole.map((text, at): TextLine => ({ line: line + at, text }))
    ] as const
  }
  return Stream.concat(text, Stream.make("\n")).pipe(
    Stream.mapAccum(beginning, split),
    Stream.mapConcat((lines) => lines)
  )
}

/** Returns the keys of the outermost object in valid JSON, also those that are repeated. */
const keysOf = (json: string): ReadonlyArray<string> => {
  const keys: Array<string> = []
  let depth = 0
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (key !== undefined && depth === 1) {
      keys.push(key)
    }
    depth += token === "{" || token === "[" ? 1 : token === "}" || token === "]" ? -1 : 0
  }
  return keys
}

const parseJson = (text: string): Either.Either<unknown, unknown> => Either.try((): unknown => JSON.parse(text))

const readLine = ({ line, text }: TextLine): JsonLine | Refused => {
  const refuse = (fault: string, mend: string) => refuseLine(line, null, null, { fault, mend })
  if (text === null) {
    return refuse("is longer than 8 MiB", "shorten its texts, or begin a new line for each object")
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ""))
  if (Either.isLeft(parsed)) {
    return refuse(
      "is not JSON",
      /^\s*[[\]{},"]{0,2}\s*$|,\s*$/.test(text)
        ? "write each object on a line of its own, without brackets around them or commas between them"
        : "write one object in braces, with keys and texts in double quotation marks"
    )
  }
  const value = parsed.right
  if (!Predicate.isRecord(value)) {
    return refuse("is JSON, but not an object", "write one object in braces on each line")
  }
  if (isTooDeep(value)) {
    return refuse("nests lists and objects too deeply", "write the object with fewer levels")
  }
  const keys = keysOf(text)
  const twice = keys.find((key, at) => keys.indexOf(key) < at)
  return twice === undefined
    ? { line, value }
    : refuse(`has the key ${quote(twice.slice(1, -1))} twice`, "remove one of them")
}

/** Reads the objects of a file; blank lines are none. */
export const jsonLines = <E>(text: Stream.Stream<string, E>): Stream.Stream<JsonLine | Refused, E> =>
  textLines(text).pipe(
    Stream.filter(({ text }) => text === null || text.trim() !== ""),
    Stream.map(readLine)
  )
