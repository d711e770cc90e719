import { type Region } from "@storefront/domain/Inventory"
import { type TaggedToken } from "./Tags.ts"
import { lengthOfPlace, places } from "./WordLists.ts"

/** The places of a clause, `at` their first tokens: the longest name counts, so "east west" is two and "new york" one. */
const placesIn = (tokens: ReadonlyArray<TaggedToken>) => {
  const found: Array<{ readonly region: Region; readonly at: number }> = []
  for (let at = 0; at < tokens.length; at++) {
    const other = tokens.findIndex(({ tag }, index) => index >= at && tag !== "place")
    const words = tokens.slice(at, other < 0 ? tokens.length : other).map(({ word }) => word)
    const length = lengthOfPlace(words)
    const region = places.get(words.slice(0, length).join(" "))
    if (region !== undefined) {
      found.push({ region, at })
      at += length - 1
    }
  }
  return found
}

const starts = /^(?:from|leave|leaving|out|start|starting|between)$/
const ends = /^(?:to|into|toward|towards|reach|destination|for|and|until|till)$/

/** What stands right before a place, small words left out. */
const leading = (tokens: ReadonlyArray<TaggedToken>, at: number): string =>
  tokens.slice(0, at).findLast(({ word }) => !/^(?:the|our|your|my|of|in|region|warehouse|a)$/.test(word))?.word ?? ""

/** Both ends of a way as far as they are said: "from the east to California", "between Boston and Texas", "east to west". */
export const readRoute = (tokens: ReadonlyArray<TaggedToken>) => {
  const found = placesIn(tokens)
  const [first, second] = found
  if (first === undefined) {
    return { from: null, to: null }
  }
  if (second === undefined) {
    const before = leading(tokens, first.at)
    return /^(?:within|inside)$/.test(before)
      ? { from: first.region, to: first.region }
      : starts.test(before)
        ? { from: first.region, to: null }
        : { from: null, to: first.region }
  }
  const isReversed = ends.test(leading(tokens, first.at)) && starts.test(leading(tokens, second.at))
  return isReversed ? { from: second.region, to: first.region } : { from: first.region, to: second.region }
}
