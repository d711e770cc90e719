import { binding, cartChanges, intentSet, ofOrder, writing } from "../Intents.ts"
import { isShop } from "../classify/Labels.ts"
import { tells } from "../classify/Tentative.ts"
import { pick } from "../slots/Selection.ts"
import { isThing, spares } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { isChoice } from "./Choices.ts"
import { isMisread } from "./Misread.ts"
import { type Here } from "./State.ts"

/**
 * The least certainty, from 0 to 1, with which a wish is acted on. Below it the customer is told that the message was not
 * understood, and is offered the likeliest wishes.
 */
const least = 0.33

/** How much less certain is what only goes on with what was said before, and what is doubtful. */
const goesOn = 0.6
const doubt = 0.55

/** A clause beside a wish that is not understood may be what it is about; of many, most only tell a story. */
const unread = 0.8
const mostUnread = 2

const supposed =
  /^(?:(?:and|but|so) )?(?:if(?! you (?:can|could|would|will|please))|when|once|before|after|unless|suppose|say)(?: |$)/
/** "the order that does not contain the lamp" */
const lacks = /(?:^| )only (?:the|this|that|one) |(?:^| )(?:without|not (?:contain|hold|include|have))(?: |$)/
const past = /^(?:(?:i|we) )?(?:just |have )?(?:bought|ordered|got|added|removed|took)\b/iu

/** Returns true for a change that is refused, only reported, or joined to a question. */
const isDoubtful = ({ left, piece, pieces }: Here): boolean =>
  piece.mood === "refusal" ||
  piece.mood === "report" ||
  past.test(piece.said) ||
  (piece.isLinked && left !== undefined && isShop(left.label) && !writing.has(left.label)) ||
  (pieces.some(({ mood, said }) => mood === "question" || said.endsWith("?")) && !tells(piece.text))

const ofCart = /(?:^| )(?:cart|basket|coupon)(?: |$)/

/** Says in so many words what is to be done with which thing, "put the lamp into my cart", or gives a whole address. */
const isTold = ({ focus, piece }: Here): boolean =>
  piece.address !== null ||
  (tells(piece.text) &&
    (isThing(piece) || piece.codes.length > 0 || ofCart.test(piece.text) || pick(piece.tokens, focus) !== undefined))

const sparing = intentSet(...ofOrder, "add_to_cart", "forget_preference")

/** Leaves open which thing is meant: "cancel A or B", "all but the lamp", "only the lamp", "the order that does not hold it". */
const isUnclear = (here: Here): boolean =>
  isChoice(here) || (sparing.has(here.label) && (spares(here.piece.text) || lacks.test(here.piece.text)))

/** Tells how certain it is that a clause asks for something; what is changed at once has to be the surer. */
export const certaintyOf = (wish: Wish, here: Here): number => {
  const { intent } = wish
  const { label, piece } = here
  const isSupposed = writing.has(intent) && (supposed.test(piece.text) || isUnclear(here))
  if (isSupposed || isMisread(wish, here) || (cartChanges.has(intent) && piece.isLeftOpen)) {
    return 0
  }
  const isAtOnce = writing.has(intent) && !binding.has(intent)
  const isOpen = isAtOnce && isDoubtful(here)
  const sureness = piece.sureness * (label === "follow_up" ? goesOn : 1) * (isOpen ? doubt : 1)
  return isAtOnce && isTold(here) && (!isOpen || piece.address !== null) ? 1 : sureness ** (isAtOnce ? 2 : 1)
}

/** Tells whether something is meant for certain, in a message with so many clauses that were not understood. */
export const isCertain = ({ certainty }: Wish, unreadClauses: number): boolean =>
  certainty * unread ** Math.min(unreadClauses, mostUnread) >= least
