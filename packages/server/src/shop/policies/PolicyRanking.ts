import { languageOfPolicy } from "@storefront/domain/Policies"
import { Array, Option } from "effect"
import { languages } from "./PolicyConcepts.ts"
import { type Question } from "./PolicyQuestion.ts"

/**
 * Ranks passages for a question by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009). Each word of the question counts once, by its best reading: itself, or a concept that it stands for.
 * Rarity is computed over the passages of a locale. `limits` were tuned on 33 policies in four languages with 120
 * questions.
 */

/** A reading that occurs in a passage. */
export interface Match {
  readonly slug: string
  readonly locale: string
  readonly position: number
  readonly reading: string
  /** Weighted number of occurrences; title and heading weigh more. */
  readonly frequency: number
  /** It occurs in the title or heading. */
  readonly isHead: boolean
  /** Number of distinct words of the passage, and the locale's average. */
  readonly length: number
  readonly averageLength: number
  /** Number of passages in the locale. */
  readonly passages: number
}

/** Identifies a passage by policy and position. */
export interface Place {
  readonly slug: string
  readonly locale: string
  readonly position: number
}

/** Passages that answer a question. */
export interface Ranking {
  /** Best first. */
  readonly places: ReadonlyArray<Place>
  /** Some passage covers most of the question. */
  readonly isConfident: boolean
}

/** Maximum number of passages per answer. */
const maxPassages = 3

/** BM25 parameters at their usual values: saturation of repetition, and penalty on length. */
const k1 = 1.2
const b = 0.75

/** Weight of a passage in another language than the question. */
const foreignLanguageWeight = 0.5

/**
 * Minimums for a passage to answer, and for an answer to be confident: `coverage` is a share of the question's weight,
 * `score` a multiple of the inverse document frequency of a word that no passage has. A title or heading that covers
 * `head` of the question also suffices. Passages below `ofBest` of the best score are dropped.
 */
const limits = { min: { coverage: 0.25, score: 0.6 }, head: 0.5, confident: { coverage: 0.6, score: 1 }, ofBest: 0.35 }

/** Inverse document frequency: low when most passages have the reading. */
const inverseDocumentFrequency = (foundIn: number, passages: number): number =>
  Math.log(1 + (passages - foundIn + 0.5) / (foundIn + 0.5))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
const max = (numbers: ReadonlyArray<number>): number => Math.max(0, ...numbers)

const placeKey = ({ locale, position, slug }: Place): string => `${slug} ${locale} ${String(position).padStart(5, "0")}`

/** Returns whether a locale is in a language of the question, or in one that the vocabulary lacks. */
const isNative = ({ languages: questionLanguages }: Question, locale: string): boolean => {
  const language = languageOfPolicy(locale)
  return questionLanguages.has(language) || !languages.some((known) => known === language)
}

/** Returns a passage's score and its coverage of the question. */
const scorePassage = (
  { words }: Question,
  matches: Array.NonEmptyReadonlyArray<Match>,
  foundIn: (match: Match) => number,
  closeness: (locale: string) => number
) => {
  const [{ averageLength, length, locale, passages, position, slug }] = matches
  const scores = new Map(
    matches.map((match) => {
      const frequency = match.frequency / (1 - b + (b * length) / averageLength)
      return [
        match.reading,
        (inverseDocumentFrequency(foundIn(match), passages) * frequency * (k1 + 1)) / (frequency + k1)
      ]
    })
  )
  const heads = new Set(matches.flatMap(({ isHead, reading }) => (isHead ? [reading] : [])))
  const wordScores = words.map(({ readings, weight }) => ({
    weight,
    score: max(readings.map((reading) => scores.get(reading) ?? 0)),
    isHead: readings.some((reading) => heads.has(reading))
  }))
  const all = sum(wordScores.map(({ weight }) => weight))
  const share = (some: typeof wordScores) => sum(some.map(({ weight }) => weight)) / all
  const score = closeness(locale) * sum(wordScores.map(({ score }) => score))
  return {
    slug,
    locale,
    position,
    score,
    relative: score / inverseDocumentFrequency(0, passages),
    coverage: share(wordScores.filter(({ score }) => score > 0)),
    head: share(wordScores.filter(({ isHead }) => isHead))
  }
}

/**
 * Returns at most three passages that answer a question, from one locale per policy, and only from the policy `slug` if
 * given. When passages in the question's language match, other languages are matched by concepts alone, and only in
 * policies without such a match.
 */
export const rank = (question: Question, matches: ReadonlyArray<Match>, slug: Option.Option<string>): Ranking => {
  const hasNative = matches.some(({ locale }) => isNative(question, locale))
  const nativeSlugs = new Set(matches.filter(({ locale }) => isNative(question, locale)).map(({ slug }) => slug))
  const considered = matches.filter(
    ({ locale, reading, slug }) =>
      !hasNative || isNative(question, locale) || (reading.startsWith("#") && !nativeSlugs.has(slug))
  )
  const counts = Array.groupBy(considered, ({ locale, reading }) => `${locale} ${reading}`)
  const foundIn = ({ locale, reading }: Match) => counts[`${locale} ${reading}`]?.length ?? 0
  const ranked = Object.values(Array.groupBy(considered, placeKey))
    .map((found) =>
      scorePassage(question, found, foundIn, (locale) =>
        hasNative && !isNative(question, locale) ? foreignLanguageWeight : 1
      )
    )
    .filter(
      ({ coverage, head, relative, ...place }) =>
        ((coverage >= limits.min.coverage && relative >= limits.min.score) || head >= limits.head) &&
        Option.getOrElse(slug, () => place.slug) === place.slug
    )
    .toSorted((one, other) => other.score - one.score || (placeKey(one) < placeKey(other) ? -1 : 1))
  const best = Option.match(Array.head(ranked), { onNone: () => 0, onSome: ({ score }) => score })
  const localeOf = new Map(ranked.toReversed().map(({ locale, slug }) => [slug, locale]))
  const places = ranked
    .filter(({ locale, score, slug }) => score >= limits.ofBest * best && localeOf.get(slug) === locale)
    .slice(0, maxPassages)
  return {
    places: places.map(({ locale, position, slug }) => ({ slug, locale, position })),
    isConfident: places.some(
      ({ coverage, relative }) => coverage >= limits.confident.coverage && relative >= limits.confident.score
    )
  }
}
