import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

/** The word lists of `data/words`, parsed at import; the head of each file explains its format. */

const { resolve } = createRequire(import.meta.url)

/** Returns the lines of a list, resolved by package name. */
const linesOf = (list: string): ReadonlyArray<string> =>
  readFileSync(resolve(`@storefront/agents/data/words/${list}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))

const wordsIn = (list: string): ReadonlySet<string> => new Set(linesOf(list).flatMap((line) => line.split(" ")))

/** Parses lines `key: text`. */
const textsOf = (list: string): ReadonlyArray<readonly [key: string, text: string]> =>
  linesOf(list).map((line) => {
    const [key = "", text = ""] = line.split(": ")
    return [key, text]
  })

/** Parses lines `key: member, member` into members with their keys. */
const membersOf = (list: string): ReadonlyArray<readonly [member: string, key: string]> =>
  textsOf(list).flatMap(([key, members]) => members.split(", ").map((member) => [member, key] as const))

const category = Schema.decodeUnknownSync(Category)
const region = Schema.decodeUnknownSync(Region)

/** Units that a number can count. */
export type Unit = typeof Unit.Type
const Unit = Schema.Literal("money", "foreign", "stars", "days", "percent", "things", "measure", "name")
const unit = Schema.decodeUnknownSync(Unit)

export const commonWords = wordsIn("common")
export const rareWords = wordsIn("rare")
export const stopWords = wordsIn("stop")
export const generalNouns = wordsIn("general")
/** Most frequent first. */
export const shopWords = wordsIn("shop")

/** Normalised words by short form or misspelling. */
export const spellings = new Map(membersOf("spellings").map(([form, expansion]) => [form, expansion.split(" ")]))

/** Word by contracted part. */
export const contractions = new Map(membersOf("contractions"))

/** Base form by irregular form. */
export const irregularForms = new Map(membersOf("irregular"))

/** Endings with their possible replacements in the base form. */
export type Endings = ReadonlyArray<readonly [ending: string, bases: ReadonlyArray<string>]>
const endingsOf = (list: string): Endings =>
  textsOf(list).map(([ending, bases]) => [ending, bases.replace("-", "").split(", ")])

export const inflections = endingsOf("inflections")
/** Endings that change the meaning: such a word is known, but not reduced. */
export const derivations = endingsOf("derivations")

/** Representative of a synonym group, by member. */
export const concepts = new Map(membersOf("concepts"))

/** Department by noun. */
export const shopNouns = new Map(membersOf("nouns").map(([noun, key]) => [noun, category(key)]))

/** Department by the words for it. */
export const departments = new Map(membersOf("departments").map(([word, key]) => [word, category(key)]))

/** Region by place, in lower case with single spaces. */
export const places = new Map(membersOf("places").map(([place, key]) => [place, region(key)]))

/** Phrase for a region in a sentence: "the East". */
export const regionPhrases = new Map(textsOf("regions").map(([key, phrase]) => [region(key), phrase]))

/** Unit by the base form of the word after a number. */
export const unitOf = new Map(membersOf("units").map(([word, key]) => [word, unit(key)]))

/** Currency by a word or sign for it, in lower case. */
export const currencyOf = new Map(membersOf("currencies"))

export const numberWords = new Map(membersOf("numbers").map(([word, value]) => [word, Number(value)]))

/** Two-letter code by lower-case name. */
export const states = new Map(membersOf("states"))

const groupsOf = (list: string): ReadonlyMap<string, ReadonlySet<string>> =>
  membersOf(list).reduce(
    (found, [word, key]) => found.set(key, (found.get(key) ?? new Set()).add(word)),
    new Map<string, Set<string>>()
  )

export const frequentWords = groupsOf("languages")

/** Language by script. */
export const scripts = membersOf("scripts")

export const offerTexts = new Map(textsOf("offers"))

/** Notice that only English is understood, by language. */
export const onlyEnglish = new Map(textsOf("only-english"))

const roles = groupsOf("roles")

const meanings = groupsOf("meanings")

/** A value with the pattern for the phrases that express it. */
export interface Meaning<A> {
  readonly value: A
  readonly pattern: RegExp
}

/** Returns the meanings of a group in `meanings.txt`, such as delivery speeds, in order of precedence. */
export const meaningsOf = <A, I>(name: string, values: Schema.Schema<A, I>): ReadonlyArray<Meaning<A>> => {
  const decode = Schema.decodeUnknownSync(values)
  return [...meanings].flatMap(([key, words]) => {
    const [of, value] = key.split(" ")
    const forms = [...words].join("|").replaceAll("*", "\\w*")
    return of === name ? [{ value: decode(value), pattern: new RegExp(`(?<!\\w)(?:${forms})(?!\\w)`, "iu") }] : []
  })
}

/** Returns the first value that a text expresses. */
export const firstMeaningIn = <A>(text: string, of: ReadonlyArray<Meaning<A>>): A | null =>
  of.find(({ pattern }) => pattern.test(text))?.value ?? null

/** Returns the words with a role in `roles.txt`, such as fillers. */
export const wordsWithRole = (role: string): ReadonlySet<string> => roles.get(role) ?? new Set()

/** Returns the runs of letters from a to z in a text, in lower case. */
export const latinWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[a-z]+/g) ?? []

/** Regex source for the customer's relatives and friends. */
export const relatives = `(?:${[...wordsWithRole("relative")].join("|")})s?`
