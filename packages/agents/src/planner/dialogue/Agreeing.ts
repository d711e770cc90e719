import { isYes } from "@storefront/domain/rules/consent/Agreement"
import { supposes } from "../classify/Consent.ts"
import { isSilent } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { binding, cartChanges, intentSet } from "../Intents.ts"
import { readReason } from "../slots/Reason.ts"
import { readRefundMethod, readSpeed } from "../slots/Ways.ts"
import { wordsOf } from "../text/Tokens.ts"
import { laidOver, type Wish } from "../Wish.ts"
import { add, isAlternative, isFirst, pass, type Rule, type State, withLast } from "./State.ts"

const question = /\bShall I ([^\n?]{3,600})\?/g

/** Entries of lists, whose names may hold anything. */
export const listLines = /^ {0,3}(?:\d{1,2}[.)]|[-*]) .*$/gm

/** What may follow a question before it is not the last word any more. */
const mostAfter = 200

const turned: Readonly<Record<string, string>> = { your: "my", you: "me", yours: "mine" }

/** Our last question, "Shall I …?", as the instruction that a "yes" makes of it; null when the answer ends otherwise. */
export const askedFor = (written: string): string | null => {
  const answer = written.replace(listLines, "")
  const match = [...answer.matchAll(question)].at(-1)
  const act = match?.[1]
  const isLast = match !== undefined && answer.length - match.index - match[0].length <= mostAfter
  return act === undefined || !isLast
    ? null
    : act.replace(/\b(?:yours?|you)\b/gi, (word) => turned[word.toLowerCase()] ?? word)
}

const questionForPart = /\b(?:where|how many|how much|which|what)\b[^.?!\n]{0,120}\bshall I\b[^?\n]{0,80}\?/i

/** We asked what an act lacked, "Where shall I send order …?": who says it wants the act. */
export const asksForPart = (answer: string): boolean => questionForPart.test(answer.replace(listLines, ""))

/** A wish with what an earlier one, of the same thing, said and it does not. */
export const completed = (wish: Wish, earlier: Wish | undefined): Wish =>
  earlier === undefined
    ? wish
    : {
        ...laidOver(earlier, wish),
        filters: laidOver(earlier.filters, wish.filters),
        reviews: laidOver(earlier.reviews, wish.reviews),
        text: wish.text,
        isExplicit: wish.isExplicit
      }

/** How an order is to be sent or a return paid, which belongs to a yes. */
const refines =
  /^(?:(?:but|and|with|for|as|by|via|to|in|on|at|use|make it|make that|please|then|ok|okay|yes|no|just|actually|instead|rather|give (?:i|me)|get (?:i|me)|have|give it|send it|ship it|i want|i would like|i prefer|i would prefer|i would rather have|i take|i will take|i need|can i have|can i get|could i get|could i have|a|my|the) )*(?:express|overnight|(?:standard|normal|ordinary|regular|usual) (?:ship|shipping|delivery|speed|one)|(?:money|cash|refund) (?:back )?(?:on|onto|to|into|as)|standard|store credit|original|note|a note|(?:the )?(?:fast|quick|cheap)\S*)(?: |$)/

/** Wishes for which a statement right behind them gives the reason. */
export const reasoned = intentSet("cancel_order", "return", "return_eligibility", "refund")

/** "yes, do it" after a question of ours. */
export const confirmation: Rule = (state, here) => {
  const { pending, piece, pieces } = here
  if (here.label !== "confirm" && !(pending.length > 0 && isYes(piece.said))) {
    return undefined
  }
  const agreed = intentSet(...pending.map(({ intent }) => intent))
  // "they're too tight, and yes, go ahead": what was told first belongs to it.
  const isSame = state.wishes.every(({ intent, isExplicit }) => !isExplicit && agreed.has(intent))
  const reason = state.wishes.find((wish) => wish.reason !== null)?.reason ?? readReason(piece.said)
  const isOf = ({ isRequest, label, said }: Piece) => isYes(said) || isSilent(label) || !isRequest || agreed.has(label)
  const isRefused = pieces.some(({ label, text }) => label === "decline" || takenBack.test(text))
  if (isSame && pieces.every(isOf) && !isRefused && pending.length > 0) {
    return pending.reduce<State>((known, wish) => add(known, here, { ...wish, reason: wish.reason ?? reason }), {
      ...state,
      wishes: []
    })
  }
  return pass(state, here)
}

