import { ProductSort } from "@storefront/domain/tools/ProductTools"
import { type CurrencyOwner } from "./Currencies.ts"
import { type TaggedToken } from "./Tags.ts"
import { amountAt } from "./Tokens.ts"
import { Schema } from "effect"
import { meaningsOf, firstMeaningIn, stopWords, type Unit, unitOf, wordsWithRole } from "./WordLists.ts"
import { type ProductFilters, type Wish } from "../Wish.ts"

/** Numbers of a clause, and the search conditions (bounds) that they state. */

/** A number with its unit. */
interface Quantity {
  readonly value: number
  /** Token indices in the clause: first, and one past the last. */
  readonly from: number
  readonly to: number
  readonly unit: Unit | null
}

const scales: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000, grand: 1000 }
const dayUnits: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 90, year: 365 }

/** Reads a number in figures or words, such as `two hundred fifty`, that starts at an index. */
const numberAt = (tokens: ReadonlyArray<TaggedToken>, from: number): { value: number; to: number } | undefined => {
  let to = from
  let sum = 0
  for (let token = tokens[to]; token !== undefined; token = tokens[++to]) {
    const scale = scales[token.word]
    const isPart = to === from || (sum >= 20 && token.kind !== "number")
    if (scale !== undefined) {
      sum = Math.max(tokens[to - 2]?.word === "half" ? 0.5 : 1, sum) * scale
    } else if (token.value !== null && isPart && token.tag !== "code" && token.tag !== "order-id") {
      sum += token.value
    } else {
      break
    }
  }
  return to > from ? { value: sum, to } : undefined
}

/** Returns whether a figure is a model number, right after a content word: "hush 700 reviews". */
const isModelNumberAt = (tokens: ReadonlyArray<TaggedToken>, at: number): boolean => {
  const before = tokens[at - 1]
  return (
    tokens[at]?.kind === "number" &&
    before !== undefined &&
    before.kind !== "mark" &&
    before.value === null &&
    ![before.lemma, before.word].some((word) => stopWords.has(word))
  )
}

const moneyUnit: { readonly [O in CurrencyOwner]: Unit } = { shop: "money", foreign: "foreign" }

/** Finds every number of a clause; "one" counts only before a unit. */
export const quantities = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<Quantity> => {
  const found: Array<Quantity> = []
  for (let from = 0; from < tokens.length; from++) {
    const number = numberAt(tokens, from)
    if (number !== undefined) {
      const [before, after, next] = [tokens[from - 1], tokens[number.to], tokens[number.to + 1]]
      const isJoined = after?.raw === "-" || after?.raw === "+"
      const lemma = (isJoined ? next : after)?.lemma ?? ""
      const {
        after: currencyAfter,
        before: currencyBefore,
        owner
      } = amountAt(tokens, from, isJoined ? number.to + 1 : number.to)
      const counted = currencyAfter === null ? (unitOf.get(lemma) ?? null) : moneyUnit[currencyAfter]
      const unit = owner !== null ? moneyUnit[owner] : unitOf.get(before?.lemma ?? "") === "name" ? "name" : counted
      // "a two-person tent"
      const isOfName = isJoined && after.glued && next?.kind === "word" && unit === "things"
      const isNoQuantity = isOfName || (tokens[from]?.word === "one" && number.to === from + 1 && unit === null)
      if (!isNoQuantity) {
        found.push({
          value: unit === "days" ? number.value * (dayUnits[lemma] ?? 1) : number.value,
          from: currencyBefore === null ? from : from - 1,
          to: number.to + (counted === null || counted !== unit ? 0 : isJoined ? 2 : 1),
          unit
        })
      }
      from = number.to - 1
    }
  }
  return found
}

/** Writes base forms with each number as a placeholder and its index: `#2` plain or money, `*2` stars, `%2` others. */
const outline = (tokens: ReadonlyArray<TaggedToken>, numbers: ReadonlyArray<Quantity>): string => {
  const words: Array<string> = []
  for (let index = 0; index < tokens.length; index++) {
    const at = numbers.findIndex(({ from }) => from === index)
    const number = numbers[at]
    if (number !== undefined) {
      words.push(`${number.unit === "stars" ? "*" : number.unit === null || number.unit === "money" ? "#" : "%"}${at}`)
      index = number.to - 1
    } else {
      words.push(tokens[index]?.lemma ?? "")
    }
  }
  return words.join(" ")
}

/** Returns tokens as they were written, with single spaces between them. */
const textOf = (tokens: ReadonlyArray<TaggedToken>): string =>
  tokens
    .map(({ glued, raw }, index) => (glued && index > 0 ? raw : ` ${raw}`))
    .join("")
    .trim()

/** Search conditions, sorting and counts that a clause states. */
export interface Bounds
  extends
    Pick<ProductFilters, "minPrice" | "maxPrice" | "minRating" | "sort" | "inStock">,
    Pick<Wish, "days" | "limit" | "quantity" | "amount"> {
  /** An amount in a currency that is not the shop's, as it was written. */
  readonly foreignAmount: string | null
  /** Indices of the tokens that state them. */
  readonly used: ReadonlySet<number>
}

