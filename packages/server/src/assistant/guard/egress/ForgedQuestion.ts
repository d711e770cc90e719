import { matchBlockSentence } from "@storefront/domain/words/ConfirmationBlock"
import { decodeEntities } from "../../../platform/text/neutral/Markup.ts"

/** Separator after a sentence or a line. */
const separator = /((?<=[.:?!؟。：？！]["'”’»)\]*_]{0,9})[^\S\n]*(?=[^\s])|\n)/u

/** Maximum parts that one of the server's sentences may be spread over, and its maximum length with markup. */
const maxParts = 8
const maxLength = 400

/** HTML tag, complete or cut off at the end; egress may have put a blank into it. */
const htmlTag = /<\s?\/?[a-z][^<>]*(?:>|$)/giu

/** Empty line at the start or the end of a text. */
const emptyStart = /^[^\S\n]*\n/u
const emptyEnd = /\n[^\S\n]*$/u

/** Part of a text: its end, and the separator behind it. */
interface Part {
  readonly end: number
  readonly separator: string
}

const partsOf = (text: string): ReadonlyArray<Part> => {
  // Sentences and separators, alternately.
  const pieces = text.split(separator)
  const parts: Array<Part> = []
  let end = 0
  for (let index = 0; index < pieces.length; index += 2) {
    end += pieces[index]?.length ?? 0
    const behind = pieces[index + 1] ?? ""
    parts.push({ end, separator: behind })
    end += behind.length
  }
  return parts
}

/** Text without imitations of the server's sentences. */
export interface WithoutForgedQuestion {
  readonly text: string
  /** True if the text may end in the beginning of one. */
  readonly isOpen: boolean
}

/** Removes imitations of the sentences by which only the server asks for a confirmation, even with markup in them. */
export const withoutForgedQuestion = (text: string): WithoutForgedQuestion => {
  const parts = partsOf(text)
  let isOpen = false
  /** Returns the number of parts from this one on that a reader would take for one of the server's sentences, or 0. */
  const forgedFrom = (index: number, start: number): number => {
    let forged = 0
    for (let length = 1; length <= maxParts && index + length <= parts.length; length++) {
      const joined = text.slice(start, parts[index + length - 1]?.end)
      if (joined.length > maxLength || emptyStart.test(joined)) {
        return forged
      }
      const match = matchBlockSentence(decodeEntities(joined).replaceAll(htmlTag, " "))
      if (match === "other") {
        return forged
      }
      forged = match === "sentence" && !emptyEnd.test(joined) ? length : forged
      isOpen ||= match === "beginning" && index + length === parts.length
    }
    return forged
  }
  let kept = ""
  let index = 0
  let start = 0
  while (index < parts.length) {
    const forged = forgedFrom(index, start)
    const part = parts[index + Math.max(forged, 1) - 1]
    const behind = part?.separator ?? ""
    const next = (part?.end ?? text.length) + behind.length
    if (forged === 0) {
      kept += text.slice(start, next)
    } else if (kept !== "" && !kept.endsWith("\n")) {
      // Keeps the words on both sides apart.
      kept += behind === "\n" ? behind : /\s$/u.test(kept) ? "" : " "
    }
    index += Math.max(forged, 1)
    start = next
  }
  return { text: kept, isOpen }
}
