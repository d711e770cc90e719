import { list, money, plural } from "@storefront/domain/EnglishWording"
import { todaysPrice } from "@storefront/domain/rules/ProductComparison"
import { spaced } from "@storefront/domain/rules/VariantOrder"
import { type Variant } from "@storefront/domain/tools/VariantFields"
import { Array } from "effect"
import { type OptionChoices, type Wish } from "../Wish.ts"
import { askForOption, endWith, keepState, type Flow } from "./Flows.ts"
import { bullets, paragraph, phrases, sentences, theProduct } from "./Formatting.ts"
import { contentStems } from "./ProductResolution.ts"
import { missingWords } from "./UnmentionedWords.ts"

/** Choice among the variants of a product by the values of their options, which are the shop's. */

/** A product, with its variants if it is sold in any. */
interface Choosable {
  readonly name: string
  readonly product_id: string
  readonly variants: ReadonlyArray<Variant>
}

const { compare } = new Intl.Collator("en", { numeric: true })

const optionsOf = (variants: ReadonlyArray<Variant>): ReadonlyArray<OptionChoices> =>
  Object.entries(
    Array.groupBy(
      variants.flatMap(({ options }) => options),
      ({ name }) => name
    )
  ).map(([name, values]) => ({ name, values: Array.dedupe(values.map(({ value }) => value)).toSorted(compare) }))

/** Matches a value that is also a usual quantity, which counts only after "in" or the name of its option. */
const isStated = (text: string, { name }: OptionChoices, value: string): boolean =>
  /^1?\d$/.test(value)
    ? text.includes(` in${spaced(value)}`) || text.includes(`${spaced(name)}${value} `)
    : text.includes(spaced(value))

/** Returns the values that a text names, the longest first: "light blue" is not "blue". */
const valuesIn = (text: string, options: ReadonlyArray<OptionChoices>): ReadonlyArray<string> =>
  options
    .flatMap((option) => option.values.map((value) => ({ option, value })))
    .toSorted((one, other) => other.value.length - one.value.length)
    .reduce<{ readonly found: ReadonlyArray<string>; readonly rest: string }>(
      ({ found, rest }, { option, value }) =>
        isStated(rest, option, value)
          ? { found: [...found, value], rest: rest.replaceAll(spaced(value), "  ") }
          : { found, rest },
      { found: [], rest: spaced(text) }
    ).found

/** The variants of a product that a wish is about. */
interface Choice {
  readonly options: ReadonlyArray<OptionChoices>
  /** Values that they shall have, in the order of the options. */
  readonly values: ReadonlyArray<string>
  readonly fitting: ReadonlyArray<Variant>
  /** Number of units, which a value is none of. */
  readonly quantity: number | null
  /** Words that may be a value, but of no variant. */
  readonly unknown: string | null
}

/** Reads which variants of a product are wanted, and keeps a product with variants in focus. */
export function* chooseFrom({ name, variants }: Choosable, wish: Wish): Flow<Choice> {
  const options = optionsOf(variants)
  const known = options.flatMap(({ values }) => values)
  const wanted = [...new Set([...wish.values, ...valuesIn(wish.text, options)])]
  const values = [
    ...known.filter((value) => wanted.includes(value)),
    ...wanted.filter((value) => !known.includes(value))
  ]
  const number = wish.quantity === null ? "" : String(wish.quantity)
  const isValue = values.includes(number) && !wish.values.includes(number)
  // "In 43" is no quantity of a product that has sizes.
  const isUnknownValue =
    !isValue && options.length > 0 && new RegExp(`\\b(?:in|the|size) ${number}\\b`, "i").test(wish.text)
  const quantity = number === "" || isValue || isUnknownValue ? null : wish.quantity
  const names = options.map((option) => option.name)
  const unknown =
    isUnknownValue && number !== "" ? number : missingWords(wish.rest, [name, ...names, ...values].join(" "))
  if (options.length > 0) {
    yield* keepState({ group: { name, options, chosen: values } })
  }
  const has = ({ options: own }: Variant) => values.every((value) => own.some((option) => option.value === value))
  return { options, values, quantity, unknown: options.length > 0 ? unknown : wish.rest, fitting: variants.filter(has) }
}

/** Names a product with values of its options, as the shop names its variants. */
export const withValues = (name: string, values: ReadonlyArray<string>): string => [name, ...values].join(", ")

const choiceList = (options: ReadonlyArray<OptionChoices>): string =>
  options.map(({ name, values }) => `${name} ${list(values, "or")}`).join("; ")

/** Lists what there is to choose from. */
export const choicesOf = (name: string, options: ReadonlyArray<OptionChoices>): string =>
  `Choices of ${theProduct(name)}: ${choiceList(options)}.`

/** Reports that a product does not exist with some values, and what there is. */
export const noSuchVariant = (name: string, values: ReadonlyArray<string>, options: ReadonlyArray<OptionChoices>) =>
  sentences(`The shop has no ${withValues(name, values)}.`, options.length === 0 ? null : choicesOf(name, options))

const stockOf = ({ quantity }: Variant) => (quantity === 0 ? "out of stock" : `${plural(quantity, "unit")} in stock`)

const valuesOf = ({ options }: Variant) => options.map(({ value }) => value)

/** Maximum number of variants that an answer describes. */
const maxDescribed = 10

/** Describes variants with their values, prices and stock. */
const describe = (name: string, variants: ReadonlyArray<Variant>): string => {
  const line = (variant: Variant) =>
    phrases(withValues(name, valuesOf(variant)), money(todaysPrice(variant)), stockOf(variant))
  const [first, ...others] = variants
  return first !== undefined && others.length === 0
    ? `${line(first)}.`
    : paragraph(
        bullets(variants.slice(0, maxDescribed), line),
        variants.length > maxDescribed ? `There are ${variants.length - maxDescribed} more.` : null
      )
}

/** Answers a question about variants: by their values, else which values an option has; null if it is about neither. */
export function* variantAnswer(product: Choosable, wish: Wish): Flow<string | null> {
  const { fitting, options, unknown, values } = yield* chooseFrom(product, wish)
  const stems = new Set(contentStems(wish.text))
  const asked = options.filter(({ name }) => contentStems(name).every((word) => stems.has(word)))
  const { name } = product
  return options.length === 0
    ? null
    : fitting.length === 0 || (unknown !== null && wish.intent === "stock")
      ? noSuchVariant(name, unknown === null ? values : [...values, unknown], options)
      : values.length === 0 && asked.length > 0
        ? choicesOf(name, asked)
        : values.length > 0 || wish.intent === "stock"
          ? describe(name, fitting)
          : null
}

/** Chooses what is sold: the product itself, or the only variant that fits; asks for what is open. */
export function* soldProduct(
  product: Choosable,
  wish: Wish
): Flow<{ readonly name: string; readonly product_id: string; readonly quantity: number | null }> {
  const { name, product_id } = product
  const { fitting, options, quantity, unknown, values } = yield* chooseFrom(product, wish)
  const [first, ...others] = fitting
  if (options.length === 0) {
    return { name, product_id, quantity }
  }
  if (first === undefined || unknown !== null) {
    return yield* endWith(noSuchVariant(name, unknown === null ? values : [...values, unknown], options))
  }
  return others.length === 0
    ? { name: withValues(name, valuesOf(first)), product_id: first.product_id, quantity }
    : yield* endWith(askForOption(optionsOf(fitting).filter((option) => option.values.length > 1)))
}
