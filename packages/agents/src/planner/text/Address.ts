import { overlay, noAddress, type StatedAddress } from "../Wish.ts"
import { currencyOf, relatives, states } from "./WordLists.ts"

/** An address in a message, at UTF-16 offsets; tools validate it. */
interface FoundAddress {
  readonly start: number
  readonly end: number
  readonly address: StatedAddress
}

const currencyWords = [...currencyOf.keys()]
  .filter((word) => /^[a-z]+$/.test(word))
  .map((word) => `${word}s?`)
  .join("|")

const streetTypes =
  "street|str|st|road|rd|avenue|ave|av|lane|ln|boulevard|blvd|parkway|pkwy|highway|hwy|terrace|drive|dr|crescent|court|ct"
/** A word of a street name; function words and units are excluded, since numbers precede these as well. */
const nameWord = `(?!(?:of|by|to|and|for|in|on|a|an|with|my|or|from|at|x|more|pairs?|units?|stars?|${currencyWords}|days?|weeks?|please)\\b)[\\p{L}\\d'’.-]{1,30}`
const unit = "(?:,? (?:(?:apt|apartment|unit|suite|ste|floor|fl|room|rm)\\.? ?#?|#) ?[\\w-]{1,6}\\b)?"
const number = "\\b\\d{1,6}[a-z]?(?:[-/]\\d{1,4})?"
const direction = "(?: (?:[ns][ew]?|[ew])\\b(?! \\d))?"

/** Streets with a type are `sure`; others need a complete town after them. */
const streets = new RegExp(
  `(?<sure>${number} (?:${nameWord} ){1,4}?(?:${streetTypes})\\b\\.?${direction}${unit})|${number}(?: ${nameWord}){1,4}${unit}(?=,)`,
  "giu"
)

const gap = "(?:\\s*,\\s*|\\s+)"
const city = "(?<city>\\p{L}[\\p{L}.'’-]*(?: (?!in\\b|and\\b)\\p{L}[\\p{L}.'’-]*){0,3}?)"
const state = `(?<state>(?:${[...states.keys(), ...states.values()].join("|")})\\b)`
const zip = "(?<zip>\\d{5}(?:-\\d{4})?\\b)"
const nation = "(?:,?\\s+(?:usa|us|united states)(?!\\p{L}))?"
const capital = "\\p{Lu}[\\p{L}.'’-]*"

/** Patterns for city, state and ZIP code, the most complete first. Sticky, so `lastIndex` must be set. */
const townPatterns: ReadonlyArray<RegExp> = [
  new RegExp(`${gap}(?:in )?(?:${city}${gap})?${state}(?:${gap}${zip})?${nation}`, "iuy"),
  new RegExp(`${gap}(?:in )?(?:${city}${gap})?${zip}${nation}`, "iuy")
]
/** Two letters may be a word ("in", "or"): a state only in capitals or before a ZIP code. */
const isState = (text: string, code: string | undefined): boolean =>
  text.length > 2 || code !== undefined || text === text.toUpperCase()

const townAt = (text: string, from: number): Omit<FoundAddress, "start"> | undefined => {
  for (const pattern of townPatterns) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const { city = null, state, zip } = match?.groups ?? {}
    if (match !== null && (state === undefined || isState(state, zip))) {
      const short = state === undefined ? null : (states.get(state.toLowerCase()) ?? state.toUpperCase())
      return { end: from + match[0].length, address: { ...noAddress, city, state: short, zip: zip ?? null } }
    }
  }
  return undefined
}

/** A word of a person's name; words that start a sentence about an address are excluded. */
const personWord = `(?!(?:Ship|Send|Deliver|Bill(?! \\p{Lu}\\p{L}+\\b,)|Use|Set|Change|Please|Address|Billing|Shipping|Delivery|Order|My|The|To|It|Hi|Hello|New)\\b)${capital}`
const recipientGroup = `(?<recipient>${personWord}(?: ${personWord}){1,3})`
const recipientBefore = new RegExp(`${recipientGroup}\\s*(?:,|:|-|\\n|\\bat\\b)\\s*$`, "u")

/** Adds the recipient named right before an address. */
const withRecipient = (text: string, { address, end, start }: FoundAddress): FoundAddress => {
  const from = Math.max(0, start - 80)
  const match = recipientBefore.exec(text.slice(from, start))
  const recipient = match?.groups?.["recipient"] ?? null
  return { start: match === null ? start : from + match.index, end, address: { ...address, recipient } }
}

