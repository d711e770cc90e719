import { isInstruction } from "@storefront/domain/rules/consent/Instruction"
import { type BindingAct } from "@storefront/domain/tools/Binding"
import { type Intent } from "../Intents.ts"
import { type ClauseWords } from "../text/ClauseWords.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { type Mood } from "./Classifier.ts"
import { hasQuestionMark } from "../text/Tokens.ts"
import { relatives } from "../text/WordLists.ts"

const pleaded = /(?:^| )(?:please|kindly)(?: |$)/
const asksFirst =
  /^(?:and |so |but |ok |well )?(?:what|how|when|why|who|where|which|should|do|did|be|am|until|have|would you \S+ .* you be i)(?: |$)/

/** A condition that leaves the request one. */
const politeCondition =
  /(?:^| )if (?:possible|i may|you (?:can|could|would|please|do not mind)(?= (?:please|kindly|cancel|return|send|check|place|refund)(?: |$)|$)|that be (?:ok|okay|possible|fine)|it be not too (?:late|much)|still possible)(?: |$)/

/** "… ?" asks, but for "… please?" */
export const isAsking = (tokens: ReadonlyArray<TaggedToken>, text: string): boolean =>
  hasQuestionMark(tokens) && !pleaded.test(text)

/** The customer wants something done, in whatever form. */
export const orders = (mood: Mood): boolean => mood === "request" || mood === "announcement" || mood === "phrase"

const doubt =
  /(?:^| )(?:perhaps|possibly|probably|maybe(?! you)|might|nearly|almost|undecided|(?:not|never) (?:be )?(?:so |quite |yet |entirely )*(?:sure|certain|decide)|unsure|no way|consider|if you be (?:i|we)|(?:i|we) could|should have|in order to|only if|only when|unless|hypothetically|theoretically|in theory|effect|save .* for later)(?: |$)|(?:^| )if (?:it|they|that|this|the|there|you (?:apply|put|add|take|remove|use)) |^(?:i|we) (?:will|be go to|be going to|plan) .* (?:tomorrow|later|tonight|soon|next (?:week|month|year))$|(?:^| )i (?:think|guess|suppose|believe)$|^(?:(?:so|and|now|but|let us|just) )*(?:if|when|once|say|suppose|imagine|assume|assuming) (?:i|we|my|that|the|there|they)(?: |$)|^(?:and )?without(?: |$)/

const condition =
  /^(?:(?:and|but|so|only|just) )*(?:if (?!not(?: |$)|you (?:can|could|would|will|like|want|please|do not mind)(?: |$))|unless |provided |as long as |assuming |hypothetically)/

/** Says on what it depends whether something is wanted: "if it's under 400", "but only if it is waterproof". */
export const supposes = (text: string): boolean => condition.test(text.replace(politeCondition, " ").trim())

/** Leaves open whether it is wanted: "perhaps I'll add the lamp". */
export const doubts = (text: string): boolean => doubt.test(text.replace(politeCondition, " "))

/** The intents that need the customer's own words, by what these words ask for. */
const acts: Partial<Record<Intent, BindingAct>> = {
  cancel_order: "cancel",
  change_address: "readdress",
  checkout: "order",
  refund: "refund",
  return: "return"
}

/** Whether words tell us to do what an intent does, as far as that needs them. */
export const tellsTo = (intent: Intent, said: string): boolean => {
  const act = acts[intent]
  return act === undefined || isInstruction(act, said)
}

/** The customer wants something that binds done; whether the message as a whole tells us to is seen there. */
export const ordersSurely = (intent: Intent, mood: Mood, { text, tokens }: ClauseWords): boolean =>
  orders(mood) && mood !== "phrase" && (intent in acts || !(doubts(text) || isAsking(tokens, text)))

const somebody = `(?:he|she|they|somebody|someone|my ${relatives})`
const toldOf = new RegExp(
  `\\b(?:(?:i|we|you|it)(?:['’]ve| have| had)? already|^(?:i|we) (?:just |only )?put|(?<!\\b(?:can|could|may|shall|do) )(?:i|we)(?:['’]ve| have)(?: got)? (?!to )(?:\\S+ ){1,5}in (?:my|the) (?:cart|basket)|you (?:once |had |have )+(?:noted|saved|stored|remembered|kept)|(?:i|we) (?:was|were|had been) (?:just |only )?(?:going|about|planning|thinking) (?:to|of)|${somebody} (?:has |had |already |just )*(?:put|adds?|added|removed?|took|takes?|emptied|used|applied))\\b`,
  "iu"
)

/** Tells what was done or once meant: "I already removed it", "my wife put it there", "I was going to add it". */
export const tellsOf = (said: string): boolean => toldOf.test(said)

/** Begins as questions do. */
export const wonders = (text: string): boolean => asksFirst.test(text)
