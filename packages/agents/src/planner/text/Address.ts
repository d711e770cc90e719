import { laidOver, SaidAddress } from "../Wish.ts"
import { countries, relatives, states } from "./WordLists.ts"

/** An address in a message, with its place in UTF-16 units. */
interface FoundAddress {
  readonly start: number
  readonly end: number
  readonly address: SaidAddress
}

/** An address of which nothing was said. */
export const noAddress: SaidAddress = { ...new SaidAddress() }

const sureTypes =
  "street|str|st|road|rd|avenue|ave|av|lane|ln|boulevard|blvd|parkway|pkwy|highway|hwy|terrace|drive|dr|crescent"
const otherTypes =
  "court|ct|way|place|pl|square|sq|circle|cir|trail|trl|row|close|walk|mews|plaza|loop|pike|run|alley|path|point|hill|gardens|park|broadway"
/** Words of a street's name; small words of a sentence are none. */
const nameWord =
  "(?!(?:of|by|to|and|for|in|on|a|an|with|my|or|from|at|x|more|pairs?|units?|stars?|dollars?|bucks?|days?|weeks?|please)\\b)[\\p{L}\\d'’.-]{1,30}"
const unit = "(?:,? (?:(?:apt|apartment|unit|suite|ste|floor|fl|room|rm)\\.? ?#?|#) ?[\\w-]{1,6}\\b)?"
const number = "\\b\\d{1,6}[a-z]?(?:[-/]\\d{1,4})?"

/** Certainly a street by itself. */
const sureStreet = `(?:${number} (?:${nameWord} ){1,4}?(?:${sureTypes})\\b\\.?(?: (?:[ns][ew]?|[ew])\\b(?! \\d))?|\\bp\\.? ?o\\.? box \\d{1,7}|[\\p{L}.-]{2,30}(?:stra(?:ß|ss)e|weg|gasse|platz|allee) \\d{1,4}[a-z]?)${unit}`
/** A street only with a town behind it. */
const likelyStreet = `${number} (?:(?:${nameWord} ){1,4}?(?:${otherTypes})\\b\\.?${unit}|${nameWord}(?: ${nameWord}){0,3}${unit}(?=\\s*[,\\n]))`

const stateName = [...states.keys()].join("|")
const stateCode = [...states.values()].join("|")
const countryName = [...countries.keys()].map((name) => name.replaceAll(".", "\\.")).join("|")
const gap = "(?:\\s*,\\s*|\\s+)"
const city = "(?<city>\\p{L}[\\p{L}.'’-]*(?: (?!in\\b|and\\b)\\p{L}[\\p{L}.'’-]*){0,3}?)"
const state = `(?<state>(?:${stateName}|${stateCode})\\b)`
const zip = "(?<zip>\\d{5}(?:-\\d{4})?\\b)"
const anyZip = "(?<zip>\\d{4,6}(?:-\\d{4})?\\b|[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}\\b|[a-z]\\d[a-z] ?\\d[a-z]\\d\\b)"
const country = `(?:${gap}(?<country>(?:${countryName})(?!\\p{L})))?`

/** What may follow a street, the most complete first. */
const towns: ReadonlyArray<RegExp> = [
  `${gap}(?:in )?${city}${gap}${state}(?:${gap}${zip})?${country}`,
  `${gap}(?:in )?${city}${gap}${anyZip}${country}`,
  `${gap}(?<zip>\\d{4,5}) (?<city>\\p{L}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){0,2})${country}`,
  `${gap}${zip}`,
  `(?:\\s*,\\s*|\\s+in\\s+)(?<city>\\p{Lu}[\\p{L}.'’-]*(?: \\p{Lu}[\\p{L}.'’-]*){0,2})${country}(?=\\s*(?:$|[.,;!?\\n]|and\\b|please\\b|instead\\b))`
].map((source) => new RegExp(source, "iuy"))

/** Ignoring case makes `\p{Lu}` match every letter: a town without state or code is written as a name. */
const isWrittenAsName = (text: string): boolean => /^\p{Lu}/u.test(text)

/** Two letters that are also words are a state in capitals or before a postal code. */
const isState = (text: string, hasZip: boolean): boolean => text.length > 2 || hasZip || text === text.toUpperCase()

/** Where a street is. */
type Area = Pick<SaidAddress, "city" | "state" | "zip" | "country">

