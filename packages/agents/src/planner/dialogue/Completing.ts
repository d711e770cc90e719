import { intentSet } from "../Intents.ts"
import { readReason } from "../slots/Reason.ts"
import { methods, speeds, wantedOf } from "../slots/Ways.ts"
import { wordsOf } from "../text/Tokens.ts"
import { overlay, type Wish } from "../Wish.ts"
import { isAlternative } from "./Choices.ts"
import { add, isFirst, pass, type Rule, withLast } from "./State.ts"

/** Fills unset slots from an earlier wish about the same thing. */
export const completed = (wish: Wish, earlier: Wish | undefined): Wish =>
  earlier === undefined
    ? wish
    : {
        ...overlay(earlier, wish),
        filters: overlay(earlier.filters, wish.filters),
        reviews: overlay(earlier.reviews, wish.reviews),
        text: wish.text,
        rest: wish.rest
      }

/** Phrases about the speed of an order or the payout of a return. */
const refines =
  /^(?:(?:but|and|with|for|as|by|via|to|in|on|at|use|make it|make that|please|then|ok|okay|yes|no|just|actually|instead|rather|give (?:i|me)|get (?:i|me)|have|give it|send it|ship it|i want|i would like|i prefer|i would prefer|i would rather have|i take|i will take|i need|can i have|can i get|could i get|could i have|a|my|the) )*(?:express|overnight|(?:standard|normal|ordinary|regular|usual) (?:ship|shipping|delivery|speed|one)|(?:money|cash|refund) (?:back )?(?:on|onto|to|into|as)|standard|store credit|original|note|a note|(?:the )?(?:fast|quick|cheap)\S*)(?: |$)/

/** Wishes whose reason may follow in a statement of its own. */
export const reasoned = intentSet("cancel_order", "return", "return_eligibility", "refund")

/** Takes a statement after a cancellation or a return as its reason. */
export const reasoning: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { isBare, isRequest, label, order, said, sentence, text } = here.piece
  const isBehind = state.last?.sentence === sentence && !isRequest && order.reference === null
  const isTold = isBehind || label === "context" || (isBare && readReason(said) !== null)
  const isAsked = said.includes("?") || /^just (?:ask|wonder|curious)/.test(text)
  return isTold && !isAsked && previous?.reason === null && reasoned.has(previous.intent)
    ? { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, reason: said }) }
    : undefined
}

/** Refines an order or a return, also of the message before: "with express shipping", "yes, but for store credit". */
export const refinement: Rule = (state, here) => {
  const other = isAlternative(here) ? here.left : undefined
  // "without express or overnight shipping" refuses both.
  const words = `${other === undefined ? "" : `${wordsOf(other.tokens)} or `}${wordsOf(here.piece.tokens)}`
  const isMeant = refines.test(here.piece.text) && here.piece.named.length === 0
  const isRefined = ({ intent }: Wish) => isMeant && (intent === "checkout" || intent === "return")
  const refined = (wish: Wish): Wish =>
    wish.intent === "checkout"
      ? { ...wish, speed: wantedOf(words, speeds) ?? wish.speed }
      : { ...wish, refundMethod: wantedOf(words, methods) ?? wish.refundMethod }
  const before = here.focus.wishes.findLast(isRefined)
  return isFirst(state) && before !== undefined
    ? add(state, here, { ...refined(before), fromHistory: true }, 1)
    : state.wishes.some(isRefined)
      ? { ...state, wishes: state.wishes.map((wish) => (isRefined(wish) ? refined(wish) : wish)) }
      : undefined
}
