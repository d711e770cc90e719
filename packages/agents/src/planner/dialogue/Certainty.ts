import { binding, cartChanges, intentSet, ofOrder, writing } from "../Intents.ts"
import { isShop } from "../classify/Labels.ts"
import { isCommand } from "../classify/Tentative.ts"
import { pick } from "../slots/Selection.ts"
import { isThing, spares } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { isChoice } from "./Choices.ts"
import { isContradictedByWords } from "./Misread.ts"
import { type ClauseContext } from "./State.ts"

/** Minimum certainty, from 0 to 1, for acting on a wish; below it, the answer offers the likeliest wishes. */
const least = 0.33

/** Factors of certainty for mere continuations, and for doubtful changes. */
const goesOn = 0.6
const doubt = 0.55

/** Factor of certainty per clause not understood, which may qualify the wish. Capped: long messages tell stories. */
const unread = 0.8
const mostUnread = 2

const supposed =
  /^(?:(?:and|but|so) )?(?:if(?! you (?:can|could|would|will|please))|when|once|before|after|unless|suppose|say)(?: |$)/
/** Phrases that describe an order by what it lacks: "the order that does not contain the lamp". */
const lacks = /(?:^| )only (?:the|this|that|one) |(?:^| )(?:without|not (?:contain|hold|include|have))(?: |$)/
const past = /^(?:(?:i|we) )?(?:just |have )?(?:bought|ordered|got|added|removed|took)\b/iu

/** Returns whether a change is refused, only reported, or joined to a question. */
const isDoubtful = ({ left, piece, pieces }: ClauseContext): boolean =>
  piece.mood === "refusal" ||
  piece.mood === "report" ||
  past.test(piece.said) ||
  (piece.isLinked && left !== undefined && isShop(left.label) && !writing.has(left.label)) ||
  (pieces.some(({ mood, said }) => mood === "question" || said.endsWith("?")) && !isCommand(piece.text))

const ofCart = /(?:^| )(?:cart|basket|coupon)(?: |$)/

/** Returns whether a clause says what to do with which thing, "put the lamp into my cart", or gives an address. */
const isTold = ({ focus, piece }: ClauseContext): boolean =>
  piece.address !== null ||
  (isCommand(piece.text) &&
    (isThing(piece) || piece.codes.length > 0 || ofCart.test(piece.text) || pick(piece.tokens, focus) !== undefined))

const sparing = intentSet(...ofOrder, "add_to_cart", "forget_preference")

/** Returns whether the target is open: "cancel A or B", "all but the lamp", "only the lamp", "the one without it". */
const isUnclear = (here: ClauseContext): boolean =>
  isChoice(here) || (sparing.has(here.label) && (spares(here.piece.text) || lacks.test(here.piece.text)))

/** Returns the certainty that a clause asks for the wish; changes made at once are rated more strictly. */
export const certaintyOf = (wish: Wish, here: ClauseContext): number => {
  const { intent } = wish
  const { label, piece } = here
  const isSupposed = writing.has(intent) && (supposed.test(piece.text) || isUnclear(here))
  if (isSupposed || isContradictedByWords(wish, here) || (cartChanges.has(intent) && piece.isLeftOpen)) {
    return 0
  }
  const isAtOnce = writing.has(intent) && !binding.has(intent)
  const isOpen = isAtOnce && isDoubtful(here)
  const sureness = piece.sureness * (label === "follow_up" ? goesOn : 1) * (isOpen ? doubt : 1)
  return isAtOnce && isTold(here) && (!isOpen || piece.address !== null) ? 1 : sureness ** (isAtOnce ? 2 : 1)
}

/** Returns whether a wish is certain enough, given the number of clauses that were not understood. */
export const isCertain = ({ certainty }: Wish, unreadClauses: number): boolean =>
  certainty * unread ** Math.min(unreadClauses, mostUnread) >= least
