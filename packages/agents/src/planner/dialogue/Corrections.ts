import { cartChanges, writing } from "../Intents.ts"
import { namedNow } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { amendLast, type Rule } from "./State.ts"
import { isBounded } from "../text/ClauseWords.ts"

/** Corrections within a message. Patterns match base forms, so "don't" is "do not". */

/**
 * Phrases that exclude something: "not two", "but not the mouse", "and leave the keyboard"; or, in the second
 * alternative, "but the mouse not". The lookaheads exempt requests ("do not forget the mouse"), replacements ("no the
 * duvet", see `replacementRule`) and interjections ("no problem", "no wait").
 */
const exclusion =
  /^(?:(?:and|but|so|just|please|only) )*(?:(?:do )?not (?!only|just|forget|hesitate)|without|rather than|instead of|except|no (?!the |my |problem|make|wait|actually)|keep|leave|skip|omit|minus)(?: |\S+ )|^(?:(?:and|but) )?(?:the|my) (?:\S+ ){1,3}not $/
/** Words with which such a phrase excludes nothing, but forbids a change ("do not cancel it") or doubts ("not sure"). */
const otherMeaning =
  /(?:^| )(?:add|put|remove|take|cancel|order|buy|send|return|apply|use|show|find|check|ship|tell|want|need|like|remember|forget|think|know|sure|work|arrive|get|keep in|leave it|in mind|out|off|only|just|rest|else)(?: |$)/

/** Returns whether a clause only excludes something, or continues an exclusion: "keep the mouse and the keyboard". */
const isExclusion = (clauses: ReadonlyArray<ReadClause>, at: number): boolean => {
  const [clause, preceding] = [clauses[at], clauses[at - 1]]
  return (
    clause !== undefined &&
    !clause.raw.includes("?") &&
    ((exclusion.test(`${clause.lemmas} `) && !otherMeaning.test(clause.lemmas)) ||
      (clause.isBare && preceding?.sentence === clause.sentence && isExclusion(clauses, at - 1)))
  )
}

/** Keeps an exclusion from becoming a wish or the antecedent of "it". When the cart is emptied, it names what stays. */
export const exclusionRule: Rule = (state, context) => {
  const { clause, clauses, prevWish } = context
  const followsChange = prevWish !== undefined && writing.has(prevWish.intent) && prevWish.memory === null
  const onlyNamesProduct = clause.isBare && clause.main !== undefined && !isBounded(clause)
  const mayExclude = state.wishClause?.sentence === clause.sentence && (followsChange || onlyNamesProduct)
  if (prevWish === undefined || !mayExclude || !isExclusion(clauses, clauses.indexOf(clause))) {
    return undefined
  }
  return prevWish.intent === "remove_from_cart" && prevWish.product === null && clause.main !== undefined
    ? amendLast(state, context, { ...prevWish, product: namedNow(clause.main.text) })
    : followsChange
      ? { ...state, wishClause: clause }
      : { ...state, asides: [...state.asides, { label: "context", clause }] }
}

/** Replaces the product of a cart change: "put the rug, no the duvet, in my cart". */
export const replacementRule: Rule = (state, context) => {
  const { clause, prevWish } = context
  const isReplacement =
    prevWish !== undefined && cartChanges.has(prevWish.intent) && /^no (?:the|my) /.test(clause.lemmas)
  return isReplacement && clause.main !== undefined
    ? amendLast(state, context, { ...prevWish, product: namedNow(clause.main.text) })
    : undefined
}
