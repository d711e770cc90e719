import { type Money, toAmount } from "./Money.ts"
import { perShop, shopSettings } from "./ShopSettings.ts"

/** Wording of amounts in the shop's currency, by locale, and its inverse. */

/** Formats by locale and decimals, each made on first use. */
const formats = perShop(() => new Map<string, Intl.NumberFormat>())

const formatOf = (locale: string, isRound: boolean): Intl.NumberFormat => {
  const { code, decimals } = shopSettings().currency
  // `Intl` has no decimals for some currencies that have two by ISO 4217.
  const digits = isRound ? 0 : decimals
  const name = `${locale} ${digits}`
  const known = formats().get(name)
  if (known !== undefined) {
    return known
  }
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits
  })
  formats().set(name, made)
  return made
}

/** Locale of the shop, with Latin digits, because people copy numbers. */
export const shopLocale = perShop(({ language }) => new Intl.Locale(language, { numberingSystem: "latn" }).toString())

/** Formats an amount: `$12,345.00` in `en-US`, `12.345,00 $` in `de`. */
export const formatAmount = (locale: string, amount: Money): string => formatOf(locale, false).format(toAmount(amount))

/** Formats a whole number of the currency's units: `$120`. */
export const formatRoundAmount = (locale: string, amount: number): string => formatOf(locale, true).format(amount)

/** Signs by which `money` writes amounts. */
export interface AmountSigns {
  /** Symbol of the currency as the shop's language writes it. */
  readonly symbol: string
  readonly group: string
  readonly decimal: string
}

/** Returns the signs of amounts in the shop's language, from the format itself. */
export const amountSigns = (): AmountSigns => {
  const { code } = shopSettings().currency
  const options = { style: "currency", currency: code, minimumFractionDigits: 2, useGrouping: "always" } as const
  const signs = new Map(
    new Intl.NumberFormat(shopLocale(), options).formatToParts(1_234.5).map(({ type, value }) => [type, value])
  )
  return {
    // Without the direction marks of right-to-left languages.
    symbol: (signs.get("currency") ?? code).replaceAll(/\p{Cf}/gu, ""),
    group: signs.get("group") ?? ",",
    decimal: signs.get("decimal") ?? "."
  }
}