const anyOf = (role: string): string => `(?:^| )(?:${[...wordsWithRole(role)].join("|")})`
const [most, least] = [anyOf("most"), anyOf("least")]

const periods = meaningsOf("period", Schema.NumberFromString)
const sorts = meaningsOf("sort", ProductSort)

/** Patterns on the outline; a group names the bound, its digits the number's index. The first match of a bound wins. */
const boundPatterns: ReadonlyArray<RegExp> = [
  /\*(?<minRating>\d+)/,
  /(?:rate|rated|rating|score)(?: of| above| over| at least| from| more than)? #(?<minRating>\d+)/,
  new RegExp(`#(?<minPrice>\\d+) (?:and|to|-|–|—|till|until|or) #(?<maxPrice>\\d+)`),
  /(?:^| )(?:top|first|best|last|cheapest|latest|newest|next|recent|previous|past) [#%](?<limit>\d+)/,
  /#(?<limit>\d+) (?:worst|top|helpful|best|cheap|cheapest|most|late|latest|newest|last|review|product|option|result|item)/,
  /(?:^| )(?:no|not|nothing)(?: \S+){0,4}? (?:more than|more expensive than|over|above) #(?<maxPrice>\d+)/,
  new RegExp(`${most}(?: about| around| the| a)? #(?<maxPrice>\\d+)`),
  new RegExp(
    `#(?<maxPrice>\\d+)(?: ,)? (?:max|maximum|at most|or less|or under|or below|or cheaper|and under|and below|limit|budget)(?: |$)`
  ),
  new RegExp(`${least} #(?<minRating>\\d+)`),
  new RegExp(`${least}(?: about| around| the| a)? #(?<minPrice>\\d+)`),
  new RegExp(`#(?<minPrice>\\d+) (?:or more|and up|or above|or over|and above|\\+|plus)(?: |$)`),
  /(?:last|past|previous|over|within|recent|since|for|during) %(?<days>\d+)/
]

/** Units allowed for the number of a bound; bounds not listed allow any. */
const allowedUnits: Readonly<Record<string, ReadonlyArray<Quantity["unit"]>>> = {
  limit: [null, "things", "stars", "measure"],
  minRating: [null, "stars"],
  days: ["days"]
}

/** Reads prices, ratings, periods, counts and sorting from a clause. */
export const readBounds = (tokens: ReadonlyArray<TaggedToken>): Bounds => {
  const numbers = quantities(tokens)
  const text = outline(tokens, numbers).replaceAll(/(less|more|cheaper|lower|higher) then/g, "$1 than")
  const used = new Set<number>()
  const isModel = ({ from, unit }: Quantity) => unit === null && isModelNumberAt(tokens, from)
  const isUnused = (number: Quantity) => !used.has(number.from)
  const markUsed = ({ from, to }: Quantity) => tokens.slice(from, to).forEach((_, index) => used.add(from + index))
  const found: Partial<Record<string, number>> = {}
  for (const pattern of boundPatterns) {
    const named = Object.entries(pattern.exec(text)?.groups ?? {}).flatMap(([slot, at]) => {
      const number = numbers[Number(at)]
      return number === undefined ? [] : [{ slot, number }]
    })
    const isAccepted = named.every(
      ({ number, slot }, index) =>
        found[slot] === undefined &&
        isUnused(number) &&
        (allowedUnits[slot]?.includes(number.unit) ?? true) &&
        !(slot === "limit" && isModel(number)) &&
        !(slot === "minRating" && number.value > 5) &&
        (named[index - 1]?.number.value ?? -1) < number.value
    )
    for (const { number, slot } of isAccepted ? named : []) {
      markUsed(number)
      found[slot] = number.value
    }
  }
  const unused = numbers.filter((number) => isUnused(number) && !isModel(number))
  const unbound = unused.find(({ unit }) => unit === "money") ?? unused.find(({ unit }) => unit === null)
  const isCount = ({ from, unit, value }: Quantity) =>
    unit === "things" || (unit === null && value < 1000 && tokens[from - 1]?.word !== "for")
  unused.filter(({ unit }) => unit !== null).forEach(markUsed)
  const foreign = numbers.find(({ unit }) => unit === "foreign")
  const { days, limit = null, maxPrice, minPrice = null, minRating = null } = found
  return {
    minPrice,
    maxPrice: maxPrice ?? (minPrice === null && unbound?.unit === "money" ? unbound.value : null),
    minRating,
    days: days ?? firstMeaningIn(text, periods),
    limit,
    quantity: unused.find(isCount)?.value ?? null,
    amount: unbound?.value ?? null,
    foreignAmount: foreign === undefined ? null : textOf(tokens.slice(foreign.from, foreign.to)),
    sort: firstMeaningIn(text, sorts),
    inStock: /(?:^| )(?:in stock|available)(?: |$)/.test(text) ? true : null,
    used
  }
}
