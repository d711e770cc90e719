import { cartChanges, writing } from "../Intents.ts"
import { namedNow } from "../Wish.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { replaceLast, type Rule } from "./State.ts"
import { isBounded } from "../text/ClauseWords.ts"

/** Phrases that exclude something: "not two", "but not the mouse", "and leave the keyboard". */
const refuses =
  /^(?:(?:and|but|so|just|please|only) )*(?:(?:do )?not (?!only|just|forget|hesitate)|without|rather than|instead of|except|no (?!the |my |problem|make|wait|actually)|keep|leave|skip|omit|minus)(?: |\S+ )|^(?:(?:and|but) )?(?:the|my) (?:\S+ ){1,3}not $/
const namedVerb =
  /(?:^| )(?:add|put|remove|take|cancel|order|buy|send|return|apply|use|show|find|check|ship|tell|want|need|like|remember|forget|think|know|sure|work|arrive|get|keep in|leave it|in mind|out|off|only|just|rest|else)(?: |$)/

/** Returns whether a piece only excludes something, or continues that: "keep the mouse and the keyboard". */
const isRefusal = (pieces: ReadonlyArray<ReadClause>, at: number): boolean => {
  const [piece, before] = [pieces[at], pieces[at - 1]]
  return (
    piece !== undefined &&
    !piece.said.includes("?") &&
    ((refuses.test(`${piece.text} `) && !namedVerb.test(piece.text)) ||
      (piece.isBare && before?.sentence === piece.sentence && isRefusal(pieces, at - 1)))
  )
}

/** Keeps an exclusion from becoming a wish, or what "it" means. For a whole cart, it names what stays. */
export const refusing: Rule = (state, here) => {
  const { piece, pieces, previous } = here
  const isOfAct = previous !== undefined && writing.has(previous.intent) && previous.memory === null
  const isThingOnly = piece.isBare && piece.main !== undefined && !isBounded(piece)
  const isHere = state.last?.sentence === piece.sentence && (isOfAct || isThingOnly)
  if (previous === undefined || !isHere || !isRefusal(pieces, pieces.indexOf(piece))) {
    return undefined
  }
  return previous.intent === "remove_from_cart" && previous.product === null && piece.main !== undefined
    ? replaceLast(state, here, { ...previous, product: namedNow(piece.main.text) })
    : isOfAct
      ? { ...state, last: piece }
      : { ...state, asides: [...state.asides, { label: "context", piece }] }
}

/** Replaces the product of a cart change: "put the rug, no the duvet, in my cart". */
export const replacing: Rule = (state, here) => {
  const { piece, previous } = here
  const isMeant = previous !== undefined && cartChanges.has(previous.intent) && /^no (?:the|my) /.test(piece.text)
  return isMeant && piece.main !== undefined
    ? replaceLast(state, here, { ...previous, product: namedNow(piece.main.text) })
    : undefined
}
