import { isUnspaced, lineBreak, space } from "./Confusables.ts"
import * as Arabic from "./lexicon/Arabic.ts"
import * as Chinese from "./lexicon/Chinese.ts"
import * as Dutch from "./lexicon/Dutch.ts"
import * as English from "./lexicon/English.ts"
import * as French from "./lexicon/French.ts"
import * as German from "./lexicon/German.ts"
import * as Hindi from "./lexicon/Hindi.ts"
import * as Italian from "./lexicon/Italian.ts"
import * as Japanese from "./lexicon/Japanese.ts"
import * as Korean from "./lexicon/Korean.ts"
import * as Portuguese from "./lexicon/Portuguese.ts"
import * as Russian from "./lexicon/Russian.ts"
import * as Spanish from "./lexicon/Spanish.ts"
import * as Turkish from "./lexicon/Turkish.ts"
import { marks, type Skeleton, skeletonOf } from "./Skeleton.ts"
import { splitterOf } from "./Splitting.ts"
import { typosOf } from "./Typos.ts"
import { entriesOf, isLatinWord, type WordClass, wordClasses, type Words } from "./Words.ts"

/** Lexicons by language. */
export const languages: Readonly<Record<string, Words>> = {
  en: English.words,
  de: German.words,
  fr: French.words,
  es: Spanish.words,
  it: Italian.words,
  pt: Portuguese.words,
  ru: Russian.words,
  zh: Chinese.words,
  ja: Japanese.words,
  ko: Korean.words,
  hi: Hindi.words,
  nl: Dutch.words,
  tr: Turkish.words,
  ar: Arabic.words
}

/** A word of a class in a skeleton, at a position in letters, of which ideographs and breaks count for several. */
export interface Hit {
  readonly wordClass: WordClass
  readonly start: number
  readonly end: number
}

interface Node {
  next: Map<number, Node> | undefined
  /** Node after a star, which matches any rest of the word. */
  afterStar: Node | undefined
  readonly classes: Array<WordClass>
}

/** Letters that a break between sentences counts for, so that words of one sentence are closer than those of two. */
const breakWidth = 25
/** Letters that an ideograph or syllable counts for. */
const unspacedWidth = 3

/** Most letters that a star matches. */
const maxStarLength = 24

const node = (): Node => ({ next: undefined, afterStar: undefined, classes: [] })

const star = 42

const insert = (root: Node, codes: Iterable<number>, wordClass: WordClass) => {
  let current = root
  for (const code of codes) {
    if (code === star) {
      current = current.afterStar ??= node()
    } else {
      current.next ??= new Map()
      const next = current.next.get(code) ?? node()
      current.next.set(code, next)
      current = next
    }
  }
  current.classes.push(wordClass)
}

const isBoundary = (code: number | undefined) => code === undefined || code <= space

/** Returns the skeleton without its leading and trailing break. */
const trimmed = (skeleton: Skeleton) => skeleton.subarray(1, -1)

/** Converts an entry to folded codes, with its stars kept. */
const codesOf = (entry: string): ReadonlyArray<number> =>
  entry
    .split("*")
    .flatMap((part, index) => [
      ...(index > 0 ? [star] : []),
      ...(index > 0 && part.startsWith(" ") ? [space] : []),
      ...trimmed(skeletonOf(part))
    ])

interface Entry {
  readonly codes: ReadonlyArray<number>
  readonly wordClass: WordClass
}

const entriesIn = (lexicons: ReadonlyArray<Words>): ReadonlyArray<Entry> =>
  lexicons.flatMap((words) =>
    wordClasses.flatMap((wordClass) =>
      entriesOf(words[wordClass] ?? "").map((entry) => ({ codes: codesOf(entry), wordClass }))
    )
  )

/** Finds words of the lexicon in skeletons. */
export interface Lexicon {
  readonly find: (skeleton: Skeleton) => ReadonlyArray<Hit>
  /** Corrects single typing errors in words that attacks use, and splits words that run together. */
  readonly correct: (skeleton: Skeleton) => Skeleton
}

const walk = (root: Node, skeleton: Skeleton): ReadonlyArray<Hit> => {
  const hits: Array<Hit> = []
  const follow = (from: Node, first: number, start: number, position: number) => {
    let at: Node | undefined = from
    let end = first
    while (at !== undefined) {
      if (at.classes.length > 0 && (isBoundary(skeleton[end]) || isUnspaced(skeleton[end - 1] ?? 0))) {
        push(at, position, end - start)
      }
      if (at.afterStar !== undefined) {
        push(at.afterStar, position, end - start)
        if (at.afterStar.next !== undefined) {
          let next = end
          while (next - end < maxStarLength && !isBoundary(skeleton[next])) {
            next++
          }
          follow(at.afterStar, next, start, position)
        }
      }
      const following: number | undefined = skeleton[end]
      at = following === undefined ? undefined : at.next?.get(following)
      end++
    }
  }
  const push = ({ classes }: Node, position: number, length: number) => {
    for (const wordClass of classes) {
      hits.push({ wordClass, start: position, end: position + length })
    }
  }
  let position = 0
  for (let start = 0; start < skeleton.length; start++) {
    const code = skeleton[start] ?? 0
    position += code === lineBreak ? breakWidth : isUnspaced(code) ? unspacedWidth : 1
    if (code > space && (isUnspaced(code) || isBoundary(skeleton[start - 1]))) {
      const first = root.next?.get(code)
      if (first !== undefined) {
        follow(first, start + 1, start, position)
      }
    }
  }
  return hits
}

/** Classes of ordinary talk, towards which typing errors are not corrected: a correction must never excuse a text. */
const uncorrectedClasses: ReadonlySet<WordClass> = new Set([
  "shop",
  "goods",
  "coupon",
  "asking",
  "questioned",
  "mine",
  "records"
])

const build = (): Lexicon => {
  const entries = entriesIn(Object.values(languages))
  const root = node()
  for (const { codes, wordClass } of entries) {
    insert(root, codes, wordClass)
  }
  for (const wordClass of ["link", "mailbox", "identifier"] as const) {
    insert(root, [marks[wordClass].charCodeAt(0)], wordClass)
  }
  const wordsIn = (lexicons: ReadonlyArray<Entry>) =>
    lexicons
      .filter(({ codes }) => !codes.includes(star))
      .flatMap(({ codes }) => wordsOf(codes).filter((word) => isLatinWord(word, 0, word.length)))
  const common = entriesOf(English.common).map((entry) => trimmed(skeletonOf(entry)))
  const typos = typosOf(
    wordsIn(entries.filter(({ wordClass }) => !uncorrectedClasses.has(wordClass))),
    [...wordsIn(entries), ...common],
    splitterOf(
      [...entries.flatMap(({ codes }) => wordsOf(codes)), ...common],
      [...wordsIn(entriesIn([English.words])), ...common]
    )
  )
  return { find: (skeleton) => walk(root, skeleton), correct: typos.correct }
}

/** Splits an entry into its words and stems. */
const wordsOf = (codes: ReadonlyArray<number>): ReadonlyArray<Skeleton> => {
  const words: Array<Array<number>> = [[]]
  for (const code of codes) {
    if (code <= space || code === star) {
      words.push([])
    } else {
      words.at(-1)?.push(code)
    }
  }
  return words.map((word) => Uint16Array.from(word))
}

let built: Lexicon | undefined

/** Returns the lexicon of all languages, built on first use. */
export const lexicon = (): Lexicon => (built ??= build())
