import { editDistance } from "@storefront/domain/rules/EditDistance"
import * as WordLists from "./WordLists.ts"

const placeWords = [...WordLists.places.keys()].flatMap((place) => place.split(" ")).filter(({ length }) => length > 5)

const expectedWords: ReadonlyArray<string> = [
  ...new Set([...WordLists.shopWords, ...WordLists.shopNouns.keys(), ...WordLists.departments.keys(), ...placeWords])
]

const knownWords: ReadonlySet<string> = new Set([
  ...expectedWords,
  ...WordLists.commonWords,
  ...WordLists.stopWords,
  ...WordLists.concepts.keys(),
  ...[...WordLists.places.keys()].flatMap((place) => place.split(" ")),
  ...[...WordLists.spellings.values()].flat()
])

const base = (
  word: string,
  endings: WordLists.Endings,
  dictionary: ReadonlySet<string> = knownWords
): string | undefined => {
  for (const [ending, bases] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= (ending === "s" ? 2 : 3)) {
      const stem = word.slice(0, -ending.length)
      const undoubled = /([bdgklmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : []
      const match = [...bases.map((replacement) => stem + replacement), ...undoubled].find((form) =>
        dictionary.has(form)
      )
      if (match !== undefined) {
        return match
      }
    }
  }
  return undefined
}

/** Words that only look inflected. */
const uninflected: ReadonlySet<string> = new Set("evening clothing clothes thanks plus less its".split(" "))

/** Returns the base form of a word in the lexicon. */
export const lemma = (word: string): string | undefined => {
  const form = WordLists.irregularForms.get(word)
  if (form !== undefined || uninflected.has(word)) {
    return form ?? word
  }
  if (knownWords.has(word) && !(word.endsWith("s") && WordLists.shopNouns.has(word.slice(0, -1)))) {
    return WordLists.shopWords.has(word) ? (base(word, WordLists.inflections) ?? word) : word
  }
  return base(word, WordLists.inflections) ?? (base(word, WordLists.derivations) === undefined ? undefined : word)
}

/** Returns the base form of a rare English word. */
export const rareLemma = (word: string): string | undefined =>
  WordLists.rareWords.has(word)
    ? word
    : (base(word, WordLists.inflections, WordLists.rareWords) ??
      (base(word, WordLists.derivations, WordLists.rareWords) && word))

/** Spelling corrections, the likeliest first; `correct` breaks ties by this order. */
const correctionCandidates = [...expectedWords, "wheres", "whats", "whens", "hows", "theres"]
  .filter((word) => word.length > 3 && /^[a-z]+$/.test(word))
  .flatMap((word) => (WordLists.shopNouns.has(word) && !word.endsWith("s") ? [word, `${word}s`] : [word]))

/** Returns the number of edits allowed in a word of this length. */
const limitFor = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2)

/** Returns the nearest correction of an unknown word within the edit limit. */
export const correct = (word: string): string | undefined => {
  const near = correctionCandidates.flatMap((candidate, rank) => {
    const allowed = Math.min(limitFor(word.length), limitFor(candidate.length))
    const isNear = Math.abs(candidate.length - word.length) <= allowed
    const edits = isNear ? editDistance(word, candidate, allowed) : Number.POSITIVE_INFINITY
    // People rarely miss the first letter, and omit a letter more often than they mistype one.
    const startCost = word[0] === candidate[0] ? 0 : 1
    const cost = edits + startCost - (candidate.length > word.length ? 0.3 : 0) + rank / 10_000
    return cost <= allowed + 0.2 ? [{ candidate, cost }] : []
  })
  return near.toSorted((left, right) => left.cost - right.cost)[0]?.candidate
}

const negatableVerbs = new Set("do does did is are was were ca could would should wo have has had need must".split(" "))

/** Words after which 's means "is"; elsewhere it is possessive and dropped. */
const subjectWords = new Set("what where how when who that it there here he she let this which why".split(" "))

/** Expands contractions, short forms and known misspellings, in lower case. */
export const expand = (form: string): ReadonlyArray<string> => {
  const meantWords = WordLists.spellings.get(form)
  if (meantWords !== undefined) {
    return meantWords
  }
  const apostrophe = form.lastIndexOf("'")
  const [head, tail] = form.endsWith("n't")
    ? [form.slice(0, -3), "n't"]
    : [form.slice(0, apostrophe), form.slice(apostrophe)]
  if (tail === "'s" || tail === "'") {
    const word = WordLists.spellings.get(head) ?? [head]
    return head === "let" ? ["let", "us"] : subjectWords.has(word.at(-1) ?? head) ? [...word, "is"] : [head]
  }
  const word = WordLists.contractions.get(tail)
  if (word === undefined || (tail === "n't" && !negatableVerbs.has(head))) {
    return [form.replaceAll("'", "")]
  }
  return [...(WordLists.spellings.get(head) ?? [WordLists.contractions.get(head) ?? head]), word]
}
