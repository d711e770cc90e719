import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf } from "../text/WordLists.ts"

const methods = meaningsOf("refund", RefundMethod)

const speeds = meaningsOf("speed", SpeedTier)

const refusing = /\b(?:no|not|never|neither|without|instead of|rather than)(?: (?!but )\S+){0,3} $/

/** The first of some things that words want and do not refuse, as "no express" does. */
const wantedOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>): A | null =>
  meanings.find(({ pattern }) => {
    const at = words.search(pattern)
    return at >= 0 && !refusing.test(words.slice(0, at))
  })?.value ?? null

/** How the money of a return is to come back, from the words of a clause. */
export const readRefundMethod = (words: string): RefundMethod | null => wantedOf(words, methods)

/** How fast something is to be sent, from the words of a clause. */
export const readSpeed = (words: string): SpeedTier | null => wantedOf(words, speeds)

/** How an answer to a review is to sound. */
export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))

/** Only what runs low is asked for. */
export const supplies = meaningsOf("supply", Schema.String)