/** Town, state, code and country as they are written on parcels. */
const areaOf = ({ city: town, country: land, state: area, zip: code }: Partial<Record<string, string>>): Area => ({
  city: town ?? null,
  state: area === undefined ? null : (states.get(area.toLowerCase()) ?? area.toUpperCase()),
  zip: code?.toUpperCase() ?? null,
  country: land === undefined ? null : (countries.get(land.toLowerCase()) ?? null)
})

const townAt = (text: string, from: number): { readonly area: Area; readonly end: number } | undefined => {
  for (const [index, pattern] of towns.entries()) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const groups = match?.groups ?? {}
    const { city: town, state: area, zip: code } = groups
    const isMeant =
      match !== null &&
      (area === undefined || isState(area, code !== undefined)) &&
      (index < 4 || (town !== undefined && isWrittenAsName(town)))
    if (isMeant) {
      return { area: areaOf(groups), end: from + match[0].length }
    }
  }
  return undefined
}

const name = "\\p{Lu}[\\p{L}'’.-]*(?: \\p{Lu}[\\p{L}'’.-]*){0,3}"
const anyName =
  "(?!(?:it|me|my|the|this|that|us|our|him|her|them|home|here|a|an|your|these|those|order|cart|everything|address|billing|shipping|delivery|invoice|bill|latest|last)\\b)\\p{L}[\\p{L}'’-]+(?: \\p{L}[\\p{L}'’-]+){0,2}?"
