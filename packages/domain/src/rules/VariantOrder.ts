import { Array, Number, Order } from "effect"
import { unaccented } from "./SearchWords.ts"

/** Orders the variants of a group: those that a question names first, the others by their values. */

interface Variant {
  readonly options: ReadonlyArray<{ readonly value: string }>
}

/** Returns the words of a text between spaces, in lower case without accents; a decimal number is one word. */
export const spaced = (text: string): string =>
  ` ${(unaccented(text).match(/\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ")} `

/** Compares values of an option: numbers by size, others by the alphabet. */
export const compareValues = new Intl.Collator("en", { numeric: true }).compare

interface Named<A> {
  readonly variant: A
  /** Values that the question names. */
  readonly named: ReadonlyArray<string>
}

/** Most named values first, then the longest ones: "light blue" before "blue"; then by all values, numbers by size. */
const order: Order.Order<Named<Variant>> = Order.combineAll([
  Order.mapInput(Order.reverse(Order.number), ({ named }) => named.length),
  Order.mapInput(Order.reverse(Order.number), ({ named }) => named.join("").length),
  Order.mapInput(
    Order.array(Order.make<string>((left, right) => Number.sign(compareValues(left, right)))),
    ({ variant: { options } }) => options.map(({ value }) => value)
  )
])

/** Sorts variants, those first whose values the question names as whole words. */
export const namedFirst = <A extends Variant>(variants: ReadonlyArray<A>, question: string): ReadonlyArray<A> => {
  const said = spaced(question)
  const withNamed = variants.map((variant): Named<A> => ({
    variant,
    named: variant.options.map(({ value }) => spaced(value)).filter((words) => said.includes(words))
  }))
  return Array.sort(withNamed, order).map(({ variant }) => variant)
}
