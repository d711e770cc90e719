import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"
import { type Focus, type Item } from "./Focus.ts"

const ordinals: ReadonlyMap<string, number> = new Map([
  ["first", 0],
  ["1st", 0],
  ["second", 1],
  ["2nd", 1],
  ["third", 2],
  ["3rd", 2],
  ["fourth", 3],
  ["4th", 3],
  ["fifth", 4],
  ["5th", 4]
])

const numbers: ReadonlyArray<string> = ["one", "two", "three", "four", "five"]

const best = (
  items: ReadonlyArray<Item>,
  valueOf: (item: Item) => number | null,
  isBetter: (a: number, b: number) => boolean
) =>
  items.reduce<Item | undefined>((found, item) => {
    const [value, known] = [valueOf(item), found === undefined ? null : valueOf(found)]
    return value !== null && (known === null || isBetter(value, known)) ? item : found
  }, undefined)

/**
 * The entry of the last list that a clause picks: "the second one", "number 2", "the cheapest of those", "the last one".
 * `undefined` when it picks none.
 */
export const pick = (tokens: ReadonlyArray<TaggedToken>, { items }: Focus): Item | undefined => {
  const text = wordsOf(tokens)
  if (items.length === 0) {
    return undefined
  }
  if (/\b(?:cheapest|least expensive|lowest price)\b/.test(text)) {
    return best(
      items,
      ({ price }) => price,
      (left, right) => left < right
    )
  }
  if (/\b(?:most expensive|priciest|dearest)\b/.test(text)) {
    return best(
      items,
      ({ price }) => price,
      (left, right) => left > right
    )
  }
  if (/\b(?:best|top|highest) (?:rated|reviewed|one|rating)\b/.test(text)) {
    return best(
      items,
      ({ rating }) => rating,
      (left, right) => left > right
    )
  }
  if (/\b(?:cheaper|less expensive|lower priced) (?:one|of|version|model|option)\b/.test(text) && items.length > 1) {
    return best(
      items,
      ({ price }) => price,
      (left, right) => left < right
    )
  }
  if (/\b(?:more expensive|pricier|dearer|costlier) (?:one|of|version|model|option)\b/.test(text) && items.length > 1) {
    return best(
      items,
      ({ price }) => price,
      (left, right) => left > right
    )
  }
  const place = placeOf(tokens)
  if (place !== undefined) {
    return items[place]
  }
  // "the linen one"
  const word = /\bthe (\w{3,}) one\b/.exec(text)?.[1]
  const named = word === undefined ? [] : items.filter(({ name }) => name.toLowerCase().split(/\W+/).includes(word))
  if (named.length === 1) {
    return named[0]
  }
  return /\b(?:the )?last (?:one|of (?:those|them|these)|in the list|on the list)\b/.test(text)
    ? items.at(-1)
    : undefined
}

/** Which place of a list is pointed at, from 0: "the second one", "number 2". */
export const placeOf = (tokens: ReadonlyArray<TaggedToken>): number | undefined => {
  const text = wordsOf(tokens)
  const ordinal =
    /\b(first|second|third|fourth|fifth|1 st|2 nd|3 rd|4 th|5 th|1st|2nd|3rd|4th|5th)\b(?! (?:place|time|of all|last|latest|name))/.exec(
      text
    )?.[1]
  if (ordinal !== undefined) {
    return ordinals.get(ordinal.replace(" ", "")) ?? 0
  }
  const number = /\b(?:number|option|no|nr|item|product|order) (one|two|three|four|five|[1-9])\b/.exec(text)?.[1]
  return number === undefined
    ? undefined
    : (numbers.includes(number) ? numbers.indexOf(number) + 1 : Number(number)) - 1
}
