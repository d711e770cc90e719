import { list, money, plural } from "@storefront/domain/EnglishWording"
import { todaysPrice } from "@storefront/domain/rules/ProductComparison"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { compareValues } from "@storefront/domain/rules/VariantOrder"
import { type Variant } from "@storefront/domain/tools/VariantFields"
import { Array } from "effect"
import { valuesIn } from "../dialogue/Variants.ts"
import { type OptionChoices, type Wish } from "../Wish.ts"
import { askForOption, endWith, keepState, type Flow } from "./Flows.ts"
import { bullets, paragraph, phrases, sentences, theProduct } from "./Formatting.ts"
import { matchWeight } from "./ProductResolution.ts"
import { missingWords } from "./UnmentionedWords.ts"

/** Choice among the variants of a product by the values of their options, which are the shop's. */

/** A product, with its variants if it is sold in any. */
interface Choosable {
  readonly name: string
  readonly product_id: string
  readonly variants: ReadonlyArray<Variant>
  /** The product or variant whose SKU or barcode the customer named. */
  readonly matched_id?: string | undefined
}

const optionsOf = (variants: ReadonlyArray<Variant>): ReadonlyArray<OptionChoices> =>
  Object.entries(
    Array.groupBy(
      variants.flatMap(({ options }) => options),
      ({ name }) => name
    )
  ).map(([name, values]) => ({ name, values: Array.dedupe(values.map(({ value }) => value)).toSorted(compareValues) }))

/** Returns a test for options that words name: "colors", "sizes". */
const isNamedBy =
  (words: ReadonlyArray<string>) =>
  ({ name }: OptionChoices): boolean =>
    contentWords(name).every((part) => matchWeight(part, words) > 0)

/** The variants of a product that a wish is about. */
interface Choice {
  readonly options: ReadonlyArray<OptionChoices>
  /** Values that they shall have, in the order of the options, and last those of no variant. */
  readonly stated: ReadonlyArray<string>
  readonly fitting: ReadonlyArray<Variant>
  /** The only variant that fits, with its values in its name; the product itself if several do. */
  readonly meant: { readonly name: string; readonly product_id: string }
  /** Number of units, which a value is none of. */
  readonly quantity: number | null
  /** Words that may be a value, but of no variant. */
  readonly unknown: string | null
}

/** Reads which variants of a product are wanted, and keeps a product with variants in focus. */
export function* chooseFrom({ matched_id, name, product_id, variants }: Choosable, wish: Wish): Flow<Choice> {
  const options = optionsOf(variants)
  const known = options.flatMap(({ values }) => values)
  const ofMatched = variants.filter((variant) => variant.product_id === matched_id).flatMap(valuesOf)
  // The figures of "SMT-42-BL" are no size.
  const text = matched_id === undefined ? wish.text : wish.text.replace(wish.product?.name ?? "", "")
  const inText = valuesIn(text, { name, options, chosen: [] })
  const wanted = [...new Set([...wish.values, ...ofMatched, ...inText])]
  const values = [
    ...known.filter((value) => wanted.includes(value)),
    ...wanted.filter((value) => !known.includes(value))
  ]
  const isValue = inText.includes(String(wish.quantity)) && !wish.values.includes(String(wish.quantity))
  const others = missingWords(wish.rest, [name, ...values].join(" "))
  const isOptionName = others !== null && contentWords(others).every((word) => options.some(isNamedBy([word])))
  const unknown = isOptionName ? null : others
  if (options.length > 0) {
    yield* keepState({ group: { name, options, chosen: values } })
  }
  const has = ({ options: own }: Variant) => values.every((value) => own.some((option) => option.value === value))
  const fitting = variants.filter(has)
  const [only, ...more] = fitting
  const meant =
    only === undefined || more.length > 0
      ? { name, product_id }
      : { name: withValues(name, valuesOf(only)), product_id: only.product_id }
  return options.length === 0
    ? { options, stated: values, fitting, meant, quantity: wish.quantity, unknown: wish.rest }
    : {
        options,
        stated: unknown === null ? values : [...values, unknown],
        fitting,
        meant,
        quantity: isValue ? null : wish.quantity,
        unknown
      }
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
  const { fitting, options, stated, unknown } = yield* chooseFrom(product, wish)
  const asked = wish.intent === "stock" ? [] : options.filter(isNamedBy(contentWords(wish.text)))
  const { name } = product
  return options.length === 0
    ? null
    : fitting.length === 0 || (unknown !== null && wish.intent === "stock")
      ? noSuchVariant(name, stated, options)
      : stated.length === 0 && asked.length > 0
        ? choicesOf(name, asked)
        : (stated.length > 0 && unknown === null) || wish.intent === "stock"
          ? describe(name, fitting)
          : null
}

/** Chooses what is sold: the product itself, or the only variant that fits; asks for what is open. */
export function* soldProduct(
  product: Choosable,
  wish: Wish
): Flow<Choice["meant"] & { readonly quantity: number | null; readonly unused: string | null }> {
  const { fitting, meant, options, quantity, stated, unknown } = yield* chooseFrom(product, wish)
  return options.length === 0
    ? { ...meant, quantity, unused: unknown }
    : fitting.length === 0 || unknown !== null
      ? yield* endWith(noSuchVariant(product.name, stated, options))
      : fitting.length > 1
        ? yield* endWith(askForOption(optionsOf(fitting).filter((option) => option.values.length > 1)))
        : { ...meant, quantity, unused: null }
}
