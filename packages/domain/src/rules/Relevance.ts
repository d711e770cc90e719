import { alike } from "./EditDistance.ts"
import { kindsIn } from "./ProductKinds.ts"
import { singulars, unaccented } from "./SearchWords.ts"

/** A product that some signal of a search brought up. */
export interface Candidate {
  readonly name: string
  readonly brand: string
  /** Its text holds all that was asked for. */
  readonly is_match: boolean
  /** Positions of the asked words that occur, in some form, in name or brand, or that its name has another word for. */
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

/** The same word, or a slip of the keyboard away from it: hardly anybody mistypes the first letter. */
const isSlip = (asked: string, known: string): boolean => asked[0] === known[0] && alike(asked, known)

/** One is the other, or its plural. */
const isSame = (asked: string, known: string): boolean =>
  singulars(known).some((form) => singulars(asked).includes(form))

/** Positions of the asked words that occur in name or brand, typing errors allowed where a word is no kind of goods. */
const namedIn = (
  asked: ReadonlyArray<string>,
  kinds: ReadonlySet<number>,
  candidate: Candidate
): ReadonlySet<number> => {
  const known = [...nameWords(candidate)]
  // "Speakers" are no mistyped sneakers.
  const isKnown = (word: string, position: number) =>
    singulars(word).some((form) => known.some((name) => (kinds.has(position) ? isSame : isSlip)(form, name)))
  const named = new Set(candidate.named)
  for (const [position, word] of asked.entries()) {
    const joined = `${asked[position - 1] ?? ""}${word}`
    if (isKnown(word.replaceAll("-", ""), position)) {
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
const rate = <A extends Candidate>(asked: ReadonlyArray<string>, candidates: ReadonlyArray<A>) => {
  const kinds = new Set(kindsIn(asked).map(({ position }) => position))
  return candidates.map((candidate) => {
    const named = namedIn(asked, kinds, candidate)
    const covered = new Set([...named, ...candidate.found]).size
    return {
      candidate,
      named: named.size,
      covered,
      isComplete: candidate.is_match || (asked.length > 0 && covered === asked.length),
      /** Its name says the kind of goods, if one was asked for: socks "fine in city shoes" are no shoes. */
      isOfKind: kinds.size === 0 || [...kinds].some((position) => named.has(position))
    }
  })
}

/**
 * The candidates that have all the asked words, in their order, one that names a kind of goods in their name; where some
 * have one of the others in their name, only those. Signals bring up much that only resembles the words.
 */
export const withAllWords = <A extends Candidate>(
  asked: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const complete = rate(asked, candidates).filter(({ isComplete, isOfKind }) => isComplete && isOfKind)
  const inName = complete.filter(({ named }) => named > 0)
  return (inName.length > 0 ? inName : complete).map(({ candidate }) => candidate)
}

/**
 * The candidates to show in place of some with all the words, in their order: those that have most of the words, one of
 * them in their name; without one of these, those that are convincingly near in meaning; and at last those that only
 * mention the kind of goods.
 */
export const closest = <A extends Candidate>(
  asked: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const rated = rate(asked, candidates)
  const partial = rated.filter(({ covered, named }) => named > 0 && covered >= leastShare * asked.length)
  const most = Math.max(0, ...partial.map(({ covered }) => covered))
  if (partial.length > 0) {
    return partial.filter(({ covered }) => covered === most).map(({ candidate }) => candidate)
  }
  const near = nearest(candidates).filter(({ similarity }) => similarity !== null && similarity >= convincing)
  return near.length > 0 ? near : rated.filter(({ isComplete }) => isComplete).map(({ candidate }) => candidate)
}
