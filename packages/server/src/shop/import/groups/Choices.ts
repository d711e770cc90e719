import { maxOptions } from "@storefront/domain/Catalog"
import { Either } from "effect"
import { type Option, type Stock, type TakenProduct } from "../kinds/TakenProduct.ts"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { refused } from "../rules/Column.ts"

/** Variants that stand for any value of an option. */

/** Most variants that one line becomes. */
const maxVariants = 100

/** Longest key of a product, in code points. */
const maxKey = 300

/** Returns the share of units that one of several variants gets, the first ones one more. */
const shareOf = (stock: Stock | undefined, at: number, count: number): Stock | undefined =>
  stock?._tag === "Counted"
    ? { _tag: "Counted", units: Math.floor(stock.units / count) + (at < stock.units % count ? 1 : 0) }
    : stock

/**
 * Makes a variant for each value of the options that a line leaves open; they share its units. Values that another line
 * states are left to it.
 */
export const expandChoices = (
  product: TakenProduct,
  choices: TakenProduct["choices"],
  isStated: (options: ReadonlyArray<Option>) => boolean
): Either.Either<ReadonlyArray<TakenProduct>, Fault> => {
  const open = choices.filter(([name]) => product.choices.some(([left]) => left === name))
  const without = product.choices.find(([name]) => !open.some(([own, { length }]) => own === name && length > 0))
  if (without !== undefined) {
    return refused(
      `leaves ${quote(without[0])} open, and the line of its product has no values for it that can be options`,
      "have the line of the product in the file, with values of at most 100 characters"
    )
  }
  if (open.length === 0) {
    return Either.right([product])
  }
  if (product.options.length + open.length > maxOptions) {
    return refused(
      `has ${product.options.length + open.length} options, and a variant has at most ${maxOptions}`,
      "leave the others out of its variations"
    )
  }
  const combinations = open.reduce<ReadonlyArray<ReadonlyArray<Option>>>(
    (made, [name, values]) =>
      made
        .flatMap((options) => values.map((value): ReadonlyArray<Option> => [...options, [name, value]]))
        .slice(0, maxVariants + 1),
    [[]]
  )
  if (combinations.length > maxVariants) {
    return refused(`stands for more than ${maxVariants} variants`, "export a line for each of its variants")
  }
  const order = choices.map(([name]) => name)
  const variants = combinations
    .map((added) => ({
      externalId: [product.externalId, ...added.map(([, value]) => value)].join("/"),
      options: [...product.options, ...added].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    }))
    .filter(({ options }) => !isStated(options))
  const long = variants.find(({ externalId }) => [...externalId].length > maxKey)
  return long !== undefined
    ? refused(
        `becomes ${quote(long.externalId)}, a key of more than ${maxKey} characters`,
        "shorten its key or the values of its options"
      )
    : Either.right(
        variants.map((variant, at) => ({ ...product, ...variant, stock: shareOf(product.stock, at, variants.length) }))
      )
}
