import { type Intent, intentOwner } from "../Intents.ts"
import { type Label } from "./Labels.ts"

/** The label is an intent, not a part of the conversation. */
export const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** An intent that a specialist serves. */
export const isShop = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** Clauses that are no wish of their own. */
export const silent: ReadonlySet<Label> = new Set<Label>([
  "context",
  "confirm",
  "decline",
  "greeting",
  "thanks",
  "goodbye",
  "smalltalk"
])

/** What has nothing to do with the shop's things. */
export const foreign: ReadonlySet<Label> = new Set<Label>([
  "out_of_scope",
  "shop_info",
  "identity",
  "smalltalk",
  "greeting"
])

/** Labels that say a clause is not about the shop's things. */
export const chatter: ReadonlySet<Label> = new Set<Label>([...silent, "out_of_scope", "shop_info"])
