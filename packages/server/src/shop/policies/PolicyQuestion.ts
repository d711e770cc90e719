import { unaccented } from "@storefront/domain/rules/SearchWords"
import { Array, Option } from "effect"
import { type ConceptLanguage, concepts, functionWords, languages } from "./PolicyConcepts.ts"
import { wordsOf } from "./PolicyWords.ts"

/** Parses a question into its words, the retail concepts they stand for, and the search terms for both. */

/** A word of a question. A passage matches it through any of its readings. */
export interface QuestionWord {
  /** The word itself, unless it is a stop word, and the names of the concepts that it stands for. */
  readonly readings: ReadonlyArray<string>
  /** Weight from 0 to 1; short words in alphabetic scripts are rarely significant. */
  readonly weight: number
}

/** Search pattern for one reading. */
export interface Term {
  readonly reading: string
  /** Language of the passages it applies to; null means all. */
  readonly language: string | null
  readonly word: string | null
  /** Prefix of a matching word. */
  readonly start: string | null
  /** Contained in a matching word, such as a compound, or similar to it, such as a misspelling. */
  readonly part: string | null
  /** Weight of a match other than `word`, which weighs 1. */
  readonly closeness: number
}

/** A parsed question, ready for the database and the ranking. */
export interface Question {
  /** Possible languages of the question; all languages of the vocabulary when it has no stop words. */
  readonly languages: ReadonlySet<string>
  readonly words: ReadonlyArray<QuestionWord>
  readonly terms: ReadonlyArray<Term>
}

/** Maximum number of distinct words to search for. */
const maxWords = 40

/** Weight of an inflected form, relative to the word itself. */
const formCloseness = 0.75

const weightOf = (word: string): number =>
  /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}]+$/u.test(word) ? Math.min(1, word.length / 7) : 1

/** An expression of a concept: a word, a prefix, or several words that must all occur. */
type Expression =
  | { readonly _tag: "Word"; readonly word: string }
  | { readonly _tag: "Start"; readonly start: string }
  | { readonly _tag: "Together"; readonly words: ReadonlyArray<string> }

const expressionsOf = (listed: string): ReadonlyArray<Expression> =>
  unaccented(listed)
    .split(" ")
    .map((expression) =>
      expression.endsWith("*")
        ? { _tag: "Start", start: expression.slice(0, -1) }
        : expression.includes("_")
          ? { _tag: "Together", words: expression.split("_") }
          : { _tag: "Word", word: expression }
    )

/** Returns a concept's name as a reading. The `#` keeps it apart from words; `PolicyRanking` tests for it. */
const readingOf = (concept: string): string => `#${concept}`

const vocabulary = Object.entries(concepts).flatMap(([concept, lists]) =>
  languages.map((language) => ({ reading: readingOf(concept), language, expressions: expressionsOf(lists[language]) }))
)

const stopWords = new Map<string, ReadonlySet<string>>(
  languages.map((language) => [language, new Set(functionWords[language].split(" "))])
)

/** Country names in each language, which stand for the concept `abroad`. */
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

/** Returns the languages with the most stop words in the question. */
const languagesOf = (words: ReadonlyArray<string>): ReadonlyArray<ConceptLanguage> => {
  const counts = languages.map((language) => words.filter((word) => stopWords.get(language)?.has(word)).length)
  const most = Math.max(...counts)
  return languages.filter((_, at) => counts[at] === most)
}

/**
 * Returns whether a word matches a part of a multi-word expression; parts of four letters or more match as prefixes.
 */
const matchesPart = (word: string, part: string): boolean =>
  word === part || (part.length >= 4 && word.startsWith(part))

/** Returns the words that match an expression; for several words together, the first that is not a stop word. */
const matchingWords = (
  expression: Expression,
  words: ReadonlyArray<string>,
  isStopWord: (word: string) => boolean
): ReadonlyArray<string> => {
  switch (expression._tag) {
    case "Word":
      return words.filter((word) => word === expression.word)
    case "Start":
      return words.filter((word) => word.startsWith(expression.start))
    case "Together": {
      const partWords = words.filter((word) => expression.words.some((part) => matchesPart(word, part)))
      return expression.words.every((part) => partWords.some((word) => matchesPart(word, part)))
        ? Option.toArray(
            Option.orElse(
              Array.findFirst(partWords, (word) => !isStopWord(word)),
              () => Array.head(partWords)
            )
          )
        : []
    }
  }
}

/** Returns the prefix that forms of a word share: all but the last three letters, at least four. */
const formPrefix = (word: string): string => word.slice(0, Math.max(4, word.length - 3))

const termOf = (word: string): Term => ({
  reading: word,
  language: null,
  word,
  start: word.length < 4 ? null : formPrefix(word),
  part: word.length < 5 ? null : word,
  closeness: formCloseness
})

/** Parses a question in any language. */
export const readQuestion = (question: string): Question => {
  const words = Array.take(Array.dedupe(wordsOf(question)), maxWords)
  const questionLanguages = languagesOf(words)
  const isStopWord = (word: string) => questionLanguages.some((language) => stopWords.get(language)?.has(word))
  const conceptReadings = vocabulary
    .filter(({ language }) => questionLanguages.includes(language))
    .flatMap(({ expressions, language, reading }) => [
      ...expressions.flatMap((expression) =>
        matchingWords(expression, words, isStopWord).map((word) => ({ word, reading }))
      ),
      ...(reading === readingOf("abroad")
        ? words.filter((word) => countries.get(language)?.has(word)).map((word) => ({ word, reading }))
        : [])
    ])
  const questionWords = words.flatMap((word) => {
    const readings = Array.dedupe([
      ...(isStopWord(word) ? [] : [word]),
      ...conceptReadings.filter((concept) => concept.word === word).map(({ reading }) => reading)
    ])
    return readings.length === 0 ? [] : [{ readings, weight: weightOf(word) }]
  })
  const searchedReadings = new Set(questionWords.flatMap(({ readings }) => readings))
  return {
    languages: new Set(questionLanguages),
    words: questionWords,
    terms: [
      ...words.filter((word) => searchedReadings.has(word)).map(termOf),
      ...vocabulary
        .filter(({ reading }) => searchedReadings.has(reading))
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
