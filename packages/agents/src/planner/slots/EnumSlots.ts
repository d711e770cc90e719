import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf, firstMeaningIn } from "../text/WordLists.ts"

/** Phrases for enumerated slot values; the words are in `data/words/meanings.txt`. */
export const refundMethodPhrases = meaningsOf("refund", RefundMethod)

export const speedPhrases = meaningsOf("speed", SpeedTier)

/** Returns the first value that words ask for; null after a negation such as "no express". */
export const unnegatedMeaningIn = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>): A | null =>
  /\b(?:no|not|never|without|instead of)\b/.test(words) ? null : firstMeaningIn(words, meanings)

export const tonePhrases = meaningsOf("tone", Schema.Literal("friendly", "formal"))

export const lowStockPhrases = meaningsOf("supply", Schema.String)
