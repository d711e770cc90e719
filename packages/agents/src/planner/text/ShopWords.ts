import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { type Token, tokenize } from "./Tokens.ts"
import { departments, places, shopNouns } from "./WordLists.ts"

/** Words by which customers name the categories and regions of a shop. */
export interface ShopWords {
  /** Category by the normalised words of the lists. */
  readonly departments: ReadonlyMap<string, Category>
  readonly nouns: ReadonlyMap<string, Category>
  readonly places: ReadonlyMap<string, Region>
  /** Category and region by their own names, as `spelling` joins them. */
  readonly categoryNames: ReadonlyMap<string, Category>
  readonly regionNames: ReadonlyMap<string, Region>
}

/** The words of the lists, whatever categories and regions the shop has. */
export const listedWords: ShopWords = {
  departments,
  nouns: shopNouns,
  places,
  categoryNames: new Map(),
  regionNames: new Map()
}

/** Joins tokens as they are written, but in lower case: a shop's names are in no lexicon that would normalise them. */
const spelling = (tokens: ReadonlyArray<Token>): string => tokens.map(({ raw }) => raw.toLowerCase()).join(" ")

/** Returns the longest name that starts at a token, with its number of tokens. */
export const nameAt = <A>(names: ReadonlyMap<string, A>, tokens: ReadonlyArray<Token>, index: number) => {
  for (let length = Math.min(maxNameTokens, tokens.length - index); length > 0; length--) {
    const name = names.get(spelling(tokens.slice(index, index + length)))
    if (name !== undefined) {
      return { name, length }
    }
  }
  return undefined
}

/** Maximum number of tokens in a name that is recognised. */
const maxNameTokens = 8

const only = <A>(words: ReadonlyMap<string, A>, names: ReadonlyArray<A>) =>
  new Map([...words].filter(([, name]) => names.includes(name)))

const byName = <A extends string>(names: ReadonlyArray<A>) =>
  new Map(names.map((name) => [spelling(tokenize(name)), name]))

/** Returns the words of the lists whose category or region the shop has, and the shop's own names. */
export const shopWords = ({ categories, regions }: ShopNames): ShopWords => ({
  departments: only(departments, categories),
  nouns: only(shopNouns, categories),
  places: only(places, regions),
  categoryNames: byName(categories),
  regionNames: byName(regions)
})
