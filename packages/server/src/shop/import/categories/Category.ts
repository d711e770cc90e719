import { Category } from "@storefront/domain/Catalog"
import { Either, Schema } from "effect"
import { type TakenProduct } from "../kinds/TakenProduct.ts"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { category as categoryReader } from "../rules/values/Names.ts"
import { type Settings } from "../Settings.ts"
import { partsOf } from "./Taxonomy.ts"

/** Puts products into categories by what the whole file, the shop and the shop's people say. */

/** Facts that the category of a product depends on, alike for every order of the lines. */
export interface CategoryFacts {
  /** `--category-map`: category by taxonomy or the beginning of one; the empty one is for goods without a taxonomy. */
  readonly map: ReadonlyMap<string, string>
  /** Categories of the shop and those that the file proposes (`End.categories`). */
  readonly known: ReadonlySet<string>
}

/** The taxonomy and category of a product as they are stored. */
export interface Stored {
  readonly productType: string
  readonly category: string
}

const isCategory = Schema.is(Category)

/** Returns the fault of a line that names a category which the shop lacks. */
export const unknownCategory = (name: string): Fault => ({
  fault: `${quote(name)} is not a category of the shop`,
  mend: "correct the name, or import goods of that category first: storefront import products"
})

/** Returns the names that a line proposes as categories of the shop: the one it names, or the tops of its taxonomies. */
export const categoryCandidates = (
  { category, taxonomies }: Pick<TakenProduct, "category" | "taxonomies">,
  isFlagged: (text: string) => boolean
): ReadonlyArray<string> =>
  category === undefined
    ? taxonomies
        .flatMap((taxonomy) => partsOf(taxonomy).slice(0, 1))
        .filter((top) => isCategory(top) && !isFlagged(top))
    : [category]

/** Returns a taxonomy and its beginnings, longest first. */
const prefixesOf = (taxonomy: string): ReadonlyArray<string> =>
  partsOf(taxonomy).map((_, at, parts) => parts.slice(0, parts.length - at).join(" > "))

const byDepth = (taxonomies: ReadonlyArray<string>) =>
  [...taxonomies].toSorted((one, other) => partsOf(other).length - partsOf(one).length)

/** The category that a taxonomy has led to, or null. */
export interface Mapped {
  readonly from: string
  readonly category: string | null
}

/**
 * Returns the row that a product adds to the map to edit. It adds none if its line names the category, or states no
 * taxonomy and leaves a stored product where it is.
 */
export const mappedBy = (
  { category, productType, taxonomies }: Pick<TakenProduct, "category" | "taxonomies" | "productType">,
  isStored: boolean,
  found: Either.Either<string, Fault>
): ReadonlyArray<Mapped> =>
  category !== undefined || (isStored && productType === undefined && Either.isRight(found))
    ? []
    : [{ from: byDepth(taxonomies)[0] ?? "", category: Either.getOrElse(found, () => null) }]

/** Most taxonomies that are gathered: the memory of an import is bounded. */
const maxTaxonomies = 20_000

/** Gathers the map to edit. A taxonomy that leads to several categories has none in it, which leaves its goods alone. */
export const makeCategoryMap = () => {
  const found = new Map<string, string | null>()
  return {
    add: (rows: ReadonlyArray<Mapped>) => {
      for (const { category, from } of rows) {
        const before = found.get(from)
        if (before !== undefined || found.size < maxTaxonomies) {
          found.set(from, before === undefined || before === category ? category : null)
        }
      }
    },
    /** Lists taxonomies without a category first, each part in the order of its code points. */
    list: (): ReadonlyArray<Mapped> => {
      const rows = Array.from(found, ([from, category]): Mapped => ({ from, category }))
      return rows.toSorted(
        (one, other) =>
          Number(one.category !== null) - Number(other.category !== null) || (one.from < other.from ? -1 : 1)
      )
    }
  }
}

/** Returns the category of a product; `stored` is null for a new one. */
export const categoryOf = (
  { category, productType, taxonomies }: Pick<TakenProduct, "category" | "taxonomies" | "productType">,
  stored: Stored | null,
  { known, map }: CategoryFacts
): Either.Either<string, Fault> => {
  const deepestFirst = byDepth(taxonomies)
  const mapped = deepestFirst
    .flatMap(prefixesOf)
    .toSorted((one, other) => partsOf(other).length - partsOf(one).length)
    .find((prefix) => map.has(prefix))
  const isUnchanged = stored !== null && (productType === undefined || productType === stored.productType)
  const found =
    category ??
    map.get(mapped ?? (taxonomies.length === 0 ? "" : " ")) ??
    (isUnchanged ? stored.category : undefined) ??
    deepestFirst.flatMap((taxonomy) => [...partsOf(taxonomy)].toReversed()).find((part) => known.has(part))
  return found === undefined
    ? Either.left(
        taxonomies.length === 0
          ? {
              fault: "has no category",
              mend: "fill in category or product_type, or give --category-map a row with an empty from"
            }
          : {
              fault: `has no category, and ${quote(deepestFirst[0] ?? "")} names none`,
              mend: "give --category-map a row for it"
            }
      )
    : Either.right(found)
}

/** Makes the map of `--category-map` of its pairs; fails with the first name that cannot be a category. */
export const categoryMap = (
  pairs: ReadonlyMap<string, string>,
  settings: Settings
): Either.Either<CategoryFacts["map"], Fault> =>
  Either.map(
    Either.all(
      [...pairs].map(([from, to]) => Either.map(categoryReader(to, settings), ({ value }) => [from, value] as const))
    ),
    (rows) => new Map(rows.map(([from, name]) => [partsOf(from).join(" > "), name]))
  )
