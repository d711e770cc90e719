import { Struct } from "effect"
import { byRule, type Intent, intentOwner } from "../Intents.ts"

/** Parts of a conversation that are not intents. */
const nonIntents = [
  /** "yes, do that" */
  "confirm",
  /** Background of a wish: "my mother turns 60 on Sunday". */
  "context",
  /** Continues an earlier question: "and in blue?" */
  "follow_up"
] as const

/** Class of a clause: an intent or another part of the conversation. `unknown` is what is left if nothing fits. */
export type Label = Exclude<Intent, "unknown"> | (typeof nonIntents)[number]

/** The learned labels, in the column order of the weights. */
export const labels: ReadonlyArray<Label> = [
  ...Struct.keys(intentOwner)
    .filter((intent) => intent !== "unknown")
    .filter((intent) => !byRule.has(intent)),
  ...nonIntents
].toSorted()

/** Returns whether a label is an intent rather than another part of the conversation. */
export const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** Returns whether a label is an intent that a specialist serves. */
export const isOwned = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** Labels that ask for nothing, by precedence: the first one found in a message is answered. */
export const nonWishLabels = ["decline", "thanks", "goodbye", "greeting", "smalltalk", "confirm", "context"] as const

/** Returns whether a clause with this label needs no answer of its own: it is understood, and asks for nothing. */
export const isCourtesy = (label: Label): boolean => isNonWish(label) && label !== "confirm" && label !== "context"

/** Returns whether clauses with this label are not wishes of their own. */
export const isNonWish = (label: Label): boolean => nonWishLabels.some((other) => other === label)

/** Labels that have nothing to do with the shop's goods. */
export const foreign: ReadonlySet<Label> = new Set(["out_of_scope", "shop_info", "identity", "smalltalk", "greeting"])
