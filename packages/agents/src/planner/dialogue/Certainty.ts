import { binding, cartChanges, type Intent, ofOrder, writing } from "../Intents.ts"
import { isShop } from "../classify/Labels.ts"
import { pick } from "../slots/Selection.ts"
import { isThing, spares } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { isChoice } from "./Choices.ts"
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
/** Takes two steps, or says not of which thing. */
const open = /(?:^| )(?:swap|replace|exchange|switch|instead of|one of (?:them|those|these))(?: |$)/
/** "the order that does not contain the lamp" */
const lacks = /(?:^| )(?:without|not (?:contain|hold|include|have))(?: |$)/
const tells =
  /^(?:(?:please|then|and|ok|okay|can you|could you) )*(?:put|add(?! up)|take|remove|drop|throw|set|make|change|use|apply|remember|forget|delete|clear|empty)(?: |$)/

const past = /^(?:(?:i|we) )?(?:just |have )?(?:bought|ordered|got|added|removed|took)\b/iu

/** Whether a change is only refused or told of, continues a question, or stands beside one. */
const isDoubtful = ({ left, piece, pieces }: Here): boolean =>
  piece.mood === "refusal" ||
  piece.mood === "report" ||
  past.test(piece.said) ||
  (piece.isLinked && left !== undefined && isShop(left.label) && !writing.has(left.label)) ||
  (pieces.some(({ mood, said }) => mood === "question" || said.endsWith("?")) && !tells.test(piece.text))

const ofCart = /(?:^| )(?:cart|basket|coupon)(?: |$)/

/** Says in so many words what is to be done with which thing, "put the lamp into my cart", or gives a whole address. */
const isTold = ({ focus, piece }: Here): boolean =>
  piece.address !== null ||
  (tells.test(piece.text) &&
    (isThing(piece) || piece.codes.length > 0 || ofCart.test(piece.text) || pick(piece.tokens, focus) !== undefined))

/** Leaves open which thing is meant: "cancel A or B", "all but the lamp", "the order that does not hold it". */
const isUnclear = (here: Here): boolean =>
  isChoice(here) || (ofOrder.has(here.label) && (spares(here.piece.text) || lacks.test(here.piece.text)))

/** Words with which something is not meant that else is the likeliest. */
const misread: { readonly [I in Intent]?: RegExp } = {
  // "did it take my size?", "who put this into my cart?", "does it work if I add the lamp?"
  cart: /^(?:(?:and|but|so|wait|hey) )*(?:do it|who|why|how come)(?: |$)|(?:^| )if (?:i|we) /,
  // "same address, just slower"
  billing_same: /^(?!.*(?:^| )(?:bill|billing|invoice|pay|payment|same as)(?: |$))/
}

const dates =
  /(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\d (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: |$)|\d to \d/

/** Points at an order by its day, or at a part of a list of orders, which is not read. */
const isDated = ({ label, piece }: Here): boolean =>
  (ofOrder.has(label) || label === "list_orders") && dates.test(piece.text)

/** Tells how certain it is that a clause asks for something; what is changed at once has to be the surer. */
export const certaintyOf = (intent: Intent, here: Here): number => {
  const { label, piece } = here
  const isAtOnce = writing.has(intent) && !binding.has(intent)
  const isOpen = isAtOnce && isDoubtful(here)
  const isOther = isDated(here) || open.test(piece.text) || misread[intent]?.test(piece.text) === true
  if (isOther || (cartChanges.has(intent) && piece.isLeftOpen)) {
    return 0
  }
  if (writing.has(intent) && (supposed.test(piece.text) || isUnclear(here))) {
    return 0
  }
  const sureness = piece.sureness * (label === "follow_up" ? goesOn : 1) * (isOpen ? doubt : 1)
  return isAtOnce && isTold(here) && (!isOpen || piece.address !== null) ? 1 : sureness ** (isAtOnce ? 2 : 1)
}

/** Tells whether something is meant for certain, in a message with so many clauses that were not understood. */
export const isCertain = ({ certainty }: Wish, unreadClauses: number): boolean =>
  certainty * unread ** Math.min(unreadClauses, mostUnread) >= least
