import { Array, Option } from "effect"

/**
 * Which passages answer a question, by the words that they share; the database only finds those. Nothing here knows a language: that a word
 * says little is told by its being short, and by its being in most passages. The figures were set on a folder of policies in four languages
 * and 60 questions about it.
 */

/** A word of a passage that is, or resembles, a word of the question. */
export interface Match {
  readonly slug: string
  readonly locale: string
  readonly position: number
  /** Which word of the question, from 0. */
  readonly asked: number
  readonly word: string
  /** How much the two have in common by their trigrams; 1 is the same word. */
  readonly similarity: number
  /** How much the passage is about the word: more in its title and heading, 0 to 1. */
  readonly weight: number
  /** Different words of the passage. */
  readonly length: number
  /** In how many passages of the locale the word is, and of how many. */
  readonly foundIn: number
  readonly passages: number
}

/** A passage, by its policy and its place in it. */
export interface Place {
  readonly slug: string
  readonly locale: string
  readonly position: number
}

/** Passages of an answer at most. */
const mostPassages = 3

/** Words closer than this may be forms of the same word. */
const leastCloseness = 0.55

/** Closer than this, and a word of the question is one that the shop's policies know. */
const known = 0.6

/** A question of which they know less says nothing that they are about. */
const leastKnown = 0.53

/** Of the best score, what another passage must have; and of the words of the question, what any must cover. */
const leastOfBest = 0.35
const leastCoverage = 0.06

/** Of the words that the likeliest locale has as they were typed, those that another must have too. */
const leastOfLocale = 0.6

/** Words of a passage that is neither long nor short. */
const usualLength = 40

/** How much a word of the question can be about: short ones of an alphabet rarely are about anything. */
const substance = (word: string): number =>
  /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}]+$/u.test(word) ? Math.min(1, word.length / 7) : 1

/** How much it says that a passage has a word: little if most have it. */
const rarity = (foundIn: number, passages: number): number => Math.log((passages + 1) / (foundIn + 0.5))

const commonStart = (one: string, other: string): number => {
  const end = [...one].findIndex((letter, at) => letter !== other[at])
  return end < 0 ? one.length : end
}

/** 1 for the same word; words that begin alike are often forms of one. */
const closeness = (asked: string, { similarity, word }: Match): number => {
  const start = commonStart(asked, word)
  const byStart = start < 4 ? 0 : Math.min(0.9, start / Math.min(Math.max(asked.length, word.length), start + 4))
  return word === asked ? 1 : Math.max(byStart, similarity)
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
const most = (numbers: ReadonlyArray<number>): number => Math.max(0, ...numbers)

interface Close extends Match {
  readonly closeness: number
}

/** The matches of each locale that has nearly as many words of the question as the one that has most: the language it is in. */
const inLikelyLocales = (
  words: ReadonlyArray<string>,
  matches: ReadonlyArray<Close>
): ReadonlyArray<ReadonlyArray<Close>> => {
  const locales = Object.values(Array.groupBy(matches, ({ locale }) => locale)).map((found) => ({
    found,
    same: new Set(found.filter(({ asked, word }) => word === words[asked]).map(({ asked }) => asked)).size
  }))
  const best = most(locales.map(({ same }) => same))
  return locales.filter(({ same }) => same >= leastOfLocale * best).map(({ found }) => found)
}

/** What part of the question, by the substance of its words, the policies of a locale have words for. */
const knownPart = (words: ReadonlyArray<string>, matches: ReadonlyArray<Close>): number => {
  const weights = words.map((word) => substance(word) ** 1.5)
  const closest = words.map((_, at) =>
    most(matches.filter(({ asked }) => asked === at).map(({ closeness }) => closeness))
  )
  return sum(weights.map((weight, at) => ((closest[at] ?? 0) < known ? 0 : weight * (closest[at] ?? 0)))) / sum(weights)
}

/** A passage with what speaks for it. */
const scored = (words: ReadonlyArray<string>, matches: Array.NonEmptyReadonlyArray<Close>) => {
  const [{ length, locale, passages, position, slug }] = matches
  const bests = words.map((word, at) => {
    const own = matches
      .filter(({ asked }) => asked === at)
      .map(({ closeness, foundIn, weight }) => ({
        told: substance(word) * closeness * rarity(foundIn, passages),
        weight: Math.sqrt(weight)
      }))
    return { told: most(own.map(({ told }) => told)), score: most(own.map(({ told, weight }) => told * weight)) }
  })
  const all = sum(words.map(substance)) * rarity(0, passages)
  return {
    slug,
    locale,
    position,
    coverage: sum(bests.map(({ told }) => told)) / all,
    score: sum(bests.map(({ score }) => score)) / (0.4 + 0.6 * Math.max(0.5, length / usualLength))
  }
}

/** Returns the passages that answer a question, at most three and the best first; of a policy those in one locale only. */
export const rank = (words: ReadonlyArray<string>, matches: ReadonlyArray<Match>): ReadonlyArray<Place> => {
  const close = matches
    .map((match) => ({ ...match, closeness: closeness(words[match.asked] ?? "", match) }))
    .filter(({ closeness }) => closeness >= leastCloseness)
  const likely = inLikelyLocales(words, close).filter((found) => knownPart(words, found) >= leastKnown)
  const ranked = Object.values(
    Array.groupBy(likely.flat(), ({ locale, position, slug }) => `${slug} ${locale} ${position}`)
  )
    .map((found) => scored(words, found))
    .filter(({ coverage }) => coverage >= leastCoverage)
    .toSorted((one, other) => other.score - one.score || (placeOf(one) < placeOf(other) ? -1 : 1))
  const best = Option.match(Array.head(ranked), { onNone: () => 0, onSome: ({ score }) => score })
  const localeOf = new Map(ranked.toReversed().map(({ locale, slug }) => [slug, locale]))
  return ranked
    .filter(({ locale, score, slug }) => score >= leastOfBest * best && localeOf.get(slug) === locale)
    .slice(0, mostPassages)
    .map(({ locale, position, slug }) => ({ slug, locale, position }))
}

const placeOf = ({ locale, position, slug }: Place): string => `${slug} ${locale} ${String(position).padStart(5, "0")}`
