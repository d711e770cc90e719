import { unaccented } from "@storefront/domain/rules/SearchWords"
import { Array, Option } from "effect"
import { type ConceptLanguage, concepts, functionWords, languages } from "./PolicyConcepts.ts"
import { wordsOf } from "./PolicyWords.ts"

/** Reads a question: its words, the retail concepts that they stand for, and the words by which policies may speak of either. */

/** A word of a question. A passage that has any of its readings has the word. */
export interface AskedWord {
  /** The word itself, where it can be about something, and the names of concepts that it stands for. */
  readonly readings: ReadonlyArray<string>
  /** How much it can be about, to 1: short words of an alphabet rarely are about anything. */
  readonly substance: number
}

/** Words of passages that have a reading. */
export interface Term {
  readonly reading: string
  /** Of passages in this language only. */
  readonly language: string | null
  readonly word: string | null
  /** Every word that begins so. */
  readonly start: string | null
  /** Every word that has this inside, as compounds have, or resembles it, as the same word misspelt does. */
  readonly part: string | null
  /** How much a word counts that is not `word`; `word` counts 1. */
  readonly closeness: number
}

/** A question as the ranking and the database see it. */
export interface Question {
  /** Languages that it may be in: all that the vocabulary has, when nothing tells. */
  readonly languages: ReadonlySet<string>
  readonly words: ReadonlyArray<AskedWord>
  readonly terms: ReadonlyArray<Term>
}

/** Different words that are looked for; the rest of a question says nothing more. */
const mostWords = 40

/** How much a form of a word counts, of the word itself. */
const formCloseness = 0.75

const substance = (word: string): number =>
  /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}]+$/u.test(word) ? Math.min(1, word.length / 7) : 1

/** A way to say a concept: one word or the beginning of words, or several words that a question has together. */
type Expression =
  | { readonly _tag: "Word"; readonly word: string }
  | { readonly _tag: "Start"; readonly start: string }
  | { readonly _tag: "Together"; readonly words: ReadonlyArray<string> }

const expressionsOf = (listed: string): ReadonlyArray<Expression> =>
  unaccented(listed)
    .split(" ")
    .map((written) =>
      written.endsWith("*")
        ? { _tag: "Start", start: written.slice(0, -1) }
        : written.includes("_")
          ? { _tag: "Together", words: written.split("_") }
          : { _tag: "Word", word: written }
    )

/** The name of a concept as a reading, which no word is. */
const readingOf = (concept: string): string => `#${concept}`

const vocabulary = Object.entries(concepts).flatMap(([concept, lists]) =>
  languages.map((language) => ({ reading: readingOf(concept), language, expressions: expressionsOf(lists[language]) }))
)

const fillers = new Map<string, ReadonlySet<string>>(
  languages.map((language) => [language, new Set(functionWords[language].split(" "))])
)

/** Countries by name in each language, which stand for the concept `abroad`. */
const countries = new Map<string, ReadonlySet<string>>(
  languages.map((language) => {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    return [
      language,
      new Set(
        letters
          .flatMap((first) => letters.map((second) => names.of(`${first}${second}`)))
          .flatMap((name) => (name === undefined ? [] : [unaccented(name)]))
      )
    ]
  })
)

/** The languages of which a question has most function words. */
const languagesOf = (words: ReadonlyArray<string>): ReadonlyArray<ConceptLanguage> => {
  const counts = languages.map((language) => words.filter((word) => fillers.get(language)?.has(word)).length)
  const most = Math.max(...counts)
  return languages.filter((_, at) => counts[at] === most)
}

/** Returns whether a word of a question is one of an expression of several words; longer ones are given by their beginnings. */
const isPart = (word: string, part: string): boolean => word === part || (part.length >= 4 && word.startsWith(part))

/** The words of a question by which it says something, or none; of several words the first that is no mere function word. */
const saying = (
  expression: Expression,
  words: ReadonlyArray<string>,
  isFiller: (word: string) => boolean
): ReadonlyArray<string> => {
  switch (expression._tag) {
    case "Word":
      return words.filter((word) => word === expression.word)
    case "Start":
      return words.filter((word) => word.startsWith(expression.start))
    case "Together": {
      const own = words.filter((word) => expression.words.some((part) => isPart(word, part)))
      return expression.words.every((part) => own.some((word) => isPart(word, part)))
        ? Option.toArray(
            Option.orElse(
              Array.findFirst(own, (word) => !isFiller(word)),
              () => Array.head(own)
            )
          )
        : []
    }
  }
}

/** Forms of a word begin like it, all but its last letters. */
const beginning = (word: string): string => word.slice(0, Math.max(4, word.length - 3))

const termOf = (word: string): Term => ({
  reading: word,
  language: null,
  word,
  start: word.length < 4 ? null : beginning(word),
  part: word.length < 5 ? null : word,
  closeness: formCloseness
})

/** Reads a question in any language. */
export const readQuestion = (question: string): Question => {
  const words = Array.take(Array.dedupe(wordsOf(question)), mostWords)
  const spoken = languagesOf(words)
  const isFiller = (word: string) => spoken.some((language) => fillers.get(language)?.has(word))
  const said = vocabulary
    .filter(({ language }) => spoken.includes(language))
    .flatMap(({ expressions, language, reading }) => [
      ...expressions.flatMap((expression) => saying(expression, words, isFiller).map((word) => ({ word, reading }))),
      ...(reading === readingOf("abroad")
        ? words.filter((word) => countries.get(language)?.has(word)).map((word) => ({ word, reading }))
        : [])
    ])
  const asked = words.flatMap((word) => {
    const readings = Array.dedupe([
      ...(isFiller(word) ? [] : [word]),
      ...said.filter((concept) => concept.word === word).map(({ reading }) => reading)
    ])
    return readings.length === 0 ? [] : [{ readings, substance: substance(word) }]
  })
  const wanted = new Set(asked.flatMap(({ readings }) => readings))
  return {
    languages: new Set(spoken),
    words: asked,
    terms: [
      ...words.filter((word) => wanted.has(word)).map(termOf),
      ...vocabulary
        .filter(({ reading }) => wanted.has(reading))
        .flatMap(({ expressions, language, reading }) =>
          expressions.flatMap((expression): ReadonlyArray<Term> => {
            const term = { reading, language, word: null, start: null, part: null, closeness: 1 }
            switch (expression._tag) {
              case "Word":
                return [{ ...term, word: expression.word }]
              case "Start":
                return [{ ...term, start: expression.start }]
              case "Together":
                return []
            }
          })
        )
    ]
  }
}
