import { Struct } from "effect"
import { byRule, type Intent, intentOwner } from "../Intents.ts"

/** Labels that are not intents. */
const nonIntents = [
  /** "Yes, do that." */
  "confirm",
  /** Background of a wish: "my mother turns 60 on Sunday". */
  "context",
  /** Continues an earlier question: "and in blue?" */
  "follow_up"
] as const

/** Class of a clause. `unknown` is not learned: it is assigned when no label is certain enough. */
export type Label = Exclude<Intent, "unknown"> | (typeof nonIntents)[number]

/** Learned labels in the column order of the weights; each needs phrases in evals/phrases, and new weights. */
export const labels: ReadonlyArray<Label> = [
  ...Struct.keys(intentOwner)
    .filter((intent) => intent !== "unknown")
    .filter((intent) => !byRule.has(intent)),
  ...nonIntents
].toSorted()

export const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** Returns whether a label is an intent with an owner, that is a specialist. */
export const isOwned = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** Labels without a request, by precedence: the first one in a message is answered. */
export const nonWishLabels = ["decline", "thanks", "goodbye", "greeting", "smalltalk", "confirm", "context"] as const

/** Returns whether a label is a courtesy, which needs no other answer; `confirm` and `context` may be unclear. */
export const isCourtesy = (label: Label): boolean => isNonWish(label) && label !== "confirm" && label !== "context"

export const isNonWish = (label: Label): boolean => nonWishLabels.some((other) => other === label)
