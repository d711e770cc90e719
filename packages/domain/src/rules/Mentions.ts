import { Array } from "effect"
import { type Address } from "../Address.ts"

/** Detects ids and addresses that a text names. */

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the ids that a text names, in lower case. */
export const mentionedIds = (text: string): ReadonlyArray<string> => Array.dedupe(text.toLowerCase().match(id) ?? [])

/** Splits a text into words and numbers, in lower case, without accents and ids. */
const tokensOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(id, " ")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words common to many streets, and single letters. */
const streetKind =
  /^(?:st|str|street|strasse|straße|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard|ct|court|pl|place|sq|square|way|hwy|highway|pkwy|parkway|ter|terrace|apt|apartment|suite|unit|floor|north|south|east|west|rue|de|la|del|calle|via|viale|rua|avenida|plaza|piazza|ul|ulica|\p{L})$/u

const isNumber = (token: string): boolean => /\p{N}/u.test(token)

/** Strips the ending that inflection may change. */
const stemOf = (word: string): string => word.slice(0, Math.max(4, word.length - 3))

/** Returns whether tokens name a street, even abbreviated: all its numbers and the start of a distinctive word. */
const namesStreet = (said: ReadonlyArray<string>, street: ReadonlyArray<string>): boolean => {
  const [words, numbers] = Array.partition(street, isNumber)
  const distinctive = words.filter((token) => !streetKind.test(token))
  const text = said.join(" ")
  const hasDistinctiveWord = distinctive.length === 0 || distinctive.some((token) => text.includes(token.slice(0, 4)))
  return hasDistinctiveWord && [...numbers, ...(numbers.length > 0 ? [] : words)].every((token) => said.includes(token))
}

/** Returns whether tokens name a postal code, in one token or in two: "SW1A 1AA". */
const namesZip = (said: ReadonlyArray<string>, zip: string): boolean => {
  const code = tokensOf(zip).join("")
  return said.some((token, at) => token === code || `${token}${said[at + 1] ?? ""}` === code)
}

/** Returns whether every part of a street was said, except for short words and the word for its kind. */
const isFullyNamed = (said: ReadonlyArray<string>, street: ReadonlyArray<string>): boolean =>
  street.every((token) =>
    isNumber(token)
      ? said.includes(token)
      : streetKind.test(token) || token.length < 4 || said.some((word) => word.startsWith(stemOf(token)))
  )

/** Returns whether a text names an address, by its city if it has no postal code, and everything of its street. */
export const mentionsAddress = (
  { city, street, zip }: Pick<Address, "city" | "street" | "zip">,
  text: string
): boolean => {
  const [said, streetTokens] = [tokensOf(text), tokensOf(street)]
  const namesTown = zip === "" ? tokensOf(city).every((token) => said.includes(token)) : namesZip(said, zip)
  return namesTown && namesStreet(said, streetTokens) && isFullyNamed(said, streetTokens)
}
