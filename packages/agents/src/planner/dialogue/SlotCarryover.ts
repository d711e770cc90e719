import { intentSet } from "../Intents.ts"
import { readReason } from "../slots/Reason.ts"
import { refundMethodPhrases, speedPhrases, unnegatedMeaningIn } from "../slots/EnumSlots.ts"
import { wordsOf } from "../text/Tokens.ts"
import { overlay, type Wish } from "../Wish.ts"
import { isAlternative } from "./Alternatives.ts"
import { add, isEmpty, addAside, type Rule, withLast } from "./State.ts"

/** Carries slots over between wishes: from earlier ones, from a stated reason, and from a speed or refund method. */

/** Fills unset slots from an earlier wish about the same thing. */
export const fillUnset = (wish: Wish, earlier: Wish | undefined): Wish =>
  earlier === undefined
    ? wish
    : {
        ...overlay(earlier, wish),
        filters: overlay(earlier.filters, wish.filters),
        reviews: overlay(earlier.reviews, wish.reviews),
        text: wish.text,
        rest: wish.rest
      }

/** Matches clauses that only state the speed of an order or the refund method of a return, in base forms. */
const refinesWish =
  /^(?:(?:but|and|with|for|as|by|via|to|in|on|at|use|make it|make that|please|then|ok|okay|yes|no|just|actually|instead|rather|give (?:i|me)|get (?:i|me)|have|give it|send it|ship it|i want|i would like|i prefer|i would prefer|i would rather have|i take|i will take|i need|can i have|can i get|could i get|could i have|a|my|the) )*(?:express|overnight|(?:standard|normal|ordinary|regular|usual) (?:ship|shipping|delivery|speed|one)|(?:money|cash|refund) (?:back )?(?:on|onto|to|into|as)|standard|store credit|original|note|a note|(?:the )?(?:fast|quick|cheap)\S*)(?: |$)/

/** Intents whose reason may follow in a statement of its own. */
export const reasonIntents = intentSet("cancel_order", "return", "return_eligibility", "refund")

/** Takes the statement after a cancellation, return or refund as its reason. */
export const reasonRule: Rule = (state, context) => {
  const prevWish = state.wishes.at(-1)
  const { isBare, isRequest, label, lemmas, order, sentence, raw } = context.clause
  const isSameSentence = state.wishClause?.sentence === sentence && !isRequest && order.reference === null
  const isReason = isSameSentence || label === "context" || (isBare && readReason(raw) !== null)
  const isQuestion = raw.includes("?") || /^just (?:ask|wonder|curious)/.test(lemmas)
  return isReason && !isQuestion && prevWish?.reason === null && reasonIntents.has(prevWish.intent)
    ? { ...addAside(state, context), wishes: withLast(state.wishes, { ...prevWish, reason: raw }) }
    : undefined
}

/** Refines a checkout or a return, also of the previous message: "with express shipping", "but for store credit". */
export const refinementRule: Rule = (state, context) => {
  const alternative = isAlternative(context) ? context.prevClause : undefined
  // "without express or overnight shipping" refuses both.
  const words = `${alternative === undefined ? "" : `${wordsOf(alternative.tokens)} or `}${wordsOf(context.clause.tokens)}`
  const isRefinement = refinesWish.test(context.clause.lemmas) && context.clause.products.length === 0
  const isRefinable = ({ intent }: Wish) => isRefinement && (intent === "checkout" || intent === "return")
  const refine = (wish: Wish): Wish =>
    wish.intent === "checkout"
      ? { ...wish, speed: unnegatedMeaningIn(words, speedPhrases) ?? wish.speed }
      : { ...wish, refundMethod: unnegatedMeaningIn(words, refundMethodPhrases) ?? wish.refundMethod }
  const lastWish = context.focus.wishes.findLast(isRefinable)
  return isEmpty(state) && lastWish !== undefined
    ? add(state, context, { ...refine(lastWish), fromHistory: true }, 1)
    : state.wishes.some(isRefinable)
      ? { ...state, wishes: state.wishes.map((wish) => (isRefinable(wish) ? refine(wish) : wish)) }
      : undefined
}
