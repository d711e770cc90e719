import { Array } from "effect"
import { type Address } from "../../Address.ts"
import { type Money } from "../../Money.ts"
import { plain } from "./Clauses.ts"

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

/** Words of our questions that tell nothing of the things in them. */
const common =
  /^(?:order|orders|return|returns|cancel|refund|which|would|like|want|shall|please|your|you|items?|number|these|those|that|this|with|from|have|here|them|they|what|about)$/u

/** Whether a token tells nothing of the things that are spoken of. */
export const isCommon = (token: string): boolean => common.test(token)

/** Words of names that stand in whatever else is said, too: "The Slow Pantry", "send the lamp back". */
const unspecific =
  /^(?:the|and|for|but|not|who|how|why|what|when|where|all|any|new|one|two|out|off|our|its|into|over|back|down|you|der|die|das|den|dem|des|und|mit|von|fur|les|une|pour|avec|los|las|del|por|para|con|gli|dei|het|een|van|voor|met)$/u

/** Whether a token of a name tells what it names from other things. */
export const isOwnToken = (token: string): boolean => token.length > 2 && !isCommon(token) && !unspecific.test(token)

/** Words of a street that many streets have. */
export const streetKinds =
  "st|str|street|strasse|straße|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard|ct|court|pl|place|sq|square|way|hwy|highway|pkwy|parkway|ter|terrace|apt|apartment|suite|unit|floor|north|south|east|west|rue|de|la|del|calle|via|viale|rua|avenida|plaza|piazza|ul|ulica"
const isStreetKind = new RegExp(`^(?:${streetKinds}|\\p{L})$`, "u")

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
