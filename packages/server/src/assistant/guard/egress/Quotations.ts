import { Array } from "effect"
import { LRUCache } from "lru-cache"
import { marked, readWords, type Reading, type Stretch } from "./Reading.ts"

/** Removal of quotations from the instructions, found by shingles: sequences of words that both texts contain. */

export const removedMark = "[removed]"

const wordsIn = new RegExp(
  [
    // Words with separated letters: `w-o-r-d`, `w o r d`.
    String.raw`(?<!\p{L})\p{L}([^\p{L}\p{N}\s])\p{L}(?:\1\p{L})*(?!\p{L})`,
    String.raw`(?<!\p{L})\p{L}(?:\s\p{L})+(?![^\p{L}\p{N}\s]?\p{L})`,
    String.raw`[\p{L}\p{N}]+`
  ].join("|"),
  "gu"
)
const between = /[^\p{L}\p{N}]/gu

/** Number of successive words that count as quoted if the instructions contain them in this order. */
const shingle = 4
/** Minimum quoted words to remove. It allows a sentence or two, since customers ask for the shop's rules. */
const quotation = 40
/** Maximum gap, in words, between runs that count as one quotation. */
const widestGap = 8
/** Runs of at least this length count together wherever they are; `maxScattered` of their words are removed. */
const leastPiece = 12
const mostScattered = 2 * quotation

interface Word extends Stretch {
  readonly word: string
}

/** Splits a text into words. Skips numbers and immediate repetitions, by which a quotation could be disguised. */
const split = ({ text }: Reading): ReadonlyArray<Word> =>
  Array.fromIterable(text.matchAll(wordsIn))
    .map(({ 0: found, index }) => ({ word: found.replaceAll(between, ""), from: index, to: index + found.length }))
    .filter(({ word }) => /\p{L}/u.test(word))
    .filter(({ word }, at, words) => word !== words[at - 1]?.word)

const shinglesOf = (words: ReadonlyArray<Word>): ReadonlyArray<string> =>
  words.slice(shingle - 1).map((_, at) =>
    words
      .slice(at, at + shingle)
      .map(({ word }) => word)
      .join(" ")
  )

/** Shingles by instructions. Those are equal in every turn of a process, but differ by agent and role. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

const shinglesIn = (instructions: string): ReadonlySet<string> => {
  const shingles = known.get(instructions) ?? new Set(shinglesOf(split(readWords(instructions))))
  known.set(instructions, shingles)
  return shingles
}

/** Range of words, both ends inclusive, and the number of them that are quoted. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly taken: number
}

/** Merges runs that are at most `gap` words apart. */
const joined = (pieces: ReadonlyArray<Piece>, gap: number): ReadonlyArray<Piece> => {
  const result: Array<Piece> = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last !== undefined && piece.from - last.to - 1 <= gap) {
      const overlap = Math.max(0, last.to - piece.from + 1)
      result[result.length - 1] = { from: last.from, to: piece.to, taken: last.taken + piece.taken - overlap }
    } else {
      result.push(piece)
    }
  }
  return result
}

/**
 * Removes quotations from the instructions, from the first to the last word of each. Changed, added and omitted words
 * do not hide one as long as `shingleSize` words in a row remain between them.
 */
export const withoutQuotations = (text: string, instructions: string): string => {
  const shingles = shinglesIn(instructions)
  const reading = readWords(text)
  const words = split(reading)
  const pieces = joined(
    shinglesOf(words).flatMap((run, at) =>
      shingles.has(run) ? [{ from: at, to: at + shingle - 1, taken: shingle }] : []
    ),
    0
  )
  const long = joined(pieces, 2).filter(({ taken }) => taken >= leastPiece)
  const isScattered = long.reduce((sum, { taken }) => sum + taken, 0) >= mostScattered
  const together = joined(pieces, widestGap).filter(({ taken }) => taken >= quotation)
  const quoted = joined(
    [...together, ...(isScattered ? long : [])].toSorted((one, other) => one.from - other.from || other.to - one.to),
    0
  )
  return marked(
    text,
    reading,
    quoted.map(({ from, to }) => ({ from: words[from]?.from ?? 0, to: words[to]?.to ?? 0 })),
    removedMark
  )
}
