import type { Array } from "effect"

/** A product type: its handwritten product, and the data for generated ones. */
export interface CatalogueEntry {
  /** Name of the type, such as "Mechanical Keyboard"; ends every product's name. */
  readonly kind: string
  readonly name: string
  readonly brand: string
  readonly priceCents: number
  readonly priceBeforeSaleCents?: number
  readonly description: string
  readonly specs: Readonly<Record<string, string | boolean>>
  /** Lowest and highest price of generated products, in cents. */
  readonly priceRangeCents: readonly [number, number]
  /** Sentences of generated descriptions, true of any product of this type. */
  readonly features: Array.NonEmptyReadonlyArray<string>
  /** Review sentences of satisfied buyers, with words that `Sentiment` counts as praise. */
  readonly praise: Array.NonEmptyReadonlyArray<string>
  /** Review sentences of disappointed buyers, with words that `Sentiment` counts as criticism. */
  readonly complaints: Array.NonEmptyReadonlyArray<string>
}

/**
 * Catalogue data of a category: twelve entries, referred to by `kind` and by position. Lists are drawn by position too,
 * so that any change of them or of their order alters the seed's rows, and with them tests and documented examples.
 */
export interface Department {
  readonly brands: Array.NonEmptyReadonlyArray<string>
  /** Model names; a generated product adds a brand and a number. */
  readonly models: Array.NonEmptyReadonlyArray<string>
  readonly colours: Array.NonEmptyReadonlyArray<string>
  /** First sentences of generated descriptions. */
  readonly openingSentences: Array.NonEmptyReadonlyArray<string>
  readonly entries: Array.NonEmptyReadonlyArray<CatalogueEntry>
}
