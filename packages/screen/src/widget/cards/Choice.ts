/** The choice among the variants of a product by the values of its options, such as size and colour. */

export interface Variant {
  readonly id: string
  /** Values by option. */
  readonly values: ReadonlyMap<string, string>
  readonly price: number | null
  readonly before: number
  /** Units; null if unknown. */
  readonly stock: number | null
  readonly picture: string
}

/** Values chosen so far, by option. */
export type Chosen = ReadonlyMap<string, string>

export interface OptionToChoose {
  readonly name: string
  readonly values: ReadonlyArray<string>
}

/** A value in view of the values chosen of the other options. */
export type Availability = "in_stock" | "out_of_stock" | "impossible"

const matches = ({ values }: Variant, chosen: Chosen) =>
  [...chosen].every(([name, value]) => values.get(name) === value)

/** Returns the variants that have all chosen values. */
export const variantsWith = (variants: ReadonlyArray<Variant>, chosen: Chosen): ReadonlyArray<Variant> =>
  variants.filter((variant) => matches(variant, chosen))

const isNumber = (value: string) => /^\d/.test(value)

/** Sorts sizes in numbers; others stay in the shop's order. */
const inOrder = (values: ReadonlyArray<string>) =>
  values.every((value) => isNumber(value))
    ? values.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    : values

/** Returns the options of all variants with their values. */
export const optionsOf = (variants: ReadonlyArray<Variant>): ReadonlyArray<OptionToChoose> =>
  [...new Set(variants.flatMap(({ values }) => [...values.keys()]))].map((name) => ({
    name,
    values: inOrder([...new Set(variants.flatMap(({ values }) => values.get(name) ?? []))])
  }))

/** Returns the values that are no choice, because all variants have them. */
export const initialChoice = (variants: ReadonlyArray<Variant>): Chosen =>
  new Map(
    [...(variants[0]?.values ?? [])].filter(([name, value]) =>
      variants.every(({ values }) => values.get(name) === value)
    )
  )

export const isInStock = ({ stock }: Pick<Variant, "stock">): boolean => stock === null || stock > 0

export const availabilityOf = (
  variants: ReadonlyArray<Variant>,
  chosen: Chosen,
  name: string,
  value: string
): Availability => {
  const left = variantsWith(variants, new Map([...chosen, [name, value]]))
  return left.length === 0 ? "impossible" : left.some(isInStock) ? "in_stock" : "out_of_stock"
}

/** Chooses a value. Earlier choices that no variant has together with it are dropped, the oldest ones first. */
export const choose = (variants: ReadonlyArray<Variant>, chosen: Chosen, name: string, value: string): Chosen => {
  const kept = new Map([[name, value]])
  for (const [other, choice] of [...chosen].toReversed()) {
    if (other !== name && variantsWith(variants, kept).some(({ values }) => values.get(other) === choice)) {
      kept.set(other, choice)
    }
  }
  return new Map([...kept].toReversed())
}

/** Returns the variant of which all values are chosen. */
export const chosenVariant = (variants: ReadonlyArray<Variant>, chosen: Chosen): Variant | undefined =>
  variantsWith(variants, chosen).find(({ values }) => values.size === chosen.size)
