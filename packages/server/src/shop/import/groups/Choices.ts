import { type Option, type Stock, type TakenProduct } from "../kinds/TakenProduct.ts"

/** Variants that stand for any value of an option. */

/** Most variants that one line becomes. */
const maxVariants = 100

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
): ReadonlyArray<TakenProduct> => {
  const open = choices.filter(([name]) => product.choices.some(([left]) => left === name))
  if (open.length === 0) {
    return [product]
  }
  const combinations = open.reduce<ReadonlyArray<ReadonlyArray<Option>>>(
    (made, [name, values]) =>
      made
        .flatMap((options) => values.map((value): ReadonlyArray<Option> => [...options, [name, value]]))
        .slice(0, maxVariants),
    [[]]
  )
  const order = choices.map(([name]) => name)
  const variants = combinations
    .map((added) => ({
      added,
      options: [...product.options, ...added].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    }))
    .filter(({ options }) => !isStated(options))
  return variants.map(({ added, options }, at) => ({
    ...product,
    externalId: [product.externalId, ...added.map(([, value]) => value)].join("/"),
    options,
    stock: shareOf(product.stock, at, variants.length)
  }))
}
