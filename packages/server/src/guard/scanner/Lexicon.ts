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
import { type Typos, typosOf } from "./Typos.ts"
import { entriesOf, isLatinWord, type WordClass, wordClasses, type Words } from "./Words.ts"

/** The words of every language. */
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

/** A word of a class, and where it stands: in letters from the beginning, with room between sentences. */
export interface Hit {
  readonly wordClass: WordClass
  readonly start: number
  readonly end: number
}

interface Node {
  next: Map<number, Node> | undefined
  /** Where an entry goes on after any rest of the word. */
  rest: Node | undefined
  /** Classes of the entries that end here. */
  readonly classes: Array<WordClass>
}

/** A sentence's end counts as many letters, so that what belongs together is looked for in one sentence first. */
const breakWidth = 25
/** An ideograph or a syllable stands for about as many letters. */
const unspacedWidth = 3

/** Most letters that a star stands for. */
const longestRest = 24

const node = (): Node => ({ next: undefined, rest: undefined, classes: [] })

const star = 42

const insert = (root: Node, codes: Iterable<number>, wordClass: WordClass) => {
  let at = root
  for (const code of codes) {
    if (code === star) {
      at = at.rest ??= node()
    } else {
      at.next ??= new Map()
      const next = at.next.get(code) ?? node()
      at.next.set(code, next)
      at = next
    }
  }
  at.classes.push(wordClass)
}

const isBoundary = (code: number | undefined) => code === undefined || code <= space

/** A skeleton without the breaks around it. */
const trimmed = (skeleton: Skeleton) => skeleton.subarray(1, -1)

/** The codes of an entry; stars stay. */
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

const entriesOfAll = (): ReadonlyArray<Entry> =>
  Object.values(languages).flatMap((words) =>
    wordClasses.flatMap((wordClass) =>
      entriesOf(words[wordClass] ?? "").map((entry) => ({ codes: codesOf(entry), wordClass }))
    )
  )

/** Finds the words of the lexicon in skeletons. */
export interface Lexicon {
  /** In text whose words are apart. */
  readonly find: (skeleton: Skeleton) => ReadonlyArray<Hit>
  /** In letters without spaces. */
  readonly findInside: (skeleton: Skeleton) => ReadonlyArray<Hit>
  readonly correct: Typos["correct"]
}

/** In text without spaces, shorter words would be found in all others. */
const leastInside = 5

const walk = (root: Node, skeleton: Skeleton, isInside: boolean): ReadonlyArray<Hit> => {
  const hits: Array<Hit> = []
  const follow = (from: Node, first: number, start: number, position: number) => {
    let at: Node | undefined = from
    let end = first
    while (at !== undefined) {
      if (at.classes.length > 0 && (isInside || isBoundary(skeleton[end]) || isUnspaced(skeleton[end - 1] ?? 0))) {
        push(at, position, end - start)
      }
      if (at.rest !== undefined) {
        push(at.rest, position, end - start)
        if (at.rest.next !== undefined) {
          let next = end
          while (next - end < longestRest && !isBoundary(skeleton[next])) {
            next++
          }
          follow(at.rest, next, start, position)
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
    if (code > space && (isInside || isUnspaced(code) || isBoundary(skeleton[start - 1]))) {
      const first = root.next?.get(code)
      if (first !== undefined) {
        follow(first, start + 1, start, position)
      }
    }
  }
  return hits
}

/** Words of these classes speak for ordinary talk: who mistypes them is not to be helped. */
const exceptions: ReadonlySet<WordClass> = new Set([
  "shop",
  "goods",
  "coupon",
  "asking",
  "questioned",
  "mine",
  "records"
])

/** The entries without their spaces, of those that are long enough to be found inside other letters. */
const insideTrie = (entries: ReadonlyArray<Entry>): Node => {
  const inside = node()
  for (const { codes, wordClass } of entries) {
    const joined = codes.filter((code) => code > space && code !== star)
    if (joined.length >= leastInside) {
      insert(inside, joined, wordClass)
    }
  }
  return inside
}

const build = (): Lexicon => {
  const entries = entriesOfAll()
  const spaced = node()
  for (const { codes, wordClass } of entries) {
    insert(spaced, codes, wordClass)
  }
  for (const wordClass of ["link", "mailbox", "identifier"] as const) {
    insert(spaced, [marks[wordClass].charCodeAt(0)], wordClass)
  }
  // Few texts are spaced out.
  let inside: Node | undefined
  const wordsIn = (chosen: ReadonlyArray<Entry>) =>
    chosen.filter(({ codes }) => !codes.includes(star)).flatMap(({ codes }) => latinWordsOf(Uint16Array.from(codes)))
  const typos = typosOf(wordsIn(entries.filter(({ wordClass }) => !exceptions.has(wordClass))), [
    ...wordsIn(entries),
    ...entriesOf(English.common).map((entry) => trimmed(skeletonOf(entry)))
  ])
  return {
    find: (skeleton) => walk(spaced, skeleton, false),
    findInside: (skeleton) => walk((inside ??= insideTrie(entries)), skeleton, true),
    correct: typos.correct
  }
}

const latinWordsOf = (skeleton: Skeleton): ReadonlyArray<Skeleton> => {
  const words: Array<Skeleton> = []
  let start = 0
  for (let end = 0; end <= skeleton.length; end++) {
    if (isBoundary(skeleton[end])) {
      if (end > start && isLatinWord(skeleton, start, end)) {
        words.push(skeleton.subarray(start, end))
      }
      start = end + 1
    }
  }
  return words
}

let built: Lexicon | undefined

/** The lexicon of all languages, made on first use. */
export const lexicon = (): Lexicon => (built ??= build())
