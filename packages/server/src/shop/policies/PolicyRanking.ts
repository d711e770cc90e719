import { languageOfPolicy } from "@storefront/domain/Policies"
import { Array, Option } from "effect"
import { languages } from "./PolicyConcepts.ts"
import { type Question } from "./PolicyQuestion.ts"

/**
 * Ranks passages for a question by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009). A word of the
 * question counts once, by the best of its readings: itself, or a concept that it stands for. How rare a reading is, is
 * taken among the passages of a locale. The bounds were set on a folder of 33 policies in four languages with 120 questions.
 */

/** A reading of the question in a passage. */
export interface Match {
  readonly slug: string
  readonly locale: string
  readonly position: number
  readonly reading: string
  /** How often the passage has it; more in its title and heading. */
  readonly frequency: number
  /** Its title or heading has it. */
  readonly isHead: boolean
  /** Different words of the passage, and of one on the average. */
  readonly length: number
  readonly averageLength: number
  /** Passages of the locale. */
  readonly passages: number
}

/** A passage, by its policy and its place in it. */
export interface Place {
  readonly slug: string
  readonly locale: string
  readonly position: number
}

/** Passages that answer a question. */
export interface Ranking {
  /** The best first. */
  readonly places: ReadonlyArray<Place>
  /** Most of the question is in one of them. */
  readonly isSure: boolean
}

/** Passages of an answer at most. */
const mostPassages = 3

/** The parameters of BM25 at their usual values: how soon repetition stops to count, and how much length is held against a passage. */
const k1 = 1.2
const b = 0.75

/** How much a passage counts that is in another language than the question. */
const foreign = 0.5

/**
 * The least for a passage to be an answer, and for an answer to be sure: `coverage` is a share of the question's substance, `score` a share
 * of the score of one word that no passage has. A title or heading with the share `head` of the question is enough by itself, however
 * common its words are. Below the share `ofBest` of the best score no passage is shown.
 */
const bounds = { least: { coverage: 0.25, score: 0.6 }, head: 0.5, sure: { coverage: 0.6, score: 1 }, ofBest: 0.35 }

/** How much it says that a passage has a reading: little if most have it. */
const rarity = (foundIn: number, passages: number): number => Math.log(1 + (passages - foundIn + 0.5) / (foundIn + 0.5))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
const most = (numbers: ReadonlyArray<number>): number => Math.max(0, ...numbers)

const placeOf = ({ locale, position, slug }: Place): string => `${slug} ${locale} ${String(position).padStart(5, "0")}`

const isIn = ({ languages: spoken }: Question, locale: string): boolean => {
  const language = languageOfPolicy(locale)
  return spoken.has(language) || !languages.some((known) => known === language)
}

/** A passage with what speaks for it. */
const scored = (
  { words }: Question,
  matches: Array.NonEmptyReadonlyArray<Match>,
  foundIn: (match: Match) => number,
  closeness: (locale: string) => number
) => {
  const [{ averageLength, length, locale, passages, position, slug }] = matches
  const scores = new Map(
    matches.map((match) => {
      const frequency = match.frequency / (1 - b + (b * length) / averageLength)
      return [match.reading, (rarity(foundIn(match), passages) * frequency * (k1 + 1)) / (frequency + k1)]
    })
  )
  const heads = new Set(matches.flatMap(({ isHead, reading }) => (isHead ? [reading] : [])))
  const told = words.map(({ readings, substance }) => ({
    substance,
    score: most(readings.map((reading) => scores.get(reading) ?? 0)),
    isHead: readings.some((reading) => heads.has(reading))
  }))
  const all = sum(told.map(({ substance }) => substance))
  const share = (some: typeof told) => sum(some.map(({ substance }) => substance)) / all
  const score = closeness(locale) * sum(told.map(({ score }) => score))
  return {
    slug,
    locale,
    position,
    score,
    relative: score / rarity(0, passages),
    coverage: share(told.filter(({ score }) => score > 0)),
    head: share(told.filter(({ isHead }) => isHead))
  }
}

/**
 * Returns the passages that answer a question, at most three; of a policy those in one locale only, and of the policy `slug` only, if one is
 * meant. Words of a question are not looked for in passages of another language, if there are any in its own: there it is read by concepts.
 */
export const rank = (question: Question, matches: ReadonlyArray<Match>, slug: Option.Option<string>): Ranking => {
  const hasOwn = matches.some(({ locale }) => isIn(question, locale))
  const translated = new Set(matches.filter(({ locale }) => isIn(question, locale)).map(({ slug }) => slug))
  const read = matches.filter(
    ({ locale, reading, slug }) =>
      !hasOwn || isIn(question, locale) || (reading.startsWith("#") && !translated.has(slug))
  )
  const counts = Array.groupBy(read, ({ locale, reading }) => `${locale} ${reading}`)
  const foundIn = ({ locale, reading }: Match) => counts[`${locale} ${reading}`]?.length ?? 0
  const ranked = Object.values(Array.groupBy(read, placeOf))
    .map((found) => scored(question, found, foundIn, (locale) => (hasOwn && !isIn(question, locale) ? foreign : 1)))
    .filter(
      ({ coverage, head, relative, ...place }) =>
        ((coverage >= bounds.least.coverage && relative >= bounds.least.score) || head >= bounds.head) &&
        Option.getOrElse(slug, () => place.slug) === place.slug
    )
    .toSorted((one, other) => other.score - one.score || (placeOf(one) < placeOf(other) ? -1 : 1))
  const best = Option.match(Array.head(ranked), { onNone: () => 0, onSome: ({ score }) => score })
  const localeOf = new Map(ranked.toReversed().map(({ locale, slug }) => [slug, locale]))
  const places = ranked
    .filter(({ locale, score, slug }) => score >= bounds.ofBest * best && localeOf.get(slug) === locale)
    .slice(0, mostPassages)
  return {
    places: places.map(({ locale, position, slug }) => ({ slug, locale, position })),
    isSure: places.some(({ coverage, relative }) => coverage >= bounds.sure.coverage && relative >= bounds.sure.score)
  }
}
