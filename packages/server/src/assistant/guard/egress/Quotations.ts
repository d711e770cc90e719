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
/** Maximum gap, in words, within such a run. */
const maxRunGap = 2
const maxScattered = 2 * minQuoted

/** Single letter at the end of a text, which may be spelling a word: before white space, or before a sign and a letter. */
const letterAtEnd = /(?<!\p{L})\p{L}[^\p{L}\p{N}\s]?$/u

interface Word extends Range {
  readonly word: string
}

/** Splits a text into words. Skips numbers, and immediate repetitions, also of the word before the text. */
const wordsOf = ({ text }: Normalised, before?: string): ReadonlyArray<Word> =>
  Array.fromIterable(text.matchAll(wordPattern))
    .map(({ 0: found, index }) => ({ word: found.replaceAll(nonLetters, ""), from: index, to: index + found.length }))
    .filter(({ word }) => /\p{L}/u.test(word))
    .filter(({ word }, at, words) => word !== (at === 0 ? before : words[at - 1]?.word))

const shinglesOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(shingleSize - 1).map((_, at) => words.slice(at, at + shingleSize).join(" "))

/** Cache of shingles by instructions, which are the same in every turn of an agent and a role. */
const shingleCache = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

const shinglesIn = (instructions: string): ReadonlySet<string> => {
  const shingles =
    shingleCache.get(instructions) ?? new Set(shinglesOf(wordsOf(normaliseWords(instructions)).map(({ word }) => word)))
  shingleCache.set(instructions, shingles)
  return shingles
}

/** Range of words, both ends inclusive, counted from the first one of the model, and the number of them quoted. */
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

const totalOf = (runs: ReadonlyArray<Run>): number => runs.reduce((sum, { quoted }) => sum + quoted, 0)

const isLong = ({ quoted }: Run): boolean => quoted >= minRun

/** Returns whether the last run is long enough to remove together with the words behind it, which may belong to it. */
const mayGrow = (nearby: ReadonlyArray<Run>, count: number): boolean =>
  nearby.slice(-1).some(({ quoted, to }) => {
    const behind = count - 1 - to
    return behind > 0 && behind <= maxGap && quoted + behind >= minQuoted
  })

/** Returns whether the last run may go on and get long. */
const mayGetLong = (runs: ReadonlyArray<Run>, count: number): boolean =>
  runs.slice(-1).some((run) => !isLong(run) && count - 1 - run.to <= maxRunGap)

/** Words of the model so far, released or not, as far as a quotation may go on from them. */
export interface Quoted {
  /** Number of words. */
  readonly count: number
  /** The last words, too few for a shingle. */
  readonly last: ReadonlyArray<string>
  /** The last run, merged over `maxGap`; none, or one. */
  readonly nearby: ReadonlyArray<Run>
  /** The last run, merged over `maxRunGap`; none, or one. */
  readonly run: ReadonlyArray<Run>
  /** Words in the long runs before it. */
  readonly scattered: number
}

export const nothingQuoted: Quoted = { count: 0, last: [], nearby: [], run: [], scattered: 0 }

/** Text without quotations. */
export interface WithoutQuotations {
  readonly text: string
  /** Words of the model up to the end of the text. */
  readonly quoted: Quoted
  /** True if words at the end may belong to a quotation that goes on, or to a word that is being spelled. */
  readonly isOpen: boolean
}

/**
 * Removes quotations from the instructions, from the first to the last word of each. Changed, added and omitted words
 * do not hide one as long as `shingleSize` words in a row remain between them. A quotation may have begun before the
 * text; its words in the text are removed once it is long enough, so that fewer than `minQuoted` words go out.
 */
export const withoutQuotations = (text: string, instructions: string, before: Quoted): WithoutQuotations => {
  const shingles = shinglesIn(instructions)
  const normalised = normaliseWords(text)
  const words = wordsOf(normalised, before.last.at(-1))
  const known = [...before.last, ...words.map(({ word }) => word)]
  const first = before.count - before.last.length
  const count = before.count + words.length
  const quotedShingles = shinglesOf(known).flatMap((shingle, at) =>
    shingles.has(shingle) ? [{ from: first + at, to: first + at + shingleSize - 1, quoted: shingleSize }] : []
  )
  const nearby = mergeRuns([...before.nearby, ...quotedShingles], maxGap)
  const runs = mergeRuns([...before.run, ...quotedShingles], maxRunGap)
  const scattered = before.scattered + totalOf(runs.filter(isLong))
  const isScattered = scattered >= maxScattered
  const isNearlyScattered = scattered + minRun >= maxScattered
  const quoted = mergeRuns(
    [...nearby.filter(({ quoted }) => quoted >= minQuoted), ...(isScattered ? runs.filter(isLong) : [])]
      .filter(({ to }) => to >= before.count)
      .toSorted((one, other) => one.from - other.from || other.to - one.to),
    0
  )
  return {
    text: replace(
      text,
      normalised,
      quoted.map(({ from, to }) => ({
        from: words[Math.max(0, from - before.count)]?.from ?? 0,
        to: words[to - before.count]?.to ?? 0
      })),
      removedMark
    ),
    quoted: {
      count,
      last: known.slice(1 - shingleSize),
      nearby: nearby.slice(-1),
      run: runs.slice(-1),
      scattered: before.scattered + totalOf(runs.slice(0, -1).filter(isLong))
    },
    isOpen:
      letterAtEnd.test(normalised.text) || mayGrow(nearby, count) || (isNearlyScattered && mayGetLong(runs, count))
  }
}
