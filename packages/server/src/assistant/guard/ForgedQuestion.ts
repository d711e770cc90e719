import { isBlockSentence } from "@storefront/domain/words/Block"
import { decoded } from "../../platform/text/neutral/Markup.ts"

/** End of a sentence or a line, with the separator before the next. */
const ends = /((?<=[.:?!؟。：？！]["'”’»)\]*_]{0,9})[^\S\n]*(?=[^\s])|\n)/u

/** Pieces that one of the server's sentences may be spread over, and its maximum length with markup. */
const mostPieces = 8
const longest = 400

/** A tag, whole or broken. */
const tag = /<\s?\/?[a-z][^<>]*>/giu

/** Text with an empty line at its start or end. */
const spare = /^[^\S\n]*\n|\n[^\S\n]*$/u

/** Returns whether a reader would see one of the server's sentences in the text. */
const isForged = (text: string): boolean =>
  text.length <= longest &&
  /\p{L}/u.test(text) &&
  !spare.test(text) &&
  isBlockSentence(decoded(text).replaceAll(tag, " "))

/**
 * Removes a model's imitations of the sentences with which only the server asks for a confirmation. Line ends within a
 * sentence, and markup, make no difference.
 */
export const withoutForgedQuestion = (text: string): string => {
  // Pieces, each followed by its separator.
  const parts = text.split(ends)
  const pieces = parts.filter((_part, index) => index % 2 === 0)
  const between = parts.filter((_part, index) => index % 2 === 1)
  let said = ""
  let index = 0
  while (index < pieces.length) {
    let length = Math.min(mostPieces, pieces.length - index)
    while (length > 0 && !isForged(parts.slice(2 * index, 2 * (index + length) - 1).join(""))) {
      length--
    }
    if (length === 0) {
      said += `${pieces[index] ?? ""}${between[index] ?? ""}`
      index++
    } else {
      index += length
      const next = between[index - 1] ?? ""
      said += next === "\n" && said !== "" && !said.endsWith("\n") ? next : ""
    }
  }
  return said
}
