import { Either, Option } from "effect"
import { htmlToText } from "../../../../platform/text/HtmlText.ts"
import { normalizeVisible } from "../../../../platform/text/neutral/Characters.ts"
import { cut } from "../../../../platform/text/Text.ts"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Read, type Reader, refused, taken } from "../Column.ts"

/** Readers of text, and of names and keys, which are texts. */

const printableAscii = /^[ -~]*$/

/** A text without invisible characters and HTML, trimmed and composed, with remarks on what was dropped. */
const clean = (cell: string): Either.Either<Read<string>, Fault> => {
  if (cell.includes("\0")) {
    return refused(
      "contains the character U+0000",
      "remove it; if the file is UTF-16 without a byte order mark, import with --encoding utf-16le"
    )
  }
  if (printableAscii.test(cell)) {
    return taken(cell.trim())
  }
  // Trimming also takes a byte order mark from the ends.
  const lines = cell.replaceAll(/\r\n?/g, "\n").trim()
  const visible = normalizeVisible(lines)
  const dropped = lines.length - visible.length
  return taken(
    visible.normalize("NFC").trim(),
    dropped === 0 ? [] : ["had invisible characters (control or text direction), which were dropped"]
  )
}

const markup = /<\/?[a-z][^<>]*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i

/** Replaces HTML by its text. */
const withoutMarkup = ({ notes, value }: Read<string>): Either.Either<Read<string>, Fault> =>
  !markup.test(value)
    ? taken(value, notes)
    : Option.match(htmlToText(value), {
        onNone: () => refused("nests HTML elements too deeply", "write it as plain text"),
        onSome: (text) =>
          text === value ? taken(value, notes) : taken(text, [...notes, "had HTML, which was turned into text"])
      })

const onOneLine = ({ notes, value }: Read<string>): Read<string> => ({ value: value.replaceAll(/\s+/g, " "), notes })

/** Returns whether a text has more than `length` code points. */
const exceeds = (text: string, length: number) => text.length > length && [...text].length > length

/** Cuts a text after a word. */
const cutAtWord = ({ notes, value }: Read<string>, length: number): Read<string> => {
  if (!exceeds(value, length)) {
    return { value, notes }
  }
  const head = cut(value, length)
  const words = /\s/u.test(value.charAt(head.length)) ? head : head.replace(/\s\S*$/u, "")
  return { value: words.trimEnd(), notes: [...notes, `is longer than ${length} characters and was cut`] }
}

/** Reads text of several lines, cut to a length in code points; HTML gets a remark. */
export const paragraphs =
  (length: number): Reader<string> =>
  (cell) =>
    Either.map(Either.flatMap(clean(cell), withoutMarkup), (text) => cutAtWord(text, length))

/** Reads text of several lines that may well be HTML, cut to a length in code points. */
export const htmlText =
  (length: number): Reader<string> =>
  (cell) =>
    Either.map(
      Either.flatMap(clean(cell), ({ notes, value }) =>
        Either.map(withoutMarkup({ notes, value }), (text) => ({ value: text.value, notes }))
      ),
      (text) => cutAtWord(text, length)
    )

/** Reads text of one line, cut to a length in code points. */
export const text =
  (length: number): Reader<string> =>
  (cell) =>
    Either.map(Either.flatMap(clean(cell), withoutMarkup), (text) => cutAtWord(onOneLine(text), length))

/** Reads text that must have something to show. */
export const filledText =
  (reader: Reader<string>): Reader<string> =>
  (cell, settings) =>
    Either.filterOrLeft(
      reader(cell, settings),
      ({ value }) => value !== "",
      () => ({ fault: "has nothing that can be shown", mend: "write some visible text" })
    )

/** Reads text that identifies something, with whatever settings: as it stands, on one line, never cut. */
export const readKey =
  (length: number) =>
  (cell: string): ReturnType<Reader<string>> =>
    Either.flatMap(Either.map(clean(cell), onOneLine), ({ notes, value }) =>
      exceeds(value, length)
        ? refused(
            `is longer than ${length} characters`,
            "shorten it: it tells one thing from another, and is never cut"
          )
        : value === ""
          ? refused("has nothing that can be shown", "write some visible text")
          : taken(value, notes)
    )

export const key: (length: number) => Reader<string> = readKey

/** Refuses what the scanner flags, because the text is shown as the shop's own words. */
export const unflagged =
  <A extends string>(reader: Reader<A>, advice: string): Reader<A> =>
  (cell, settings) =>
    Either.filterOrLeft(
      reader(cell, settings),
      ({ value }) => !settings.isFlagged(value),
      ({ value }) => ({
        fault: `${quote(value)} reads like instructions to the assistant`,
        mend: `it is shown as the shop's own words: ${advice}`
      })
    )

/** Reads a name that is shown as the shop's own words. */
export const ownWords = (length: number): Reader<string> =>
  unflagged(filledText(text(length)), "use a plain name or description")

/** Reads text of a form that a pattern describes, after a change of case or spelling. */
export const patterned =
  <A extends string>(is: (value: string) => value is A, change: (text: string) => string, form: string): Reader<A> =>
  (cell) =>
    Either.flatMap(Either.map(clean(cell), onOneLine), ({ notes, value }) => {
      const changed = change(value)
      return is(changed) ? taken(changed, notes) : refused(`${quote(value)} is not well-formed`, form)
    })

/** Reads one of a closed set of words, in any case. */
export const oneOf =
  <const A extends string>(words: ReadonlyArray<A>): Reader<A> =>
  (cell) =>
    Either.flatMap(clean(cell), ({ notes, value }) => {
      const word = words.find((word) => word === value.toLowerCase())
      return word === undefined
        ? refused(`${quote(value)} is none of ${words.join(", ")}`, "use one of these words")
        : taken(word, notes)
    })

/** Reads a list that is written `A|B`, each item by a reader; blank items are left out. */
export const listOf =
  <A>(reader: Reader<A>): Reader<ReadonlyArray<A>> =>
  (cell, settings) =>
    Either.map(
      Either.all(
        cell
          .split("|")
          .filter((item) => item.trim() !== "")
          .map((item) => reader(item, settings))
      ),
      (items) => ({
        value: items.map(({ value }) => value),
        notes: items.flatMap(({ notes }) => notes)
      })
    )
