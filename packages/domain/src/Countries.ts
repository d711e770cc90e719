/** Countries by their two-letter codes (ISO 3166-1), with their English names. */

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

/** Returns whether a code is a country's present one: `DD`, for instance, now stands for `DE`. */
const isPresent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code

/** Codes by lower-case name: "germany" is `DE`. */
export const countryCodes: ReadonlyMap<string, string> = new Map(
  alphabet
    .flatMap((first) => alphabet.map((second) => `${first}${second}`))
    .filter(isPresent)
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code] as const]
    })
)

/** Names that have an article in a sentence. */
const withArticle = /^(?:United |Netherlands|Philippines|Bahamas|Maldives)/

/** Returns the name of a country in a sentence, "the United States"; an unknown code stays as it is. */
export const countryName = (code: string): string => {
  const name = /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
  return withArticle.test(name) ? `the ${name}` : name
}
