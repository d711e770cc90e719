import { namedNow } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { quantities } from "../text/Bounds.ts"
import { type Phrase } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"

/** The words with the marks between them. */
const withMarks = (tokens: ReadonlyArray<TaggedToken>): string => tokens.map(({ word }) => word).join(" ")

/** Pairs and sets count by their number: "two pairs of socks" is 2. */
const single = /\b(?:(?:^|add |put |make it |just |only |or |return |back )one|another|a pair|a set)\b/

/** Words before a number that is a place of a list or what there was: "number 2", "from 2 to 5", "of the 3". */
const notCounting = /(?:^| )(?:from|not|number|option|my|of (?:the|those|these))$/

/** A part of something, or one of several numbers. */
const unsaid = /\bhalf (?:a(?! dozen)|of|the)\b|\bbetween \w+ and \w+ (?:of|\w+s)\b|\b\d+ or \d+\b/

/**
 * How many of one thing are meant in a cart: "make it 3", "two of the …", "3x socks", "three instead of two", "one more",
 * "another". `isUncounted` tells the places of numbers that count something else. Null when no number is said; "-3" is
 * given as it was said, so that it is asked about; not a number is what nobody can count.
 */
export const readCartQuantity = (
  tokens: ReadonlyArray<TaggedToken>,
  isUncounted: (place: number) => boolean
): number | null => {
  if (unsaid.test(withMarks(tokens))) {
    return Number.NaN
  }
  const isOther = (from: number) => isUncounted(from) || notCounting.test(withMarks(tokens.slice(0, from)))
  const counts = quantities(tokens).filter(
    ({ from, unit, value }) => (unit === null || unit === "things") && value < 10_000 && !isOther(from)
  )
  const afterTo = counts.findLast(({ from }) => /^(?:to|it|that)$/.test(tokens[from - 1]?.word ?? ""))
  const count = afterTo ?? counts[0]
  if (count === undefined) {
    return single.test(withMarks(tokens)) ? 1 : null
  }
  return tokens[count.from - 1]?.raw === "-" ? -count.value : count.value
}

/** Tells the places of a clause whose numbers are none of units: those of a product's name, and those of a price. */
export const isUncounted =
  ({ bounds, main, tokens }: Piece) =>
  (place: number) => {
    const isInName = main !== undefined && place > main.from && place < main.to
    return isInName || [bounds.minPrice, bounds.maxPrice].includes(tokens[place]?.value ?? Number.NaN)
  }

/** The products of a clause, each with the number at it: "3 tents, 2 lamps", "socks x3", "the K87 (2)". */
export const readItems = (tokens: ReadonlyArray<TaggedToken>, named: ReadonlyArray<Phrase>) =>
  named.map((phrase, index) => {
    const start = named[index - 1]?.to ?? 0
    return {
      product: namedNow(phrase.text),
      quantity: readCartQuantity(tokens.slice(start, phrase.from), () => false)
    }
  })