/** What is only told after a cancellation or a return is its reason. */
export const reasoning: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { isBare, isRequest, label, said, sentence, text } = here.piece
  const isBehind = state.last?.sentence === sentence && !isRequest
  const isTold = isBehind || label === "context" || (isBare && readReason(said) !== null)
  const isAsked = said.includes("?") || /^just (?:ask|wonder|curious)/.test(text)
  return isTold && !isAsked && previous?.reason === null && reasoned.has(previous.intent)
    ? { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, reason: said }) }
    : undefined
}

/** "with express shipping" after an order, "for store credit" after a return. */
export const refinement: Rule = (state, here) => {
  const other = isAlternative(here) ? here.left : undefined
  // "without express or overnight shipping" refuses both.
  const words = `${other === undefined ? "" : `${wordsOf(other.tokens)} or `}${wordsOf(here.piece.tokens)}`
  const isMeant = refines.test(here.piece.text) && here.piece.named.length === 0
  const isRefined = ({ intent }: Wish) => isMeant && (intent === "checkout" || intent === "return")
  const refined = (wish: Wish): Wish =>
    wish.intent === "checkout"
      ? { ...wish, speed: readSpeed(words) ?? wish.speed }
      : { ...wish, refundMethod: readRefundMethod(words) ?? wish.refundMethod }
  const open = isFirst(state) ? here.pending.find(isRefined) : undefined
  const wishes = state.wishes.map((wish) => (isRefined(wish) ? refined(wish) : wish))
  return open !== undefined
    ? add(state, here, { ...refined(open), isExplicit: false })
    : state.wishes.some(isRefined)
      ? { ...state, wishes }
      : undefined
}

const takenBack =
  /^(?:(?:oh|no|hm|hmm|but|or|actually|ugh|well|wait|sorry|please|and) )*(?:no|wait|hold on|stop|never mind|nevermind|be (?:that|this|it) (?:right|correct|true|ok|okay)|scratch that|not yet|better not|rather not|do not(?: do it| do that| yet|(?: (?:add|put|take|get))+ (?:it|that|this|them|those|these)(?: (?:ones?|in|there|yet|just|though|to|my|the|cart))*)?|forget it|forget that|(?:leave|keep) it|(?:let (?:i|me|us)|i (?:will|would|need to|have to|want to|should)|we (?:will|need to|should)) (?:think|sleep)(?: (?:about|on|over))?(?: (?:it|that|this))?(?: (?:first|over|again|more))?)$/

/** The wish as a question. */
export const unagreed = (wish: Wish): Wish => ({
  ...wish,
  intent: wish.intent === "cancel_order" ? "cancel_question" : wish.intent,
  isExplicit: false
})

const asksOutcome =
  /^(?:(?:and|but|so|then|first) )*(?:what|how much)(?: \S+){0,2} (?:be|would|will|do|cost|come|pay)(?: |$)/

/** "no wait, it's there already" */
const waits = /^(?:(?:oh|no|hm|but|or|actually|ugh|well|sorry) )*(?:wait|hold on) (?!for|until|till)(?!.*<)/

/** "put the lamp in. no wait, don't", "place the order. what would it come to?": who takes it back, or asks first, has not agreed. */
export const doubting: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { named, text } = here.piece
  const isOutcome = previous?.intent === "checkout" && named.length === 0 && asksOutcome.test(text)
  const isOpen = takenBack.test(text) || supposes(text) || waits.test(text)
  const isDoubt = previous !== undefined && cartChanges.has(previous.intent) && isOpen
  return isOutcome || (isDoubt && previous.isExplicit)
    ? { ...pass(state, here), wishes: withLast(state.wishes, unagreed(previous)) }
    : undefined
}

const underCondition = /\b(?:if|as long as|provided|unless|depends)\b/i

/** "yes, and …", "yes, if …": what binds and was not simply agreed to is asked about again. */
export const askedAgain = (message: string, pending: ReadonlyArray<Wish>, wishes: ReadonlyArray<Wish>) => {
  const open = pending.filter(({ intent }) => binding.has(intent) && wishes.every((wish) => wish.intent !== intent))
  return open.length === 0 || !/^\W*(?:yes|yeah|yep|sure)\b/i.test(message)
    ? wishes
    : [...(underCondition.test(message) ? [] : wishes), ...open.map(unagreed)]
}
