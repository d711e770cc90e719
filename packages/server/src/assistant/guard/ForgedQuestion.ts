import { isBlockSentence } from "@storefront/domain/words/ConfirmationBlock"
import { decodeEntities } from "../../platform/text/neutral/Markup.ts"

/** Separator after a sentence or a line. */
const separator = /((?<=[.:?!؟。：？！]["'”’»)\]*_]{0,9})[^\S\n]*(?=[^\s])|\n)/u

/** Maximum parts that one of the server's sentences may be spread over, and its maximum length with markup. */
const maxParts = 8
const maxLength = 400

/** HTML tag; egress may have put a blank into it. */
const htmlTag = /<\s?\/?[a-z][^<>]*>/giu

/** Empty line at the start or the end of a text. */
const emptyEdge = /^[^\S\n]*\n|\n[^\S\n]*$/u

/** Returns whether a reader would take the text for one of the server's sentences. */
const isForged = (text: string): boolean =>
  text.length <= maxLength &&
  /\p{L}/u.test(text) &&
  !emptyEdge.test(text) &&
  isBlockSentence(decodeEntities(text).replaceAll(htmlTag, " "))

/** Removes imitations of the sentences by which only the server asks for a confirmation, even with markup in them. */
export const withoutForgedQuestion = (text: string): string => {
  // Sentences and separators, alternately.
  const parts = text.split(separator)
  const sentences = parts.filter((_part, index) => index % 2 === 0)
  const separators = parts.filter((_part, index) => index % 2 === 1)
  let kept = ""
  let index = 0
  while (index < sentences.length) {
    let length = Math.min(maxParts, sentences.length - index)
    while (length > 0 && !isForged(parts.slice(2 * index, 2 * (index + length) - 1).join(""))) {
      length--
    }
    if (length === 0) {
      kept += `${sentences[index] ?? ""}${separators[index] ?? ""}`
      index++
    } else {
      index += length
      const next = separators[index - 1] ?? ""
      kept += next === "\n" && kept !== "" && !kept.endsWith("\n") ? next : ""
    }
  }
  return kept
}
