import { Array } from "effect"
import { type Address } from "../../Address.ts"
import { type Money } from "../../Money.ts"
import { plain } from "./Clauses.ts"
import * as Words from "./Words.ts"

/** What words name: ids, amounts, places. */

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The ids that words name, in lower case. */
export const namedIds = (words: string): ReadonlyArray<string> => Array.dedupe(words.toLowerCase().match(id) ?? [])

/** Words without the ids that they name. */
export const withoutIds = (words: string): string => words.replace(id, " ")

/** The amounts in a text in cents, however they are written: `$1,234.50`, `1.234,50 €`, `12`. */
const amountsIn = (text: string): ReadonlyArray<number> =>
  (text.normalize("NFKC").match(/\d(?:[\d.,'’ ]{0,18}\d)?/gu) ?? []).map((token) => {
    const [, whole = "", cents = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/u.exec(token) ?? []
    return Number(whole.replace(/\D/gu, "")) * 100 + Number(cents.padEnd(2, "0"))
  })

/** A number with a currency or with cents. */
export const price = /[$€£¥]|\d[.,]\d\d(?!\d)/u

/** Whether the words name an amount. */
export const namesAmount = (words: string, amount: Money): boolean => amountsIn(words).includes(amount)

/** Words and numbers without accents. */
export const tokensOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? []

const common = new RegExp(`^(?:${Words.common})$`, "u")

/** Whether a token tells nothing of the things that are spoken of. */
export const isCommon = (token: string): boolean => common.test(token)

const unspecific = new RegExp(`^(?:${Words.unspecific})$`, "u")

/** Whether a token of a name tells what it names from other things. */
export const isOwnToken = (token: string): boolean => token.length > 2 && !isCommon(token) && !unspecific.test(token)

const isStreetKind = new RegExp(`^(?:${Words.streetKinds}|\\p{L})$`, "u")

/** Whether tokens name a street, however it is abbreviated: all of its numbers and the beginning of a word of its own. */
const namesStreet = (tokens: ReadonlyArray<string>, street: string): boolean => {
  const [words, numbers] = Array.partition(tokensOf(street), (token) => /\d/u.test(token))
  const own = words.filter((token) => !isStreetKind.test(token))
  const text = tokens.join(" ")
  const isOwn = own.length === 0 || own.some((token) => text.includes(token.slice(0, 4)))
  return isOwn && [...numbers, ...(numbers.length > 0 ? [] : words)].every((token) => tokens.includes(token))
}

/** Whether tokens name a postal code, in one of them or in two: "SW1A 1AA". */
const namesZip = (tokens: ReadonlyArray<string>, zip: string): boolean => {
  const code = tokensOf(zip).join("")
  return tokens.some((token, at) => token === code || `${token}${tokens[at + 1] ?? ""}` === code)
}

/** Whether a text names a place; the ids in it are no part of one. */
export const namesPlace = (text: string, { street, zip }: Pick<Address, "street" | "zip">): boolean => {
  const tokens = tokensOf(withoutIds(plain(text)))
  return namesZip(tokens, zip) && namesStreet(tokens, street)
}
