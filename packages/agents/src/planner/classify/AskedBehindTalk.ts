import { type Label, likeliestOf, type Reading } from "./Classifier.ts"
import { isShop } from "./LabelKinds.ts"
import { type ClauseWords, isThing } from "../text/ClauseWords.ts"
import { writing } from "../Intents.ts"

/** Words a question or an order has at least; shorter ones are exclamations. */
const fewestWords = 4
/** What a shop label needs to be at least, to be meant by a question that sounds like talk. */
const faint = 0.05

/** A question, an order or a wish about some thing is no story, however it sounds: "… whether your Atlas has an index". */
export const askedBehindTalk = ({ asks, main, text, tokens }: ClauseWords, reading: Reading): Label | undefined => {
  const isMeant =
    reading.label === "context" &&
    asks &&
    text.split(" ").length >= fewestWords &&
    (isThing({ main }) || tokens.some(({ raw }) => raw === "?"))
  const other = isMeant ? likeliestOf(reading, (label) => isShop(label) && !writing.has(label)) : undefined
  return other !== undefined && reading.of(other) > faint ? other : undefined
}
