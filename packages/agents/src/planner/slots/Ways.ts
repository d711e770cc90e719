import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { type Meaning, meaningsOf, saidIn } from "../text/WordLists.ts"

/** How the money of a return is to come back. */
export const methods = meaningsOf("refund", RefundMethod)

/** How fast something is to be sent. */
export const speeds = meaningsOf("speed", SpeedTier)

/** Returns the first meaning that words ask for; null where they refuse something, as "no express" does. */
export const wantedOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>): A | null =>
  /\b(?:no|not|never|without|instead of)\b/.test(words) ? null : saidIn(words, meanings)

/** How an answer to a review is to sound. */
export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))

/** Only what runs low is asked for. */
export const supplies = meaningsOf("supply", Schema.String)
