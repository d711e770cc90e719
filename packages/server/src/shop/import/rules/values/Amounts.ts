import { Money } from "@storefront/domain/Money"
import { Either } from "effect"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Settings } from "../../Settings.ts"
import { type Reader, refused, taken } from "../Column.ts"

/** Readers of amounts of money, which become whole minor units, and of percentages. */

/** Greatest number of whole units that the tables hold. */
const maxUnits = 9_999_999_999

/** An amount, with the code of its currency before or behind it. */
const withCode = /^(?:([A-Za-z]{3})\s*(?=[-+\d.,]))?(.*?)(?:(?<=[\d.,])\s*([A-Za-z]{3}))?$/s

const grouped = { point: /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, comma: /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/ }
const plain = { point: /^(\d+)(?:\.(\d+))?$/, comma: /^(\d+)(?:,(\d+))?$/ }

/** Explains why a text is no amount. */
const notAnAmount = (text: string, { currency: { code }, decimal }: Settings): Either.Either<never, Fault> => {
  const shown = quote(text)
  const example = decimal === "comma" ? "12,50" : "12.50"
  if (/^[-+]?(?:inf(?:inity)?|nan)$/i.test(text) || /^[-+]?∞$/.test(text)) {
    return refused(`${shown} is not a finite number`, `write an amount, for example ${example}`)
  }
  if (/^[-+]?\d+(?:[.,]\d+)?e[-+]?\d+$/i.test(text)) {
    return refused(
      `${shown} is in scientific notation`,
      `write all digits, for example ${example}: a spreadsheet may have changed it`
    )
  }
  if (/^[-−–]\s*[\d.,]+$/.test(text)) {
    return refused(`${shown} is negative`, `write an amount without a sign, for example ${example}`)
  }
  if (decimal === "point" && /^\d[\d.,]*$/.test(text) && text.includes(",")) {
    return grouped.point.test(text)
      ? refused(
          `${shown} has a comma between thousands`,
          `write ${quote(text.replaceAll(",", ""))}, or import with --decimal comma if the comma is in front of decimals`
        )
      : refused(`${shown} has a comma`, "write a point in front of decimals, or import with --decimal comma")
  }
  if (decimal === "comma" && /^\d[\d.,]*$/.test(text) && text.includes(".")) {
    return refused(
      `${shown} has a point that does not stand between thousands`,
      "write a comma in front of decimals, or import without --decimal comma"
    )
  }
  if (/^[$€£¥₹₩₽₺₴₫฿]|[$€£¥₹₩₽₺₴₫฿]$/.test(text)) {
    return refused(
      `${shown} has a currency sign, which several currencies share`,
      `write the number, or the code of the currency behind it: ${example} ${code}`
    )
  }
  if (/^\d[\d'’\s]*(?:[.,]\d+)?$/.test(text)) {
    return refused(`${shown} has marks between its digits`, `write the digits without them, for example ${example}`)
  }
  return refused(`${shown} is not an amount`, `write a number, for example ${example}`)
}

/** Reads an amount of at least 0 in the shop's currency: `12.50`, `12.50 EUR`, `EUR 12.50`. */
export const amount: Reader<Money> = (cell, settings) => {
  const { currency, decimal } = settings
  const [, before, number = "", behind] = withCode.exec(cell.trim()) ?? []
  const code = before ?? behind
  const text = number.trim()
  if (before !== undefined && behind !== undefined) {
    return refused(`${quote(cell)} names its currency twice`, "name it once, or not at all")
  }
  const digits = decimal === "comma" && grouped.comma.test(text) ? text.replaceAll(".", "") : text
  const [, units, decimals = ""] = plain[decimal].exec(digits) ?? []
  if (units === undefined) {
    return notAnAmount(code === undefined ? text : cell.trim(), settings)
  }
  if (code !== undefined && code.toUpperCase() !== currency.code) {
    return foreignCurrency(code.toUpperCase(), currency.code)
  }
  // Exports of shops that sell in yen write "1200.00"; three digits could as well be thousands.
  const kept = /^0{1,2}$/.test(decimals) ? decimals.slice(0, currency.decimals) : decimals
  if (kept.length > currency.decimals) {
    return refused(
      `${quote(text)} has ${kept.length} ${kept.length === 1 ? "decimal" : "decimals"}, and amounts in ${currency.code} have ${currency.decimals}`,
      currency.decimals === 0 ? "write a whole number" : `round it to ${currency.decimals} decimals`
    )
  }
  return Number(units) > maxUnits
    ? refused(`${quote(text)} is too great`, `write an amount of at most ${maxUnits}`)
    : taken(Money.make(Number(units + kept.padEnd(currency.decimals, "0"))))
}

/** Returns the fault of an amount in another currency than the shop's. */
export const foreignCurrency = (code: string, shop: string): Either.Either<never, Fault> =>
  refused(`is in ${code}, and the shop sells in ${shop}`, `give the amount in ${shop}: amounts are not converted`)

/** Reads an amount above 0. */
export const price: Reader<Money> = (cell, settings) =>
  Either.filterOrLeft(
    amount(cell, settings),
    ({ value }) => value > 0,
    () => ({ fault: "is 0", mend: "a price is above 0: give the price, or leave the line out" })
  )

/** Reads the code of the shop's currency. */
export const shopCurrency: Reader<string> = (cell, { currency }) => {
  const code = cell.trim().toUpperCase()
  return code === currency.code
    ? taken(code)
    : /^[A-Z]{3}$/.test(code)
      ? foreignCurrency(code, currency.code)
      : refused(`${quote(cell)} is not the code of a currency`, `write ${currency.code}, or leave it out`)
}

/** Reads a percentage of at most 2 decimals, with or without its sign. */
export const percentage: Reader<number> = (cell, { decimal }) => {
  const text = cell.trim().replace(/\s*%$/, "")
  const number = Number((plain[decimal].exec(text) ?? [""])[0].replace(",", "."))
  return !plain[decimal].test(text)
    ? refused(
        `${quote(cell)} is not a percentage`,
        `write a number from 0 to 100, for example ${decimal === "comma" ? "12,5" : "12.5"}`
      )
    : number > 100
      ? refused(`${quote(cell)} is more than 100 percent`, "write a number from 0 to 100")
      : !/^\d+(?:[.,]\d{1,2})?$/.test(text)
        ? refused(`${quote(cell)} has more than 2 decimals`, "round it to 2 decimals")
        : taken(number)
}
