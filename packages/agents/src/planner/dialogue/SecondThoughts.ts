import { cartChanges, type Intent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { doubts } from "../classify/Tentative.ts"
import { add, type Here, isFirst, pass, type Rule, withLast } from "./State.ts"
import { isThing } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"

/** What leads to a second thought. */
export const lead =
  "(?:(?:rather|better|whoops?|my bad|i say|oh|no|now|then|yes|k|lol|laughing|jk|joke|omg|haha|never ?mind|can you|could you|nah|nope|ugh|hm|hmm|but|and|or|ok|okay|well|wait|sorry|please|actually|stop|hey|damn|shit|oops|argh|sec|a|second|hold on|on second thought|on second think|just|i|so) )*"
const trail = "(?: (?:please|again|now|for i|after all|anymore|any more|at all|though|instead|thing|one|yet))*"
export const it =
  "(?:it|everything|both|that|this|them|those|these|the order|that order|my order|the return|my return|that return|the refund)"

/** Takes back what was just done: "undo that", "I don't want it after all", "I changed my mind". */
const takesBack = new RegExp(
  `^${lead}(?:(?:can you |could you |can i |you can )?(?:undo|uncancel|unreturn|reinstate|reactivate|revert|reverse|scratch|scrap|cancel|stop|take back|forget|put back|put(?= \\S+ back)|keep|leave|return|restore|bring|do not cancel|not cancel|do not remove|delete|erase|(?:remove|take)(?= ${it}(?: (?:out|off))? again))(?: ${it})?(?: (?:back|in|out|off|as it be|there|alone))*${trail}|(?:do|did|will|would)? ?not(?: (?:do|want|need|like|mean|add|cancel|remove|order|return|send|apply|say|place|do want))*(?: (?:to|for))*(?: (?:do|add|cancel|remove|order|return|send|apply|keep|place|have))?(?: ${it})?${trail}|i (?:do )?(?:change|have change|have changed|changed) my mind|(?:it|that|this) (?:be|was) (?:a |my )?(?:mistake|accident|error|wrong)|by (?:mistake|accident)|my (?:mistake|bad)|(?:i )?(?:want|need|would like|prefer|like|rather|would rather) (?:to )?(?:keep|have) ${it}${trail}|i (?:want|need) ${it} back|i do (?:want|need|like) ${it}${trail}|changed? my mind|(?:neither|none|not any|no)(?: (?:of ${it}|one|after all))+|on second (?:thoughts?|think)(?: no)?|wrong (?:one|thing|order|button|product))$`
)

/** Hesitates: "wait", "hold on", "never mind". */
const hesitates = new RegExp(
  `^${lead}(?:no wait|wait(?: no| a (?:second|minute|moment|sec))?|hold on|stop|never ?mind|nevermind|hang on|one moment|not so fast|no no|no do not|do not|do not do that|be (?:that|this|it) (?:right|correct|true|ok|okay))${trail}$`
)

/** What undoes what was done to a cart or to memory. */
const opposites: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** The opposite of what was done; null where it takes a question. */
const opposite = (deed: Wish): Wish | null => {
  const intent = opposites[deed.intent]
  const usual = deed.intent === "add_to_cart" ? 1 : null
  const quantity = deed.intent === "update_cart" ? null : (deed.quantity ?? usual)
  return intent === undefined ? null : { ...deed, intent, quantity }
}

export const leavesOut = new RegExp(`^${lead}not (?:the|my|that|this)(?: \\S+){1,3}$`)
const spoken = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/
const staysOut = /(?:^| )(?:out|off|remove|delete)(?: |$)/
const staysIn = /(?:^| )i do (?:want|need|like)(?: |$)/

const numeral = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a couple)"
export const recounts = new RegExp(
  `^${lead}(?:(?:it|that|i|we|should|would|will|be|have|want(?:ed)?|need|mean|say|said|ask for|take|make|like|get|add|put|only|just|to|the) )*(?:${numeral}|another|a second)(?: (?:more|one|of (?:them|those|these|it|that|this)|would be (?:good|better|great|nice|enough|fine)|instead|please|though|then|too|not ${numeral}|for (?:me|my|our|the|him|her|them)(?: \\S+){0,2}))*$`
)

const isAside = (piece: Piece) => !isAsked(piece) && !recounts.test(piece.text) && piece.label !== "update_cart"
const isAlone = ({ piece, pieces }: Here): boolean =>
  pieces.every((other) => other === piece || isSecondThought(other) || isAside(other))

/** "sorry, not the vest", once it is in the cart. */
const isSpared = ({ piece, pieces }: Here, deed: Wish | undefined) =>
  piece.main !== undefined &&
  leavesOut.test(piece.text) &&
  shortens(piece.main, deed?.product?.name ?? "") &&
  pieces.every((other) => other === piece || other.main === undefined)

/** "Can you or not?" takes nothing back. */
const isSecondThought = ({ text }: Piece) => !/ or not?$/.test(text) && (takesBack.test(text) || hesitates.test(text))

/** "put the lamp in, if it's under 40", "…, no wait": a change of the cart, which is made at once, is only looked at. */
export const withdrawing: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { label, left, piece } = here
  const isOpen = label === "decline" || doubts(piece.text) || isSecondThought(piece)
  const isBehind = state.last !== null && state.last.tokens === left?.tokens && !isThing(piece)
  return isOpen && isBehind && previous !== undefined && cartChanges.has(previous.intent)
    ? { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, intent: "cart" }) }
    : undefined
}

/** Thinks better of what the last turn did to the cart or to memory: that is undone. */
export const rethinking: Rule = (state, here) => {
  const { focus, piece } = here
  const [deed] = focus.done.toReversed()
  const last = state.wishes.at(-1)?.intent
  const isSaidAgain = last !== undefined && last === opposites[deed?.intent ?? "unknown"]
  if (deed !== undefined && isSaidAgain && (isSecondThought(piece) || here.label === "decline")) {
    return pass(state, here)
  }
  const isSure = isSpared(here, deed)
  const mayBeMeant = isFirst(state) && isAlone(here)
  if (deed === undefined || !mayBeMeant || !(isSure || isSecondThought(piece))) {
    return undefined
  }
  // "Don't order it yet" is no second thought about what only went into the cart, and "leave it out" wants what was done.
  const isGone = deed.intent === "remove_from_cart"
  const isKept = spoken.test(piece.text) || (isGone ? staysOut : staysIn).test(piece.text)
  const isMeant = !isKept && (isSure || here.pieces.some(({ text }) => takesBack.test(text)))
  const undoing = (isGone ? focus.done : [deed]).flatMap((each) => opposite(each) ?? [])
  return isMeant && undoing.length > 0 ? undoing.reduce((known, wish) => add(known, here, wish), state) : undefined
}
