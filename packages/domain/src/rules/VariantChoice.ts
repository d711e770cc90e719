import { Array, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { type UserText } from "../tools/UserText.ts"

/** Choice of a variant by the values of its options. Names and values are compared in their folded forms. */

/** A value of an option, with the folded forms of both. */
export interface FoldedOption {
  readonly name: UserText
  readonly value: UserText
  readonly folded_name: string
  readonly folded_value: string
}

/** An active variant, or a single, which has no options. */
export interface Choosable {
  readonly product_id: ProductId
  readonly options: ReadonlyArray<FoldedOption>
  /** Units in all warehouses. */
  readonly quantity: number
}

/** A wanted value, folded; without a name, of any option. */
export interface WantedValue {
  readonly name: string | null
  readonly value: string
}

/** Values of an option to choose from. */
export interface OptionChoices {
  readonly name: UserText
  readonly values: ReadonlyArray<UserText>
}

/** A choice that the wanted values leave open, or rule out. */
export interface OpenChoice {
  readonly reason: "choose_option" | "no_such_variant"
  /** Values of the offered variants that agree with the wanted ones, as far as any do. */
  readonly choices: ReadonlyArray<OptionChoices>
}

export type VariantChoice = { readonly chosen: ProductId } | OpenChoice

const isWanted =
  ({ name, value }: WantedValue) =>
  ({ folded_name, folded_value }: FoldedOption): boolean =>
    folded_value === value && (name === null || folded_name === name)

const agreeing = (variants: ReadonlyArray<Choosable>, wanted: ReadonlyArray<WantedValue>) =>
  variants.filter(({ options }) => wanted.every((value) => options.some(isWanted(value))))

const numeric = Order.mapInput(Order.number, (value: UserText) => Number(value))

/** Sorts values that are all numbers; others keep the order of the variants. */
const sorted = (values: ReadonlyArray<UserText>): ReadonlyArray<UserText> =>
  values.every((value) => Number.isFinite(Number(value))) ? Array.sort(values, numeric) : values

/** Lists the values of offered variants, of the options that `isOpen` holds for, given all values that the variants have. */
const choicesOf = (
  variants: ReadonlyArray<Choosable>,
  isOffered: (variant: Choosable) => boolean,
  isOpen: (values: ReadonlyArray<FoldedOption>) => boolean
): ReadonlyArray<OptionChoices> =>
  Array.dedupeWith(
    variants.flatMap(({ options }) => options),
    (one, other) => one.folded_name === other.folded_name
  ).flatMap(({ folded_name, name }) => {
    const valuesOf = (some: ReadonlyArray<Choosable>) =>
      some.flatMap(({ options }) => options.filter((option) => option.folded_name === folded_name))
    const offered = valuesOf(variants.filter(isOffered))
    const distinct = Array.dedupeWith(offered, (one, other) => one.folded_value === other.folded_value)
    return isOpen(valuesOf(variants)) ? [{ name, values: sorted(distinct.map(({ value }) => value)) }] : []
  })

const isInStock = ({ quantity }: Choosable): boolean => quantity > 0

/** Chooses the only variant with the wanted values, or lists the values of offered variants that are left to choose from. */
export const chooseVariant = (
  variants: ReadonlyArray<Choosable>,
  wanted: ReadonlyArray<WantedValue>,
  isOffered = isInStock
): VariantChoice => {
  const left = agreeing(variants, wanted)
  const [first, ...others] = left
  if (first !== undefined) {
    return others.length === 0
      ? { chosen: first.product_id }
      : {
          reason: "choose_option",
          choices: choicesOf(
            left,
            isOffered,
            (values) => new Set(values.map(({ folded_value }) => folded_value)).size > 1
          )
        }
  }
  const known = wanted.filter((value) => agreeing(variants, [value]).length > 0)
  const near = agreeing(variants, known)
  const isGiven = (values: ReadonlyArray<FoldedOption>) => known.some((value) => values.every(isWanted(value)))
  return {
    reason: "no_such_variant",
    choices:
      near.length > 0
        ? choicesOf(near, isOffered, (values) => !isGiven(values))
        : choicesOf(variants, isOffered, () => true)
  }
}
