import { isChoice } from "./Alternatives.ts"
import { add, isEmpty, addAside, amendLast, type Rule } from "./State.ts"
import { isUncounted, readCartQuantity } from "../slots/CartQuantity.ts"
import { shortens } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"

const numeral = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a couple)"

/** Matches clauses that state little more than a quantity, in base forms. */
const counts = new RegExp(
  `^(?:(?:oh|no|now|then|yes|but|and|ok|okay|well|wait|sorry|please|actually|just|only|so|say|it|that|i|we|should|would|be|have|want(?:ed)?|need|mean|take|make|like|get|add|put|to|the) )*(?:${numeral}|another|a second)(?: (?:more|one|of (?:them|those|these|it|that|this)|instead|please|though|then|too|not ${numeral}|for (?:me|my|our|the|him|her|them)(?: \\S+){0,2}))*$`
)

/** Reads the quantity of a cart addition from the clause after it: "3 of them", "make it two". The first one counts. */
export const quantityRule: Rule = (state, context) => {
  const { clause } = context
  const wish = state.wishes.at(-1)
  if (wish?.intent !== "add_to_cart" || wish.fromHistory || clause.phrases.length > 0 || !counts.test(clause.lemmas)) {
    return undefined
  }
  const isSameSentence = state.wishClause?.sentence === clause.sentence
  const quantity = isSameSentence ? readCartQuantity(clause.tokens, () => false) : null
  return quantity === null
    ? addAside(state, context)
    : wish.quantity === null
      ? amendLast(state, context, { ...wish, quantity })
      : { ...state, wishClause: clause }
}

/** Changes the quantity of the product that the last turn put into the cart: "one more", "no, I wanted two". */
export const quantityChangeRule: Rule = (state, context) => {
  const { focus, clause, label } = context
  const { main, lemmas, tokens } = clause
  const changes = focus.done.filter(({ intent }) => intent === "add_to_cart" || intent === "update_cart")
  const named = changes.find(({ product }) => main !== undefined && shortens(main, product?.name ?? ""))
  const change = named ?? (changes.length === 1 ? changes[0] : undefined)
  const remainder = main !== undefined && named !== undefined ? lemmas.replace(` ${lemmasOf(main.tokens)}`, "") : lemmas
  const quantity = readCartQuantity(tokens, named !== undefined ? isUncounted(clause) : () => false)
  const isMeant = isEmpty(state) && !isChoice(context) && counts.test(remainder) && !clause.raw.includes("?")
  if (change === undefined || quantity === null || !isMeant) {
    return undefined
  }
  // "add two in 42 black" adds another variant.
  const isOther = label === "add_to_cart" && clause.values.length > 0
  const isAddition = isOther || /\b(?:more|another|a second|also|too)\b|^and one for /i.test(clause.raw)
  return add(state, context, { ...change, intent: isAddition ? "add_to_cart" : "update_cart", quantity, rest: null }, 1)
}
