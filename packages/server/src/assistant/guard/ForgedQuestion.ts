import { isBlockSentence } from "@storefront/domain/words/Block"
import { decoded } from "../../platform/text/neutral/Markup.ts"

/** Where a sentence or a line may end, and what parts it from the next. */
const ends = /((?<=[.:?!؟。：？！]["'”’»)\]*_]{0,9})[^\S\n]*(?=[^\s])|\n)/u

/** Pieces that one of the server's sentences may be spread over, and its length with all markup. */
const mostPieces = 8
const longest = 400

/** A tag, whole or broken. */
const tag = /<\s?\/?[a-z][^<>]*>/giu

/** A text that a line without words begins or ends. */
const spare = /^[^\S\n]*\n|\n[^\S\n]*$/u

/** Whether a reader sees one of the server's sentences there. */
const isForged = (text: string): boolean =>
  text.length <= longest &&
  /\p{L}/u.test(text) &&
  !spare.test(text) &&
  isBlockSentence(decoded(text).replaceAll(tag, " "))

/**
 * What a model said without the sentences by which only the server asks for a confirmation: nobody is to take the one for
 * the other. Line ends within a sentence, and markup, make no difference.
 */
export const withoutForgedQuestion = (text: string): string => {
  // Pieces, and behind each what parts it from the next.
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
