import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf } from "../text/WordLists.ts"

const methods = meaningsOf("refund", RefundMethod)

const speeds = meaningsOf("speed", SpeedTier)

const refusing = /\b(?:no|not|never|neither|without|instead of|rather than)(?: \S+){0,3} $/
const goesOnRefusing = /^ n?or (?:\S+ ){0,2}$/

/** Which of some things words want, and which they refuse: "no express", "not to my card but as store credit". */
const choiceOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>) => {
  const named = meanings
    .flatMap(({ pattern, value }) => {
      const found = pattern.exec(words)
      return found === null ? [] : [{ value, from: found.index, to: found.index + found[0].length }]
    })
    .toSorted((a, b) => a.from - b.from)
  const refused: Array<A> = []
  let last: { readonly to: number; readonly isRefused: boolean } = { to: 0, isRefused: false }
  for (const { from, to, value } of named) {
    const before = words.slice(last.to, from)
    const isRefused = refusing.test(before) || (last.isRefused && goesOnRefusing.test(before))
    refused.push(...(isRefused ? [value] : []))
    last = { to, isRefused }
  }
  const isWanted = ({ value }: Meaning<A>) => !refused.includes(value) && named.some((other) => other.value === value)
  return { wanted: meanings.find(isWanted)?.value ?? null, refused }
}

/** How the money of a return is to come back, from the words of a clause: of the two ways, who refuses one wants the other. */
export const readRefundMethod = (words: string): RefundMethod | null => {
  const { refused, wanted } = choiceOf(words, methods)
  const other = methods.find(({ value }) => !refused.includes(value))?.value ?? null
  return wanted ?? (refused.length > 0 ? other : null)
}

/** How fast something is to be sent, from the words of a clause: the usual way, for who only refuses another. */
export const readSpeed = (words: string): SpeedTier | null => {
  const { refused, wanted } = choiceOf(words, speeds)
  return wanted ?? (refused.length > 0 ? "standard" : null)
}

/** How an answer to a review is to sound. */
export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))

/** Only what runs low is asked for. */
export const supplies = meaningsOf("supply", Schema.String)
