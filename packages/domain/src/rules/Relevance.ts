import { alike } from "./EditDistance.ts"
import { unaccented } from "./SearchWords.ts"

/** A product that some signal of a search brought up. */
export interface Candidate {
  readonly name: string
  readonly brand: string
  /** Its text holds all that was asked for. */
  readonly is_match: boolean
  /** Positions of the asked words that occur, in some form, in name or brand. */
  readonly named: ReadonlyArray<number>
  /** Positions of the asked words that occur, in some form, anywhere in its text. */
  readonly found: ReadonlyArray<number>
  /** How near it is in meaning; null when it is far or meaning was not compared. */
  readonly similarity: number | null
}

/** Share of the asked words that a product must have to be offered in place of one that has them all. */
const leastShare = 0.4

/** How near in meaning a product without any of the words has to be. */
const convincing = 0.4

/** What is this much further away in meaning than the nearest product is not offered. */
const leastCloseness = 0.7

/** Lower-case words, and every two neighbours as one: "head phones" and "T-Shirt" can be written together. */
export const withJoined = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set([...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)])

const nameWords = (candidate: Candidate): ReadonlySet<string> =>
  withJoined(unaccented(`${candidate.name} ${candidate.brand}`).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])

/** A word and its singular, where the plural changes more than its end: "knives", "shelves". */
const singulars = (word: string): ReadonlyArray<string> =>
  word.endsWith("ves") ? [word, `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`] : [word]

/** The same word, or a slip of the keyboard away from it: hardly anybody mistypes the first letter. */
const isSlip = (asked: string, known: string): boolean => asked[0] === known[0] && alike(asked, known)

/** Positions of the asked words that occur in name or brand, typing errors allowed. */
const namedIn = (asked: ReadonlyArray<string>, candidate: Candidate): ReadonlySet<number> => {
  const known = [...nameWords(candidate)]
  const isKnown = (word: string) => singulars(word).some((form) => known.some((name) => isSlip(form, name)))
  const named = new Set(candidate.named)
  for (const [position, word] of asked.entries()) {
    const joined = `${asked[position - 1] ?? ""}${word}`
    if (isKnown(word.replaceAll("-", ""))) {
      named.add(position)
    } else if (position > 0 && known.includes(joined)) {
      named.add(position - 1).add(position)
    }
  }
  return named
}

/** The candidates whose meaning is near, compared with the nearest of them. */
export const nearest = <A extends { readonly similarity: number | null }>(
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const best = Math.max(0, ...candidates.map(({ similarity }) => similarity ?? 0))
  return candidates.filter(({ similarity }) => similarity !== null && similarity >= leastCloseness * best)
}

/** Candidates with the number of asked words that they have in their name, and anywhere. */
const rate = <A extends Candidate>(asked: ReadonlyArray<string>, candidates: ReadonlyArray<A>) =>
  candidates.map((candidate) => {
    const named = namedIn(asked, candidate)
    return { candidate, named: named.size, covered: new Set([...named, ...candidate.found]).size }
  })

/**
 * The candidates that have all the asked words, in their order; where some have one in their name, only those. Signals
 * bring up much that only resembles the words.
 */
export const withAllWords = <A extends Candidate>(
  asked: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const complete = rate(asked, candidates).filter(
    ({ candidate, covered }) => candidate.is_match || (asked.length > 0 && covered === asked.length)
  )
  const inName = complete.filter(({ named }) => named > 0)
  return (inName.length > 0 ? inName : complete).map(({ candidate }) => candidate)
}

/**
 * The candidates to show in place of some with all the words, in their order: those that have most of the words, one of
 * them in their name; without one of these, those that are convincingly near in meaning.
 */
export const closest = <A extends Candidate>(
  asked: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const partial = rate(asked, candidates).filter(
    ({ covered, named }) => named > 0 && covered >= leastShare * asked.length
  )
  const most = Math.max(0, ...partial.map(({ covered }) => covered))
  return partial.length > 0
    ? partial.filter(({ covered }) => covered === most).map(({ candidate }) => candidate)
    : nearest(candidates).filter(({ similarity }) => similarity !== null && similarity >= convincing)
}
