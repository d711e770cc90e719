import { type Money } from "@storefront/domain/Money"

/** A line of a file of products as it is staged: groups and categories are settled when the whole file is known. */

/** Name and value of an option: `["Size", "42"]`. */
export type Option = readonly [name: string, value: string]

/** Units that a line states. */
export type Stock =
  /** A count, as of the import's `--as-of`. */
  | { readonly _tag: "Counted"; readonly units: number }
  /** In stock without a number: refuses the file unless `--in-stock-as` is given. */
  | { readonly _tag: "InStock" }

/** Date at which goods that cannot be had now are expected, `2026-01-31`. */
export type Day = string

/**
 * A product, variant or group as a line of a file states it. An undefined member was not stated: the stored value
 * stays, or for a variant whose format says so, the group's. An empty text or null empties the stored value.
 */
export interface TakenProduct {
  readonly externalId: string
  /**
   * `group`: the line describes a group and is not sold itself. `variant`: a member of `group`. Lines of a group that
   * turn out not to differ become singles: see `groupOf`, which settles the roles.
   */
  readonly role: "single" | "variant" | "group"
  /** Key of the group, which is also its external id; null for a single. */
  readonly group: string | null
  /** Options in the order of the file. */
  readonly options: ReadonlyArray<Option>
  /** Options may hold facts that do not differ within the group; those become specs. */
  readonly areOptionsCandidates: boolean
  /** Of a `group` line the values of its options; of a `variant` the options that it leaves open, without values. */
  readonly choices: ReadonlyArray<readonly [name: string, values: ReadonlyArray<string>]>
  /** Members that are undefined take the value of the group's first line that states them. */
  readonly inherits: boolean
  /** Without the values of the options, or with them: `groupOf` makes the names of groups and variants. */
  readonly name: string | undefined
  /** The lower of two prices. Undefined for a `group` line. */
  readonly price: Money | undefined
  /** The higher of two prices, or `price`. Undefined leaves the stored one, which must be raised to `price` if lower. */
  readonly originalPrice: Money | undefined
  /** Category that the line names. */
  readonly category: string | undefined
  /** Taxonomies of the line, such as `Apparel > Shoes`; the deepest one is its product type. */
  readonly taxonomies: ReadonlyArray<string>
  /** The deepest taxonomy. */
  readonly productType: string | undefined
  readonly description: string | undefined
  readonly brand: string | undefined
  readonly vendor: string | undefined
  readonly sku: string | null | undefined
  /** 8, 12, 13 or 14 digits, the last of which is right. */
  readonly gtin: string | null | undefined
  readonly pictureUrl: string | null | undefined
  readonly pageUrl: string | null | undefined
  readonly checkoutKey: string | null | undefined
  readonly keywords: string | undefined
  /** Specs by name; null removes one. Specs that the line does not mention stay. */
  readonly specs: Readonly<Record<string, string | null>>
  /** Undefined leaves the stock. */
  readonly stock: Stock | undefined
  /** Name of the warehouse that has the stock. */
  readonly warehouse: string | undefined
  readonly restockDate: Day | undefined
  /** ISO 8601, UTC. */
  readonly createdAt: string | undefined
  readonly isActive: boolean | undefined
}
