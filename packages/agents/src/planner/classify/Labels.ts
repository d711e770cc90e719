import { Struct } from "effect"
import { byRule, type Intent, intentOwner } from "../Intents.ts"

/** Parts of a conversation that are not intents. */
const talk = [
  /** "yes, do that" */
  "confirm",
  /** What is told around a wish: "my mother turns 60 on Sunday". */
  "context",
  /** Goes on with what was asked before: "and in blue?" */
  "follow_up"
] as const

/** What a clause can be: an intent, or another part of the conversation. `unknown` is what is left when nothing fits. */
export type Label = Exclude<Intent, "unknown"> | (typeof talk)[number]

/** The labels that are learned, in the order of the columns of the weights. */
export const labels: ReadonlyArray<Label> = [
  ...Struct.keys(intentOwner)
    .filter((intent) => intent !== "unknown")
    .filter((intent) => !byRule.has(intent)),
  ...talk
].toSorted()

/** The label is an intent, not a part of the conversation. */
export const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** An intent that a specialist serves. */
export const isShop = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** What a message says that asks for nothing; the first that occurs is answered. */
export const silent = ["decline", "thanks", "goodbye", "greeting", "smalltalk", "confirm", "context"] as const

/** Returns whether a clause of this label needs no answer of its own: it is understood, and asks for nothing. */
export const isTold = (label: Label): boolean => isSilent(label) && label !== "confirm" && label !== "context"

/** Clauses that are not wishes of their own. */
export const isSilent = (label: Label): boolean => silent.some((other) => other === label)

/** What has nothing to do with the shop's things. */
export const foreign: ReadonlySet<Label> = new Set(["out_of_scope", "shop_info", "identity", "smalltalk", "greeting"])
