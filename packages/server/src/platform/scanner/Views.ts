import { isLatin, space } from "./Confusables.ts"
import { decodings } from "./Decoding.ts"
import { type Skeleton, skeletonOf } from "./Skeleton.ts"
import { despaced, hasInnerSigns, uncommented, unwrapped } from "./Spelling.ts"

/** A way to read a text. */
export interface View {
  readonly name: string
  readonly skeleton: Skeleton
  /** The text whose letters and signs are looked at as well. */
  readonly source?: string
  /** Whether it is only worth a look at its words, because as a rule it is gibberish. */
  readonly isGuess?: boolean
}

/** Of the text, not of its skeleton, where some letters have become alike. */
const rot13 = (text: string): string => {
  const units = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const first = unit & 0x60
    units[index] = first >= 0x40 && isLatin(unit | 0x20) ? ((unit - first - 1 + 13) % 26) + first + 1 : unit
  }
  return Buffer.from(units.buffer).toString("utf16le")
}

const reversed = (skeleton: Skeleton): Skeleton => skeleton.toReversed()

/** Every word from its end to its beginning. */
const wordsReversed = (skeleton: Skeleton): Skeleton => {
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

/** As many decodings may lie in each other. */
const deepest = 2

const decoded = (text: string, depth: number): ReadonlyArray<View> =>
  Object.entries(decodings).flatMap(([name, decode]) => {
    const found = decode(text)
    if (found.length === 0) {
      return []
    }
    const source = found.join("\n")
    return [{ name, skeleton: skeletonOf(source), source }, ...(depth < deepest ? decoded(source, depth + 1) : [])]
  })

/** Other ways to read the letters of a text; an empty text where there is nothing else to read. */
const spellings: Readonly<Record<string, (text: string) => string>> = { despaced, unwrapped, uncommented }

/** All views of a text, the plain one first. */
export const viewsOf = (text: string): ReadonlyArray<View> => {
  const skeleton = skeletonOf(text)
  return [
    { name: "plain", skeleton, source: text },
    ...(hasInnerSigns(text) ? [{ name: "joined", skeleton: skeletonOf(text, true) }] : []),
    ...Object.entries(spellings).flatMap(([name, read]) => {
      const source = read(text)
      return source === "" ? [] : [{ name, skeleton: skeletonOf(source), source }]
    }),
    ...decoded(text, 1),
    { name: "rot13", skeleton: skeletonOf(rot13(text)), isGuess: true },
    { name: "reversed", skeleton: reversed(skeleton), isGuess: true },
    { name: "words-reversed", skeleton: wordsReversed(skeleton), isGuess: true }
  ]
}
