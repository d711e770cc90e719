import { Array } from "effect"
import { LRUCache } from "lru-cache"
import { replace, normaliseWords, type Normalised, type Range } from "./NormalisedText.ts"

/** Removal of quotations from the instructions, found by shingles: sequences of words that both texts contain. */

export const removedMark = "[removed]"

const wordPattern = new RegExp(
  [
    // Words with separated letters: `w-o-r-d`, `w o r d`.
    String.raw`(?<!\p{L})\p{L}([^\p{L}\p{N}\s])\p{L}(?:\1\p{L})*(?!\p{L})`,
    String.raw`(?<!\p{L})\p{L}(?:\s\p{L})+(?![^\p{L}\p{N}\s]?\p{L})`,
    String.raw`[\p{L}\p{N}]+`
  ].join("|"),
  "gu"
)
const nonLetters = /[^\p{L}\p{N}]/gu

/** Number of successive words that count as quoted if the instructions contain them in this order. */
const shingleSize = 4
/** Minimum quoted words to remove. It allows a sentence or two, since customers ask for the shop's rules. */
const minQuoted = 40
/** Maximum gap, in words, between runs that count as one quotation. */
const maxGap = 8
/** Runs of at least this length count together wherever they are; `maxScattered` of their words are removed. */
const minRun = 12
const maxScattered = 2 * minQuoted

interface Word extends Range {
  readonly word: string
}

/** Splits a text into words. Skips numbers and immediate repetitions, which carry no content. */
const wordsOf = ({ text }: Normalised): ReadonlyArray<Word> =>
  Array.fromIterable(text.matchAll(wordPattern))
    .map(({ 0: found, index }) => ({ word: found.replaceAll(nonLetters, ""), from: index, to: index + found.length }))
    .filter(({ word }) => /\p{L}/u.test(word))
    .filter(({ word }, at, words) => word !== words[at - 1]?.word)

const shinglesOf = (words: ReadonlyArray<Word>): ReadonlyArray<string> =>
  words.slice(shingleSize - 1).map((_, at) =>
    words
      .slice(at, at + shingleSize)
      .map(({ word }) => word)
      .join(" ")
  )

/** Cache of shingles by instructions, which are the same in every turn of an agent and a role. */
const shingleCache = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

const shinglesIn = (instructions: string): ReadonlySet<string> => {
  const shingles = shingleCache.get(instructions) ?? new Set(shinglesOf(wordsOf(normaliseWords(instructions))))
  shingleCache.set(instructions, shingles)
  return shingles
}

/** Range of words, both ends inclusive, and the number of them that are quoted. */
interface Run {
  readonly from: number
  readonly to: number
  readonly quoted: number
}

/** Merges runs that are at most `gap` words apart. */
const mergeRuns = (runs: ReadonlyArray<Run>, gap: number): ReadonlyArray<Run> => {
  const result: Array<Run> = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last !== undefined && run.from - last.to - 1 <= gap) {
      const overlap = Math.max(0, last.to - run.from + 1)
      result[result.length - 1] = { from: last.from, to: run.to, quoted: last.quoted + run.quoted - overlap }
    } else {
      result.push(run)
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
  const normalised = normaliseWords(text)
  const words = wordsOf(normalised)
  const runs = mergeRuns(
    shinglesOf(words).flatMap((shingle, at) =>
      shingles.has(shingle) ? [{ from: at, to: at + shingleSize - 1, quoted: shingleSize }] : []
    ),
    0
  )
  const long = mergeRuns(runs, 2).filter(({ quoted }) => quoted >= minRun)
  const isScattered = long.reduce((sum, { quoted }) => sum + quoted, 0) >= maxScattered
  const nearby = mergeRuns(runs, maxGap).filter(({ quoted }) => quoted >= minQuoted)
  const quoted = mergeRuns(
    [...nearby, ...(isScattered ? long : [])].toSorted((one, other) => one.from - other.from || other.to - one.to),
    0
  )
  return replace(
    text,
    normalised,
    quoted.map(({ from, to }) => ({ from: words[from]?.from ?? 0, to: words[to]?.to ?? 0 })),
    removedMark
  )
}
