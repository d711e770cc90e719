import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { type OptionChoices } from "../Wish.ts"
import { type Token, tokenize } from "./Tokens.ts"
import { departments, places, shopNouns } from "./WordLists.ts"

/** Meanings of a phrase in a shop, at most one of each kind. */
interface Meanings {
  /** Category that it stands for. */
  readonly department?: Category | undefined
  /** Category of the goods that it is a noun for. */
  readonly goods?: Category | undefined
  /** Region of the place that it names; null for a place in none of the shop's. */
  readonly region?: Region | null | undefined
  /** Value of an option of the group in focus, as the shop writes it. */
  readonly option?: string
}

/** Phrases by which customers name things of a shop: those of the word lists, and the shop's own names. */
export type ShopWords = ReadonlyMap<string, Meanings>

type Row = readonly [phrase: string, meanings: Meanings]

const withRows = (table: ShopWords, rows: ReadonlyArray<Row>): ShopWords =>
  rows.reduce((all, [phrase, added]) => all.set(phrase, { ...all.get(phrase), ...added }), new Map(table))

/** Returns whether a place is an abbreviation that may be a word, and so counts only in capitals. */
const isAmbiguousPlace = (name: string): boolean => name.length === 2 && !/^(?:ny|nj|dc|sf|tx|fl|nc|sc)$/.test(name)

/** The phrases of the lists, whatever categories and regions the shop has. */
export const listedWords = withRows(new Map(), [
  ...[...departments].map(([word, department]): Row => [word, { department }]),
  ...[...shopNouns].map(([noun, goods]): Row => [noun, { goods }]),
  ...[...places].map(([place, region]): Row => [isAmbiguousPlace(place) ? place.toUpperCase() : place, { region }])
])

/** Forms of a token that phrases are made of. A shop's names are in no lexicon that would normalise them. */
const forms: ReadonlyArray<(token: Token) => string> = [
  ({ word }) => word,
  ({ raw }) => raw.toLowerCase(),
  ({ raw }) => raw
]

const joined = (tokens: ReadonlyArray<Token>, form: (token: Token) => string): string => tokens.map(form).join(" ")

const named = (name: string, meanings: Meanings): Row => [
  joined(tokenize(name.toLowerCase()), ({ raw }) => raw),
  meanings
]

/** Returns the phrases of the lists with the meanings that the shop has, the shop's own names, and values of options. */
export const shopWords = (
  { categories, regions }: ShopNames,
  options: ReadonlyArray<OptionChoices> = []
): ShopWords => {
  const inShop = ({ department, goods, region }: Meanings): Meanings => ({
    department: categories.find((name) => name === department),
    goods: categories.find((name) => name === goods),
    region: region === undefined ? undefined : (regions.find((name) => name === region) ?? null)
  })
  return withRows(new Map([...listedWords].map(([phrase, meanings]) => [phrase, inShop(meanings)])), [
    ...categories.map((department) => named(department, { department })),
    ...regions.map((region) => named(region, { region })),
    ...options.flatMap(({ values }) => values.map((option) => named(option, { option })))
  ])
}

/** Maximum number of tokens in a phrase that is recognised. */
const maxTokens = 8

/** Returns the meanings of the longest phrase that starts at a token, with its number of tokens; 1 if none does. */
export const phraseAt = (words: ShopWords, tokens: ReadonlyArray<Token>, index: number) => {
  for (let length = Math.min(maxTokens, tokens.length - index); length > 0; length--) {
    const phrase = tokens.slice(index, index + length)
    const meanings = forms.map((form) => words.get(joined(phrase, form))).find((found) => found !== undefined)
    if (meanings !== undefined) {
      return { ...meanings, length }
    }
  }
  return { length: 1 }
}
