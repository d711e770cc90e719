import { isLatin, space } from "./Confusables.ts"
import { decodings } from "./Decoding.ts"
import { type Skeleton, skeletonOf } from "./Skeleton.ts"
import { joinSpacedLetters, hasInnerSigns, removeComments, unwrapLines } from "./Spelling.ts"

/** A reading of a text. Its name appears in findings, and `Scan` treats some names specially. */
export interface View {
  readonly name: string
  readonly skeleton: Skeleton
  /** Text in which literals are searched. */
  readonly source?: string
  /** True if the view is usually gibberish, so that only combinations of words count. */
  readonly isGuess?: boolean
}

/** Decodes rot13 in the text, because the skeleton merges some letters. */
const rot13 = (text: string): string => {
  const units = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const first = unit & 0x60
    units[index] = first >= 0x40 && isLatin(unit | 0x20) ? ((unit - first - 1 + 13) % 26) + first + 1 : unit
  }
  return Buffer.from(units.buffer).toString("utf16le")
}

const reverseLetters = (skeleton: Skeleton): Skeleton => skeleton.toReversed()

/** Reverses every word in place. */
const reverseWords = (skeleton: Skeleton): Skeleton => {
  const result = skeleton.slice()
  let start = 0
  for (let end = 0; end <= result.length; end++) {
    if (end === result.length || (result[end] ?? 0) <= space) {
      result.subarray(start, end).reverse()
      start = end + 1
    }
  }
  return result
}

/** Most levels of nested encodings that are decoded. */
const maxNesting = 2

const decodedViews = (text: string, depth: number): ReadonlyArray<View> =>
  Object.entries(decodings).flatMap(([name, decode]) => {
    const found = decode(text)
    if (found.length === 0) {
      return []
    }
    const source = found.join("\n")
    return [
      { name, skeleton: skeletonOf(source), source },
      ...(depth < maxNesting ? decodedViews(source, depth + 1) : [])
    ]
  })

/** Spelling tricks that are undone, by the view's name; each returns "" if it does not apply. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  despaced: joinSpacedLetters,
  unwrapped: unwrapLines,
  uncommented: removeComments
}

/** Returns all views of a text, the plain one first. */
export const viewsOf = (text: string): ReadonlyArray<View> => {
  const skeleton = skeletonOf(text)
  return [
    { name: "plain", skeleton, source: text },
    ...(hasInnerSigns(text) ? [{ name: "joined", skeleton: skeletonOf(text, true) }] : []),
    ...Object.entries(spellings).flatMap(([name, read]) => {
      const source = read(text)
      return source === "" ? [] : [{ name, skeleton: skeletonOf(source), source }]
    }),
    ...decodedViews(text, 1),
    { name: "rot13", skeleton: skeletonOf(rot13(text)), isGuess: true },
    { name: "reversed", skeleton: reverseLetters(skeleton), isGuess: true },
    { name: "words-reversed", skeleton: reverseWords(skeleton), isGuess: true }
  ]
}