/** Finds addresses as they are written in the United States: the number before the street, the ZIP code last. */
const numberFirst = (text: string): ReadonlyArray<FoundAddress> =>
  [...text.matchAll(streets)].flatMap((match) => {
    const [street] = match
    const start = match.index
    const end = start + street.length
    const town = townAt(text, end)
    const { city = null, state = null, zip = null } = town?.address ?? {}
    const isAddress = match.groups?.["sure"] !== undefined || [city, state, zip].every((part) => part !== null)
    const found = { start, end, ...town, address: { ...noAddress, ...town?.address, street } }
    return isAddress ? [withRecipient(text, found)] : []
  })

/** A word that ends an address or comes before it, and is no part of one. */
const otherWord =
  "(?:and|or|but|then|so|please|pls|thanks|for|by|with|instead|today|tomorrow|asap|ship|send|deliver|change|set|use|bill|it|this|that|my|the|is|to|at|in|on|from|address|order|cart|parcel)\\b"
const placeWord = `(?!${otherWord})\\p{L}[\\p{L}.'’-]*`
const placeWords = `${placeWord}(?: ${placeWord}){0,3}`

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const englishNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

/** Returns whether a country still has the code: `DD` now stands for `DE`. */
const isPresent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`).includes(`und-${code}`)

/** Codes of countries by their English names in lower case. */
const countryCodes: ReadonlyMap<string, string> = new Map(
  alphabet
    .flatMap((first) => alphabet.map((second) => `${first}${second}`))
    .flatMap((code) => {
      const name = englishNames.of(code)
      return name !== undefined && isPresent(code) ? [[name.toLowerCase(), code] as const] : []
    })
)

const countryNames = [...countryCodes.keys()].toSorted((one, other) => other.length - one.length).join("|")

/** An address with its postal code before the city: `Hauptstraße 5, 10115 Berlin, Germany`. */
const zipBeforeCity = new RegExp(
  `(?<![\\p{L}\\d])(?<street>${placeWords} \\d{1,5}(?: ?[a-z]\\b)?(?:[-/]\\d{1,4})?|\\d{1,5}[a-z]?,? ${placeWords})` +
    "\\s*[,\\n]\\s*(?:[a-z]{1,2}-)?(?<zip>\\d{4} ?[a-z]{2}\\b|\\d{3} \\d{2}|\\d{2,4}-\\d{3}|\\d{4,6})\\s+" +
    `(?<city>${placeWords}?)(?:\\s*[,\\n]\\s*(?:the )?(?<country>${countryNames})(?![\\p{L}\\d])|(?=\\s*(?:[,.;!?\\n]|$)|\\s+${otherWord}))`,
  "giu"
)

/** Finds addresses with the postal code before a city in capitals, which have no state. */
const zipFirst = (text: string): ReadonlyArray<FoundAddress> =>
  [...text.matchAll(zipBeforeCity)].flatMap((match) => {
    const { city = "", country, street = "", zip = "" } = match.groups ?? {}
    const code = country === undefined ? null : (countryCodes.get(country.toLowerCase()) ?? null)
    const address = { ...noAddress, street, city, state: "", zip, country: code }
    const found = { start: match.index, end: match.index + match[0].length, address }
    return /^\p{Lu}/u.test(city) ? [withRecipient(text, found)] : []
  })

/** Finds the addresses of a message, in order. */
export const findAddresses = (text: string): ReadonlyArray<FoundAddress> => {
  const found = numberFirst(text)
  return found.length > 0 ? found : zipFirst(text)
}

/** Merges two addresses; later parts override earlier ones. */
export const mergeAddresses = (earlier: StatedAddress | null, later: StatedAddress | null): StatedAddress | null =>
  earlier === null || later === null ? (later ?? earlier) : overlay(earlier, later)

const leadIn = /^(?:(?:it'?s|it|is|in|that'?s|yes|the|my|and|city|state|zip|zip code)[,:]?\s+)*/iu

/** Reads city, state and ZIP code: "Reno, NV 89501", "my zip is 75001". Null if the text says anything else. */
export const readRemainingParts = (text: string): StatedAddress | null => {
  const stated = `,${text.trim().replace(/[.!]$/u, "").replace(leadIn, "")}`
  const town = townAt(stated, 0)
  return town?.end === stated.length ? town.address : null
}

const sendVerbs = /(?:^| )(?:send|ship|deliver|set|use|change|update|put|make|bill|go)(?: |$)/
const mentionWords = new RegExp(
  `(?:^| )(?:from|old|former|previous|no long|used? to|life|live|stay|work|move)(?: |$)|(?:^| )(?:his|her|their|my ${relatives}) address(?: |$)`
)

/** Returns whether base forms only mention an address: "my neighbour lives at …", "I moved from …". */
export const onlyMentionsAddress = (text: string): boolean => mentionWords.test(text) && !sendVerbs.test(text)
