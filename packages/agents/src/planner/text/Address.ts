import { overlay, noAddress, type StatedAddress } from "../Wish.ts"
import { currencyOf, relatives, states } from "./WordLists.ts"

/** A US address in a message, at UTF-16 offsets; tools validate it. */
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

/** Finds the addresses of a message, in order. */
export const findAddresses = (text: string): ReadonlyArray<FoundAddress> =>
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
