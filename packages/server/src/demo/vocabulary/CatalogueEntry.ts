import type { Array } from "effect"

/** One type of product: its first, hand-written article and the words for further ones. */
export interface CatalogueEntry {
  /** How the name of an article ends, "Mechanical Keyboard". */
  readonly kind: string
  readonly name: string
  readonly brand: string
  readonly priceCents: number
  /** The price before the sale. */
  readonly wasCents?: number
  readonly description: string
  readonly specs: Readonly<Record<string, string | boolean>>
  /** Lowest and highest price of generated articles. */
  readonly rangeCents: readonly [number, number]
  /** True of any article of this type; generated descriptions are built from them. */
  readonly features: Array.NonEmptyReadonlyArray<string>
  /** What content buyers write about it, one sentence each. */
  readonly praise: Array.NonEmptyReadonlyArray<string>
  /** What disappointed buyers write about it, one sentence each. */
  readonly complaints: Array.NonEmptyReadonlyArray<string>
}

/** The types of one category. */
export interface Department {
  readonly brands: Array.NonEmptyReadonlyArray<string>
  /** Names of models for generated articles. */
  readonly models: Array.NonEmptyReadonlyArray<string>
  readonly colours: Array.NonEmptyReadonlyArray<string>
  /** First sentences of generated descriptions. */
  readonly leads: Array.NonEmptyReadonlyArray<string>
  readonly entries: Array.NonEmptyReadonlyArray<CatalogueEntry>
}
