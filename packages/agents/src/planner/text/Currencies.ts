import { amountSigns } from "@storefront/domain/Amounts"
import { perShop, type ShopSettings } from "@storefront/domain/ShopSettings"
import { RegExp as Pattern } from "effect"
import { currencyOf, unitOf } from "./WordLists.ts"

/** Amounts of money in customers' words: the inverse of how the shop writes them, and those of other currencies. */

/** Amounts of a foreign currency are not taken for the shop's. */
export type CurrencyOwner = "shop" | "foreign"

/** Sources of patterns for amounts, and what they stand for. */
interface AmountReading {
  readonly number: string
  readonly valueOf: (figures: string) => number
  /** The symbol of the shop's currency, which may be a word. */
  readonly symbol: string
  /** Words for currencies, right after a figure. */
  readonly suffix: string
  /** Owner of a currency by its sign, code or name, in lower case; null for other words. */
  readonly ownerOf: (word: string) => CurrencyOwner | null
}

/** Returns the signs, the code and the English names of a currency, in lower case: `€`, `eur`, `euro`, `euros`. */
const formsOf = (code: string): ReadonlyArray<string> => {
  const partOf = (currencyDisplay: "name" | "narrowSymbol", count: number) =>
    new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay })
      .formatToParts(count)
      .find(({ type }) => type === "currency")?.value ?? code
  const nouns = [1, 2].map((count) => partOf("name", count).split(" ").at(-1) ?? "")
  return [code, partOf("narrowSymbol", 1), ...nouns].map((form) => form.toLowerCase())
}

const readingOf = ({ currency: { code } }: ShopSettings): AmountReading => {
  const { decimal, group, symbol } = amountSigns()
  const own = new Set([symbol.toLowerCase(), ...formsOf(code)])
  // Spaces come in any width; an English decimal point is understood where it cannot separate thousands.
  const groupSign = /^\s$/u.test(group) ? "[ \\u202f]" : Pattern.escape(group.replace("’", "'"))
  const decimalSign = Pattern.escape(decimal)
  const grouped = `\\d{1,3}(?:${groupSign}\\d{2,3})*${groupSign}\\d{3}(?:${decimalSign}\\d+)?`
  const plain = `\\d+(?:[.${decimalSign}]\\d+)?`
  const end = "(?![\\p{L}\\p{N}])"
  const [isGrouped, groupSigns] = [new RegExp(`^${grouped}$`), new RegExp(groupSign, "g")]
  return {
    number: `${grouped}${end}|${plain}${end}`,
    valueOf: (figures) =>
      Number((isGrouped.test(figures) ? figures.replaceAll(groupSigns, "") : figures).replace(decimal, ".")),
    symbol: `(?<!\\p{L})${Pattern.escape(symbol)}(?!\\p{L})`,
    suffix: [...own, ...currencyOf.keys()]
      .filter((form) => /^\p{L}+$/u.test(form))
      .map((form) => `${form}s?`)
      .join("|"),
    ownerOf: (word) =>
      own.has(word) || currencyOf.get(word) === code || unitOf.get(word) === "money"
        ? "shop"
        : currencyOf.has(word) || /^\p{Sc}$/u.test(word)
          ? "foreign"
          : null
  }
}

/** How amounts are read in this shop. */
export const amountReading = perShop(readingOf)
