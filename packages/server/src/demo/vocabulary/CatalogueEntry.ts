import type { Array } from "effect"

/** A product type: its handwritten article, and the vocabulary of generated ones. */
export interface CatalogueEntry {
  /** Ending of an article's name, "Mechanical Keyboard". */
  readonly kind: string
  readonly name: string
  readonly brand: string
  readonly priceCents: number
  /** Price before the sale. */
  readonly wasCents?: number
  readonly description: string
  readonly specs: Readonly<Record<string, string | boolean>>
  /** Lowest and highest price of generated articles. */
  readonly rangeCents: readonly [number, number]
  /** True of any article of this type; generated descriptions use them. */
  readonly features: Array.NonEmptyReadonlyArray<string>
  /** Sentences of satisfied buyers. */
  readonly praise: Array.NonEmptyReadonlyArray<string>
  /** Sentences of disappointed buyers. */
  readonly complaints: Array.NonEmptyReadonlyArray<string>
}

/** Product types of a category. */
export interface Department {
  readonly brands: Array.NonEmptyReadonlyArray<string>
  /** Model names of generated articles. */
  readonly models: Array.NonEmptyReadonlyArray<string>
  readonly colours: Array.NonEmptyReadonlyArray<string>
  /** First sentences of generated descriptions. */
  readonly leads: Array.NonEmptyReadonlyArray<string>
  readonly entries: Array.NonEmptyReadonlyArray<CatalogueEntry>
}
