import { equalUpToTypos } from "./EditDistance.ts"
import { kindsIn } from "./ProductKinds.ts"
import { singulars, unaccented } from "./SearchWords.ts"

/** Selects the products to show among a search's candidates, by words and similarity; their order does not change. */

/** A product found by at least one signal of a search. */
export interface Candidate {
  readonly name: string
  readonly brand: string
  /** True if its text contains everything asked for. */
  readonly is_match: boolean
  /** Positions of query words that occur in some form in name or brand, or that the name has another word for. */
  readonly named: ReadonlyArray<number>
  /** Positions of query words that occur, in some form, anywhere in its text. */
  readonly found: ReadonlyArray<number>
  /** Semantic similarity; null if it is low or was not computed. */
  readonly similarity: number | null
}

/** Minimum share of query words in a product that is offered because none has them all. */
const minWordShare = 0.4

/** Minimum similarity of a product offered without any of the words. */
const minSimilarity = 0.4

/** Minimum similarity relative to the nearest product. */
const minRelativeSimilarity = 0.7

/** Adds every two neighbouring words joined, because "head phones" and "T-Shirt" can also be written as one word. */
export const withCompounds = (words: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set([...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)])

const nameWords = (candidate: Candidate): ReadonlySet<string> =>
  withCompounds(unaccented(`${candidate.name} ${candidate.brand}`).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])

/** Returns whether the words are equal but for typos; hardly anybody mistypes the first letter. */
const isTypoOf = (query: string, known: string): boolean => query[0] === known[0] && equalUpToTypos(query, known)

/** Returns whether the words are equal but for singular and plural. */
const isSame = (query: string, known: string): boolean =>
  singulars(known).some((form) => singulars(query).includes(form))

/** Finds the positions of query words that occur in name or brand; words for kinds of goods must have no typos. */
const namedIn = (
  queryWords: ReadonlyArray<string>,
  kinds: ReadonlySet<number>,
  candidate: Candidate
): ReadonlySet<number> => {
  const known = [...nameWords(candidate)]
  // "Speakers" is not a typo of "sneakers".
  const isKnown = (word: string, position: number) =>
    singulars(word).some((form) => known.some((name) => (kinds.has(position) ? isSame : isTypoOf)(form, name)))
  const named = new Set(candidate.named)
  for (const [position, word] of queryWords.entries()) {
    const joined = `${queryWords[position - 1] ?? ""}${word}`
    if (isKnown(word.replaceAll("-", ""), position)) {
      named.add(position)
    } else if (position > 0 && known.includes(joined)) {
      named.add(position - 1).add(position)
    }
  }
  return named
}

/** Returns the candidates whose similarity is close to that of the nearest one. */
export const nearest = <A extends { readonly similarity: number | null }>(
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const best = Math.max(0, ...candidates.map(({ similarity }) => similarity ?? 0))
  return candidates.filter(({ similarity }) => similarity !== null && similarity >= minRelativeSimilarity * best)
}

/** Counts, for each candidate, the query words in its name and anywhere. */
const rate = <A extends Candidate>(queryWords: ReadonlyArray<string>, candidates: ReadonlyArray<A>) => {
  const kinds = new Set(kindsIn(queryWords).map(({ position }) => position))
  return candidates.map((candidate) => {
    const named = namedIn(queryWords, kinds, candidate)
    const covered = new Set([...named, ...candidate.found]).size
    return {
      candidate,
      named: named.size,
      covered,
      isComplete: candidate.is_match || (queryWords.length > 0 && covered === queryWords.length),
      /** True if its name says the requested kind of goods: socks "fine in city shoes" are not shoes. */
      isOfKind: kinds.size === 0 || [...kinds].some((position) => named.has(position))
    }
  })
}

/**
 * Returns the candidates with all query words, in order; their name must have a word for the requested kind of goods,
 * if any. If some have a query word in their name, only those, because search signals also find mere resemblances.
 */
export const withAllWords = <A extends Candidate>(
  queryWords: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const complete = rate(queryWords, candidates).filter(({ isComplete, isOfKind }) => isComplete && isOfKind)
  const inName = complete.filter(({ named }) => named > 0)
  return (inName.length > 0 ? inName : complete).map(({ candidate }) => candidate)
}

/**
 * Returns the candidates to offer when none has all the words, in order: those with most of the words, at least one in
 * the name; failing that, the semantically similar ones; failing that, those that only mention the kind of goods.
 */
export const closest = <A extends Candidate>(
  queryWords: ReadonlyArray<string>,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const rated = rate(queryWords, candidates)
  const partial = rated.filter(({ covered, named }) => named > 0 && covered >= minWordShare * queryWords.length)
  const most = Math.max(0, ...partial.map(({ covered }) => covered))
  if (partial.length > 0) {
    return partial.filter(({ covered }) => covered === most).map(({ candidate }) => candidate)
  }
  const near = nearest(candidates).filter(({ similarity }) => similarity !== null && similarity >= minSimilarity)
  return near.length > 0 ? near : rated.filter(({ isComplete }) => isComplete).map(({ candidate }) => candidate)
}
