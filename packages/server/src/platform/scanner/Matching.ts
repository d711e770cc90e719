import { type Hit } from "./Lexicon.ts"
import { type Rule } from "./Rule.ts"
import { demandRules } from "./rules/Demands.ts"
import { instructionRules } from "./rules/Instructions.ts"
import { roleRules } from "./rules/Roles.ts"
import { type WordClass } from "./Words.ts"

export const rules: ReadonlyArray<Rule> = [...instructionRules, ...roleRules, ...demandRules]

/** Matches combinations of word classes (`Rule`) in the hits of a text. */

/** Distance in letters within which an exception applies to a combination. */
const exceptionReach = 24

/** Hits of each class in ascending order. */
type Places = ReadonlyMap<WordClass, ReadonlyArray<Hit>>

const placesOf = (hits: ReadonlyArray<Hit>): Places => {
  const places = new Map<WordClass, Array<Hit>>()
  for (const hit of hits) {
    const known = places.get(hit.wordClass)
    if (known === undefined) {
      places.set(hit.wordClass, [hit])
    } else if (known[known.length - 1]?.start === hit.start) {
      // Of several entries that begin here, the last and longest counts.
      known[known.length - 1] = hit
    } else {
      known.push(hit)
    }
  }
  return places
}

/** Returns whether a word of the rule's rarest class and the nearest words of the others are within its distance. */
const isMatching = (rule: Rule, places: Places): boolean => {
  const lists = rule.all.map((wordClass) => places.get(wordClass) ?? [])
  const rarest = lists.reduce((least, list) => (list.length < least.length ? list : least))
  const others = lists.filter((list) => list !== rarest)
  return rarest.some((hit) => {
    let from = hit.start
    let to = hit.end
    let last = hit.start
    for (const list of others) {
      const nearest = nearestTo(list, hit.start)
      if (nearest === undefined) {
        return false
      }
      from = Math.min(from, nearest.start)
      last = Math.max(last, nearest.start)
      to = Math.max(to, nearest.end)
    }
    return last - from <= rule.within && !isExcepted(rule, places, from, to)
  })
}

const isExcepted = ({ unless = [] }: Rule, places: Places, from: number, to: number): boolean =>
  unless.some((other) => {
    const [first, last] = exceptionRange(other, from, to)
    const list = places.get(other) ?? []
    const found = list[indexFrom(list, first)]
    return found !== undefined && found.start <= last
  })

/** Returns the rules that a text's words match. */
export const matchingRules = (hits: ReadonlyArray<Hit>): ReadonlyArray<Rule> => {
  const places = placesOf(hits)
  return rules.filter((rule) => rule.all.every((wordClass) => places.has(wordClass)) && isMatching(rule, places))
}

/** Returns the range in which an exception applies: `asking` precedes a combination, `questioned` ends it. */
const exceptionRange = (exception: WordClass, from: number, to: number): readonly [number, number] =>
  exception === "asking"
    ? [from - exceptionReach * 2, to]
    : exception === "questioned"
      ? [from, to + exceptionReach]
      : [from - exceptionReach, to + exceptionReach]

/** Finds the first hit at or after a position by binary search. */
const indexFrom = (list: ReadonlyArray<Hit>, position: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.start ?? 0) < position) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low
}

const nearestTo = (list: ReadonlyArray<Hit>, position: number): Hit | undefined => {
  const index = indexFrom(list, position)
  const [before, after] = [list[index - 1], list[index]]
  return before === undefined || (after !== undefined && after.start - position <= position - before.start)
    ? after
    : before
}
