import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const { resolve } = createRequire(import.meta.url)

/** The lines of a list in `data/words`, found by the name of the package; what they are for stands at the head of each. */
const linesOf = (list: string): ReadonlyArray<string> =>
  readFileSync(resolve(`@storefront/agents/data/words/${list}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))

/** The words of a list, in their order. */
const wordsIn = (list: string): ReadonlySet<string> => new Set(linesOf(list).flatMap((line) => line.split(" ")))

/** The lines of a list that are `key: text`. */
const textsOf = (list: string): ReadonlyArray<readonly [key: string, text: string]> =>
  linesOf(list).map((line) => {
    const [key = "", text = ""] = line.split(": ")
    return [key, text]
  })

/** The members of a list whose lines are `key: member, member`, each with its key. */
const membersOf = (list: string): ReadonlyArray<readonly [member: string, key: string]> =>
  textsOf(list).flatMap(([key, members]) => members.split(", ").map((member) => [member, key] as const))

const category = Schema.decodeUnknownSync(Category)
const region = Schema.decodeUnknownSync(Region)

/** What a number can count. */
export type Unit = typeof Unit.Type
const Unit = Schema.Literal("money", "stars", "days", "percent", "things", "measure", "name")
const unit = Schema.decodeUnknownSync(Unit)

export const commonWords = wordsIn("common")
export const rareWords = wordsIn("rare")
export const stopWords = wordsIn("stop")
export const generalNouns = wordsIn("general")
/** Most used first. */
export const shopWords = wordsIn("shop")

/** What a written form stands for, as words. */
export const spellings = new Map(membersOf("spellings").map(([form, meant]) => [form, meant.split(" ")]))

/** What a part of a contraction stands for. */
export const contractions = new Map(membersOf("contractions"))

/** Base form by irregular form. */
export const irregularForms = new Map(membersOf("irregular"))

/** Endings of words, with what may stand in their place in the base form. */
export type Endings = ReadonlyArray<readonly [ending: string, bases: ReadonlyArray<string>]>
const endingsOf = (list: string): Endings =>
  textsOf(list).map(([ending, bases]) => [ending, bases.replace("-", "").split(", ")])

export const inflections = endingsOf("inflections")
/** They change the meaning: the word is English, but stays as it is. */
export const derivations = endingsOf("derivations")

/** The word that stands for all that mean the same. */
export const concepts = new Map(membersOf("concepts"))

/** Department by noun. */
export const shopNouns = new Map(membersOf("nouns").map(([noun, key]) => [noun, category(key)]))

/** Departments by what customers call them. */
export const departments = new Map(membersOf("departments").map(([word, key]) => [word, category(key)]))

/** Region by place, lower case; names of several words are joined by one space. */
export const places = new Map(membersOf("places").map(([place, key]) => [place, region(key)]))

/** How many words from the first on are together the name of a place; the longest name counts. */
export const lengthOfPlace = (words: ReadonlyArray<string>): number =>
  [4, 3, 2, 1].find((length) => length <= words.length && places.has(words.slice(0, length).join(" "))) ?? 0

/** What a number counts, by the base form of the word behind it. */
export const unitOf = new Map(membersOf("units").map(([word, key]) => [word, unit(key)]))

/** Value by number in words. */
export const numberWords = new Map(membersOf("numbers").map(([word, value]) => [word, Number(value)]))

/** Two letters by name, lower case. */
export const states = new Map(membersOf("states"))

/** The members of a list by their keys. */
const groupsOf = (list: string): ReadonlyMap<string, ReadonlySet<string>> =>
  membersOf(list).reduce(
    (found, [word, key]) => found.set(key, (found.get(key) ?? new Set()).add(word)),
    new Map<string, Set<string>>()
  )

/** Frequent words by language. */
export const frequentWords = groupsOf("languages")

/** Language by script. */
export const scripts = membersOf("scripts")

/** The words of an offer, by intent. */
export const offerTexts = new Map(textsOf("offers"))

/** That only English is understood, by language. */
export const onlyEnglish = new Map(textsOf("only-english"))

const roles = groupsOf("roles")

const meanings = groupsOf("meanings")

/** A value that words can say, with the pattern that finds them. */
export interface Meaning<A> {
  readonly value: A
  readonly pattern: RegExp
}

/** What words can say that something shall be, such as how fast a parcel is to be sent; what counts first stands first. */
export const meaningsOf = <A, I>(name: string, values: Schema.Schema<A, I>): ReadonlyArray<Meaning<A>> => {
  const decode = Schema.decodeUnknownSync(values)
  return [...meanings].flatMap(([key, words]) => {
    const [of, value] = key.split(" ")
    const forms = [...words].join("|").replaceAll("*", "\\w*")
    return of === name ? [{ value: decode(value), pattern: new RegExp(`(?<!\\w)(?:${forms})(?!\\w)`, "iu") }] : []
  })
}

/** What a text says of it; null when it says nothing. */
export const saidIn = <A>(text: string, of: ReadonlyArray<Meaning<A>>): A | null =>
  of.find(({ pattern }) => pattern.test(text))?.value ?? null

/** The words that do something in a clause, such as fill it. */
export const wordsAs = (role: string): ReadonlySet<string> => roles.get(role) ?? new Set()

/** The words of a text in letters from a to z, lower case. */
export const latinWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[a-z]+/g) ?? []

/** Who belongs to a customer, one or several of them, for patterns. */
export const relatives = `(?:${[...wordsAs("relative")].join("|")})s?`
