import { writing } from "../Acts.ts"
import { likeliestOf, type Reading } from "./Classifier.ts"
import { type Label } from "./Labels.ts"
import { type Undecided } from "./Decide.ts"
import { isShop } from "./Roles.ts"

/** Labels that say a clause is not about the shop's things. */
export const chatter: ReadonlySet<Label> = new Set<Label>([
  "context",
  "smalltalk",
  "greeting",
  "thanks",
  "goodbye",
  "confirm",
  "decline",
  "out_of_scope",
  "shop_info"
])

/** Words a question or an order has at least; shorter ones are exclamations. */
const fewestWords = 4
/** What a shop label needs to be at least, to be meant by a question that sounds like talk. */
const faint = 0.05

/** A question, an order or a wish about some thing is no story, however it sounds: "… whether your Atlas has an index". */
export const askedBehindTalk = ({ asks, main, text, tokens }: Undecided, reading: Reading): Label | undefined => {
  const isThing = main !== undefined && (main.hasNoun || main.hasName)
  const isMeant =
    reading.label === "context" &&
    asks &&
    text.split(" ").length >= fewestWords &&
    (isThing || tokens.some(({ raw }) => raw === "?"))
  const other = isMeant ? likeliestOf(reading, (label) => isShop(label) && !writing.has(label)) : undefined
  return other !== undefined && reading.of(other) > faint ? other : undefined
}