const before = [
  new RegExp(`(?<recipient>${name})\\s*(?:,|:|-|\\n|\\bat\\b)\\s*$`, "u"),
  new RegExp(
    `\\b(?:to|for|attn|attention|recipient(?: is)?|name(?: is)?|c/o):? (?<recipient>${anyName})(?:,| at| -)\\s*$`,
    "iu"
  )
]
const after = new RegExp(
  `^[\\s,.;(]*(?:and )?(?:the )?(?:recipient|attention|attn|addressee|c/o|for|to|name)(?: name)?(?: is|:)? (?<recipient>${name})`,
  "u"
)
const phone =
  /^[\s,.;(]*(?:and )?(?:my )?(?:(?:phone|telephone|tel|mobile|cell|call)(?: (?:number|no))?(?: is)?[.:]* )?(?<phone>\+?\(?\d[\d ().-]{5,18}\d)/i

/** Words in capitals before an address that begin the sentence instead of naming somebody, as "Bill Harper" does. */
const notNames =
  /^(?:Ship|Send|Deliver|Bill(?! \p{Lu}\p{L}+$)|Use|Set|Change|Please|Address|Billing|Shipping|Delivery|Invoice|Order|My|The|To|It|Hi|Hello|Ok|Okay|Yes|New|Mail|Post|Update|Redirect)\b/u

const recipientBefore = (text: string): { readonly recipient: string; readonly start: number } | undefined => {
  for (const pattern of before) {
    const match = pattern.exec(text)
    const recipient = match?.groups?.["recipient"]
    if (match !== null && recipient !== undefined && !notNames.test(recipient)) {
      return { recipient, start: match.index + match[0].indexOf(recipient) }
    }
  }
  return undefined
}

/** What a pattern adds to an address, right behind it. */
const withMatch = (text: string, found: FoundAddress, pattern: RegExp): FoundAddress => {
  const match = pattern.exec(text.slice(found.end, found.end + 80))
  const address = laidOver({ ...noAddress, ...match?.groups }, found.address)
  return match === null ? found : { ...found, end: found.end + match[0].length, address }
}

/** Recipient and telephone number that are said around a street and its town. */
const withPerson = (text: string, start: number, end: number, address: SaidAddress): FoundAddress => {
  const person = recipientBefore(text.slice(Math.max(0, start - 80), start))
  const from = person === undefined ? start : Math.max(0, start - 80) + person.start
  const first = { start: from, end, address: { ...address, recipient: person?.recipient ?? null } }
  return [phone, after, phone].reduce<FoundAddress>((found, pattern) => withMatch(text, found, pattern), first)
}

const sure = new RegExp(sureStreet, "giu")
const likely = new RegExp(likelyStreet, "giu")
/** A town with its state and code, without a street. */
const townOnly = new RegExp(`(?<=^|to |in |is |: |, )${city}${gap}${state}${gap}${zip}${country}`, "giu")

/** More addresses than this are not looked for. */
const mostAddresses = 3

/** The addresses of a message, in order. */
export const findAddresses = (text: string): ReadonlyArray<FoundAddress> => {
  const found: Array<FoundAddress> = []
  const surely = [...text.matchAll(sure)]
  for (const match of [...surely, ...text.matchAll(likely)]) {
    const [street] = match
    const end = match.index + street.trimEnd().length
    const town = townAt(text, end)
    const { city: townName, state: area, zip: code } = town?.area ?? noAddress
    const isComplete = townName !== null && (code !== null || (area !== null && /^\d+\w? \p{Lu}/u.test(street)))
    const isFree = found.every((other) => end <= other.start || match.index >= other.end)
    if ((surely.includes(match) || isComplete) && isFree && found.length < mostAddresses) {
      const address = { ...noAddress, ...town?.area, street: street.trim() }
      found.push(withPerson(text, match.index, town?.end ?? end, address))
    }
  }
  for (const match of found.length === 0 ? text.matchAll(townOnly) : []) {
    const town = townAt(`, ${match[0]}`, 0)
    if (town !== undefined && found.length === 0) {
      found.push(withPerson(text, match.index, match.index + match[0].length, { ...noAddress, ...town.area }))
    }
  }
  return found.toSorted((left, right) => left.start - right.start)
}

/** What was said later fills what was missing. */
export const mergeAddresses = (earlier: SaidAddress | null, later: SaidAddress | null): SaidAddress | null =>
  earlier === null || later === null ? (later ?? earlier) : laidOver(earlier, later)

const rest = new RegExp(
  `^(?:(?:it'?s|it is|in|that'?s|sorry|oh|ah|right|ok(?:ay)?|yes|yeah|sure|of course|well|the (?:city|town|state|zip|zip code|postcode) is|my (?:zip|zip code|state|city|postcode) is|zip|zip code|zipcode|postcode|state|city)[,:]?\\s+)*(?:${city})??(?:,?\\s*\\b(?:the )?(?:state(?: is)? )?${state})?(?:,?\\s*(?:and )?(?:the )?(?:zip|zip code|zipcode|postcode|postal code)?(?: is|:)?\\s*\\b${anyZip})?(?:,?\\s*${country})?[.!]?$`,
  "iu"
)

/** What is said of an address whose street is known: "Reno, NV 89501", "my zip is 75001". Null when it says something else. */
export const restOfAddress = (text: string): SaidAddress | null => {
  const said = rest.exec(text.trim())?.groups ?? {}
  const { city: town, state: area, zip: code } = said
  const isTown = town !== undefined && (isWrittenAsName(town) || area !== undefined || code !== undefined)
  return area === undefined && code === undefined && !isTown
    ? null
    : { ...noAddress, ...areaOf(isTown ? said : { ...said, city: undefined }) }
}

const sending =
  /(?:^| )(?:send|ship|deliver|set|use(?! to)|change|update|put|make|bill|charge|invoice|mail|post|redirect|reroute|forward|go|order|switch|replace|enter)(?: |$)/
const telling = new RegExp(
  `(?:^| )(?:from|old|former|previous|(?:not|never)(?=.* <address>)|no long|used? to|life|live|reside|stay|work|(?:i|we) (?:(?:have|just) )*move)(?: |$)|(?<!address )(?:^| )be (?:at|in|on|near) <address>|(?:^| )(?!my |our |new |the |this |that )\\S+ (?:place|house|flat|apartment) be <address>|(?:^| )(?:his|her|their|your|(?:my|our|the) (?:\\S+ )?(?:${relatives}|shop|store)) address(?: |$)`
)

/** Speaks of an address, in base forms, without having anything sent there: "my neighbour lives at …", "I moved from …". */
export const onlyTellsAddress = (text: string): boolean => telling.test(text) && !sending.test(text)

const saidZip = /\b(?:zip|zip code|zipcode|postal code|postcode)(?: is| to|:)? (\d{5}(?:-\d{4})?)\b/i
const saidRecipient = /\b(?:recipient|addressee|name)(?: is| to|:)? (\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3})/u

/** The address of a clause; of one that gives only a part, that part. */
export const addressOf = (address: SaidAddress | null, said: string): SaidAddress | null => {
  const [code = null, recipient = null] = [saidZip.exec(said)?.[1], saidRecipient.exec(said)?.[1]]
  return address !== null
    ? { ...address, recipient: address.recipient ?? recipient }
    : code === null && recipient === null
      ? null
      : { ...noAddress, zip: code, recipient }
}
