import { isBlockSentence } from "@storefront/domain/words/Block"
import { decoded } from "../../platform/text/neutral/Markup.ts"

/** Separator after a sentence or a line. */
const ends = /((?<=[.:?!؟。：？！]["'”’»)\]*_]{0,9})[^\S\n]*(?=[^\s])|\n)/u

/** Maximum parts that one of the server's sentences may be spread over, and its maximum length with markup. */
const mostPieces = 8
const longest = 400

/** HTML tag; egress may have put a blank into it. */
const tag = /<\s?\/?[a-z][^<>]*>/giu

/** Empty line at the start or the end of a text. */
const spare = /^[^\S\n]*\n|\n[^\S\n]*$/u

/** Returns whether a reader would take the text for one of the server's sentences. */
const isForged = (text: string): boolean =>
  text.length <= longest &&
  /\p{L}/u.test(text) &&
  !spare.test(text) &&
  isBlockSentence(decoded(text).replaceAll(tag, " "))

/**
 * Removes imitations of the sentences with which only the server asks for a confirmation. Line breaks and markup inside
 * them make no difference.
 */
export const withoutForgedQuestion = (text: string): string => {
  // Sentences and separators, alternately.
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
