import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf, saidIn } from "../text/WordLists.ts"

/** Phrases for enumerated slot values; the words are in `data/words/meanings.txt`. */
export const methods = meaningsOf("refund", RefundMethod)

export const speeds = meaningsOf("speed", SpeedTier)

/** Returns the first value that words ask for; null after a negation such as "no express". */
export const wantedOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>): A | null =>
  /\b(?:no|not|never|without|instead of)\b/.test(words) ? null : saidIn(words, meanings)

export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))

export const supplies = meaningsOf("supply", Schema.String)
