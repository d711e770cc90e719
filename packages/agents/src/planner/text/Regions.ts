import { type Region } from "@storefront/domain/Inventory"
import { type TaggedToken } from "./Tags.ts"
import { lengthOfPlace, places } from "./WordLists.ts"

const starts = /^(?:from|leave|leaving|out|start|starting)$/
const small = /^(?:the|our|your|my|of|in|region|warehouse|a)$/

/** The places of a clause: the longest name counts, so "east west" is two and "new york" one. */
const placesIn = (tokens: ReadonlyArray<TaggedToken>) => {
  const found: Array<{ readonly region: Region; readonly isStart: boolean }> = []
  for (let at = 0; at < tokens.length; at++) {
    const words = tokens.slice(at).map(({ word }) => word)
    const length = tokens[at]?.tag === "place" ? lengthOfPlace(words) : 0
    const region = places.get(words.slice(0, length).join(" "))
    if (region !== undefined) {
      const before = tokens.slice(0, at).findLast(({ word }) => !small.test(word))
      found.push({ region, isStart: starts.test(before?.word ?? "") })
      at += length - 1
    }
  }
  return found
}

/** Both ends of a way as far as they are said: "from the east to California", "between Boston and Texas", "east to west". */
export const readRoute = (tokens: ReadonlyArray<TaggedToken>) => {
  const found = placesIn(tokens)
  const from = found.find(({ isStart }) => isStart) ?? (found.length > 1 ? found[0] : undefined)
  const to = found.find((place) => place !== from)
  return { from: from?.region ?? null, to: to?.region ?? null }
}
