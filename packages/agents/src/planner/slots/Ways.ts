import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf, saidIn } from "../text/WordLists.ts"

/** Phrases for refund methods. */
export const methods = meaningsOf("refund", RefundMethod)

/** Phrases for delivery speeds. */
export const speeds = meaningsOf("speed", SpeedTier)

/** Returns the first meaning that words ask for; null if they refuse something, as "no express" does. */
export const wantedOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>): A | null =>
  /\b(?:no|not|never|without|instead of)\b/.test(words) ? null : saidIn(words, meanings)

/** Phrases for the tone of an answer to a review. */
export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))

/** Phrases that ask only for stock that runs low. */
export const supplies = meaningsOf("supply", Schema.String)
