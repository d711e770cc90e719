import { ProductSort } from "@storefront/domain/tools/ProductTools"
import { type TaggedToken } from "./Tags.ts"
import { Schema } from "effect"
import { meaningsOf, saidIn, stopWords, type Unit, unitOf } from "./WordLists.ts"
import { type ProductFilters, type Wish } from "../Wish.ts"

/** A number of a clause with what it counts. */
interface Quantity {
  readonly value: number
  /** Places of its tokens in the clause: first, and one past the last. */
  readonly from: number
  readonly to: number
  readonly unit: Unit | null
}

const scales: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000, grand: 1000 }
const dayUnits: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 90, year: 365 }

/** Reads figures or words (`two hundred fifty`, `couple`, `one, one for him`) at a place; `undefined` where none begin. */
const numberAt = (tokens: ReadonlyArray<TaggedToken>, from: number): { value: number; to: number } | undefined => {
  let to = from
  let sum = 0
  let found = false
  for (let token = tokens[to]; token !== undefined; token = tokens[++to]) {
    const scale = scales[token.word]
    if (scale !== undefined) {
      const isHalf = sum === 0 && tokens.slice(Math.max(0, to - 2), to).some(({ word }) => word === "half")
      sum = Math.max(isHalf ? 0.5 : 1, sum) * scale
    } else if (
      token.value !== null &&
      !(found && (token.kind === "number" || (sum < 20 && !(sum === 1 && token.word === "one")))) &&
      token.tag !== "code" &&
      token.tag !== "order-id"
    ) {
      sum += token.value
    } else if (!(found && token.word === "and" && (tokens[to + 1]?.value ?? 100) < 100 && sum >= 100)) {
      break
    }
    found = true
    if (token.kind === "number" && scales[tokens[to + 1]?.word ?? ""] === undefined) {
      to++
      break
    }
  }
  return found ? { value: sum, to } : undefined
}

/** A figure right after a word that is not a small one is its model: "hush 700 reviews". */
const isModelAt = (tokens: ReadonlyArray<TaggedToken>, at: number): boolean => {
  const before = tokens[at - 1]
  return (
    tokens[at]?.kind === "number" &&
    before !== undefined &&
    before.kind !== "mark" &&
    before.value === null &&
    before.tag !== "code" &&
    !stopWords.has(before.lemma) &&
    !stopWords.has(before.word)
  )
}

/** Every number of a clause. `one` and `second` count only before a unit. */
export const quantities = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<Quantity> => {
  const found: Array<Quantity> = []
  for (let from = 0; from < tokens.length; from++) {
    const number = numberAt(tokens, from)
    if (number !== undefined) {
      const symbolBefore = tokens[from - 1]?.raw
      const after = tokens[number.to]
      const isJoined = after?.raw === "-" || after?.raw === "+"
      const lemma = (isJoined ? tokens[number.to + 1] : after)?.lemma ?? ""
      const counted = unitOf.get(lemma) ?? null
      // "K87 x 2"
      const isTimes = tokens[from - 1]?.word === "x" && number.to === tokens.length
      const hasSymbol = /^[$€£]$/.test(symbolBefore ?? "")
      // "K87 reviews", "2 order": what follows is not what is counted.
      const isUncounted =
        counted === "things" && (isModelAt(tokens, from) || (after?.word === "order" && number.value > 1))
      const unit = hasSymbol ? "money" : isTimes ? "things" : isUncounted ? null : counted
      // "a two-person tent"
      const isOfName = isJoined && after.glued && tokens[number.to + 1]?.kind === "word" && unit === "things"
      const isLoose = isOfName || (tokens[from]?.word === "one" && number.to === from + 1 && unit === null)
      if (!isLoose) {
        found.push({
          value: unit === "days" ? number.value * (dayUnits[lemma] ?? 1) : number.value,
          from: hasSymbol ? from - 1 : from,
          to: unit === null || (hasSymbol && counted !== "money") ? number.to : number.to + (isJoined ? 2 : 1),
          unit
        })
      }
      from = number.to - 1
    }
  }
  return found
}

/** Base forms, each number as a sign and its place in the list: `#2` for plain ones and money, `*2` stars, `%2` others. */
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

/** The numbers and the order a customer asks for, with the places of the tokens that say so. */
export interface Bounds
  extends
    Pick<ProductFilters, "minPrice" | "maxPrice" | "minRating" | "sort" | "inStock">,
    Pick<Wish, "days" | "limit" | "quantity" | "amount"> {
  /** Token places that are accounted for. */
  readonly used: ReadonlySet<number>
}

const most =
  "under|below|beneath|less than|low than|lower than|cheap than|cheaper than|up to|at most|at the most|max|maximum|maximum of|max of|within|inside|budget|budget of|budget be|budget be about|limit of|limit be|ceiling of|ceiling be|less of|cap at|cap of|<|< =|≤|until|till|for less than|for under|for max|for maximum"
const least =
  "over|above|more than|at least|min|minimum|minimum of|from|start at|start from|upwards of|north of|>|> =|≥|beyond|higher than"
const about = "around|(?<!what |how )about|roughly|approximately|circa|~|close to|or so for"
const currency = "(?: dollar| buck| usd)?"

const periods = meaningsOf("period", Schema.NumberFromString)
const sorts = meaningsOf("sort", ProductSort)

