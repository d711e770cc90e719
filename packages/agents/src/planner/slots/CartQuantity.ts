import { namedNow } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { quantities } from "../text/Bounds.ts"
import { type Phrase } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"

const textWithMarks = (tokens: ReadonlyArray<TaggedToken>): string => tokens.map(({ word }) => word).join(" ")

/** Phrases for one unit. Pairs and sets count by their number: "two pairs of socks" is 2. */
const singleUnit = /\b(?:(?:^|add |put |make it |just |only |or |return |back )one|another|a pair|a set)\b/

/** Words before a position in a list or an existing quantity: "number 2", "from 2 to 5", "of the 3". */
const otherNumber = /(?:^| )(?:from|not|number|option|my|of (?:the|those|these))$/

/** Phrases without a definite whole number: "half of the", "between 2 and 4 lamps", "2 or 3". */
const uncountable = /\bhalf (?:a(?! dozen)|of|the)\b|\bbetween \w+ and \w+ (?:of|\w+s)\b|\b\d+ or \d+\b/

/**
 * Reads a quantity: "make it 3", "two of the …", "3x socks", "three instead of two", "another". Null if none is
 * stated; negative numbers and NaN (indefinite) make plans ask. `isUncounted` excludes numbers by token index.
 */
export const readCartQuantity = (
  tokens: ReadonlyArray<TaggedToken>,
  isUncounted: (index: number) => boolean
): number | null => {
  if (uncountable.test(textWithMarks(tokens))) {
    return Number.NaN
  }
  const isOther = (from: number) => isUncounted(from) || otherNumber.test(textWithMarks(tokens.slice(0, from)))
  const candidates = quantities(tokens).filter(
    ({ from, unit, value }) => (unit === null || unit === "things") && value < 10_000 && !isOther(from)
  )
  const afterTo = candidates.findLast(({ from }) => /^(?:to|it|that)$/.test(tokens[from - 1]?.word ?? ""))
  const count = afterTo ?? candidates[0]
  if (count === undefined) {
    return singleUnit.test(textWithMarks(tokens)) ? 1 : null
  }
  return tokens[count.from - 1]?.raw === "-" ? -count.value : count.value
}

/** Returns a test for token indices of numbers that are not quantities: in the product's name, or price limits. */
export const isUncounted =
  ({ bounds, main, tokens }: ReadClause) =>
  (index: number) => {
    const isInName = main !== undefined && index > main.from && index < main.to
    return isInName || [bounds.minPrice, bounds.maxPrice].includes(tokens[index]?.value ?? Number.NaN)
  }

/** Reads the products of a clause, each with the quantity before it: "3 tents, 2 lamps". */
export const readItems = (tokens: ReadonlyArray<TaggedToken>, named: ReadonlyArray<Phrase>) =>
  named.map((phrase, index) => {
    const start = named[index - 1]?.to ?? 0
    return {
      product: namedNow(phrase.text),
      quantity: readCartQuantity(tokens.slice(start, phrase.from), () => false)
    }
  })
