import { type Region } from "@storefront/domain/Inventory"
import { type TaggedToken } from "./Tags.ts"
import { places } from "./WordLists.ts"

/** Where a parcel goes and where it starts, as far as it was said. */
export interface Route {
  readonly from: Region | null
  readonly to: Region | null
}

interface Place {
  readonly region: Region
  /** Place of its first token in the clause. */
  readonly at: number
}

/** The region of a run of words: of the longest name in it, first come first. */
const regionIn = (words: ReadonlyArray<string>): Region | undefined => {
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      const region = places.get(words.slice(from, to).join(" "))
      if (region !== undefined) {
        return region
      }
    }
  }
  return undefined
}

const placesIn = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.tag === "place") {
      let end = at
      while (tokens[end]?.tag === "place") {
        end++
      }
      const words = tokens.slice(at, end).map(({ word }) => word)
      // "east west" is two places, "new york" one: names are read from the longest.
      for (let from = 0; from < words.length;) {
        let to = words.length
        while (to > from && !places.has(words.slice(from, to).join(" "))) {
          to--
        }
        const region = to > from ? regionIn(words.slice(from, to)) : undefined
        if (region !== undefined) {
          found.push({ region, at: at + from })
        }
        from = Math.max(to, from + 1)
      }
      at = end
    }
  }
  return found
}

const starts = /^(?:from|leave|leaving|out|start|starting|between)$/
const ends = /^(?:to|into|toward|towards|reach|destination|for|and|until|till)$/

/** What stands right before a place, small words left out. */
const leading = (tokens: ReadonlyArray<TaggedToken>, at: number): string =>
  tokens.slice(0, at).findLast(({ word }) => !/^(?:the|our|your|my|of|in|region|warehouse|a)$/.test(word))?.word ?? ""

/** Both ends of a way: "from the east to California", "between Boston and Texas", "east to west". */
export const readRoute = (tokens: ReadonlyArray<TaggedToken>): Route => {
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