/** The way of sorting that is named first: "from cheapest to dearest" is cheapest first. */
const sortOf = (text: string): ProductSort | null =>
  sorts
    .map(({ pattern, value }) => ({ value, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)[0]?.value ?? null

const onlyInStock =
  /(?:^| )(?:only|just|that be|which be|be|currently|all|those|one|product|item)? ?(?:actually |really |currently )?(?:in stock|available)(?: |$)/

/** What each number bounds, by the names of the groups; what is found first counts. */
const bounding: ReadonlyArray<RegExp> = [
  /(?:at least|minimum|min|over|above|from|more than|> =|≥|>|with|rate|rated)? ?\*(?<minRating>\d+)(?: (?:(?:and|or|\+) )?(?:up|more|better|above|higher|over|plus)| \+)?/,
  /(?:rate|rated|rating|score)(?: of| above| over| at least| from| higher than| better than| more than)? #(?<minRating>\d+)/,
  new RegExp(`(?:between|from|for)? ?#(?<minPrice>\\d+)${currency} (?:and|to|-|–|—|till|until|or) #(?<maxPrice>\\d+)`),
  /(?:^| )(?:top|first|best|last|cheapest|latest|newest|next|recent|previous|past) [#%](?<limit>\d+)/,
  /#(?<limit>\d+) (?:worst|top (?:- )?(?:rate|rated|sell)|helpful|harsh|best|cheap|cheapest|most|bestseller|late|latest|newest|last|hottest|popular|order|review|product|option|suggestion|result|item)/,
  /(?:^| )(?:no|not|never|nothing|none|without)(?: \S+){0,4}? (?:more than|more expensive than|over|above|beyond|higher than|superior to|exceed|past|more) #(?<maxPrice>\d+)/,
  /(?:^| )(?:no|not|never|nothing|none)(?: \S+){0,3}? (?:less than|under|below|cheaper than|lower than) #(?<minPrice>\d+)/,
  new RegExp(`(?:^| )(?:${most})(?: about| around| the| a)? #(?<maxPrice>\\d+)`),
  new RegExp(
    `#(?<maxPrice>\\d+)${currency}(?: ,)? (?:max|maximum|top|tops|at most|at the most|or less|or under|or below|or cheaper|and under|and below|limit|budget|and less|to spend|be (?:my|our|the) (?:limit|ceiling|budget|max|maximum))(?: |$)`
  ),
  new RegExp(`(?:^| )(?:${least}) #(?<minRating>\\d+)`),
  new RegExp(`(?:^| )(?:${least})(?: about| around| the| a)? #(?<minPrice>\\d+)`),
  new RegExp(
    `#(?<minPrice>\\d+)${currency} (?:or more|and up|or above|or over|and above|and more|\\+|plus|upwards|minimum)(?: |$)`
  ),
  new RegExp(`(?:^| )(?:${about}) #(?<near>\\d+)`),
  /(?:^| )(?:spend|have|get|with|for|pay|i) (?:up to |about |around |only )?#(?<spendable>\d+)/,
  /(?:thing|gift|present|idea|one|any) for #(?<maxPrice>\d+)$/,
  /(?:last|past|previous|over|within|recent|since|for|during) %(?<days>\d+)/
]

/** What a number may count that bounds something; all else may count anything. */
const unitsOf: Readonly<Record<string, ReadonlyArray<Quantity["unit"]>>> = {
  limit: [null, "things", "stars", "measure"],
  minRating: [null, "stars"],
  spendable: ["money"],
  days: ["days"]
}

const rounded = (price: number | undefined, share: number): number | null =>
  price === undefined ? null : Math.round(price * share) / 100

/** Reads prices, ratings, periods, counts and sorting from a clause. */
export const readBounds = (tokens: ReadonlyArray<TaggedToken>): Bounds => {
  const numbers = quantities(tokens)
  const text = outline(tokens, numbers).replaceAll(/(less|more|cheaper|lower|higher) then/g, "$1 than")
  const used = new Set<number>()
  const isModel = ({ from, unit }: Quantity) => unit === null && isModelAt(tokens, from)
  const isFree = (number: Quantity) => !used.has(number.from)
  const mark = ({ from, to }: Quantity) => tokens.slice(from, to).forEach((_, index) => used.add(from + index))
  const found: Partial<Record<string, number>> = {}
  for (const pattern of bounding) {
    const named = Object.entries(pattern.exec(text)?.groups ?? {}).flatMap(([slot, at]) => {
      const number = numbers[Number(at)]
      return number === undefined ? [] : [{ slot, number }]
    })
    const isMeant = named.every(
      ({ number, slot }, index) =>
        found[slot] === undefined &&
        isFree(number) &&
        (unitsOf[slot]?.includes(number.unit) ?? true) &&
        !(slot === "limit" && isModel(number)) &&
        !(slot === "minRating" && number.value > 5) &&
        (named[index - 1]?.number.value ?? -1) < number.value
    )
    for (const { number, slot } of isMeant ? named : []) {
      mark(number)
      found[slot] = number.value
    }
  }
  const free = numbers.filter((number) => isFree(number) && !isModel(number))
  const loose = free.find(({ unit }) => unit === "money") ?? free.find(({ unit }) => unit === null)
  const things = free.find(
    ({ from, unit, value }) =>
      unit === "things" ||
      (unit === null && value < 1000 && Number.isInteger(value) && !(value >= 20 && tokens[from - 1]?.word === "for"))
  )
  free.filter(({ unit }) => unit !== null).forEach(mark)
  const { days, limit = null, maxPrice, minPrice = null, minRating = null, spendable: spent } = found
  return {
    minPrice: minPrice ?? rounded(found["near"], 80),
    maxPrice: maxPrice ?? spent ?? rounded(found["near"], 120),
    minRating,
    days: days ?? saidIn(text, periods),
    limit,
    quantity: things?.value ?? null,
    amount: loose?.value ?? null,
    sort: sortOf(text),
    inStock: onlyInStock.test(text) ? true : null,
    used
  }
}
