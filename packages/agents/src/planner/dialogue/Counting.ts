import { isChoice } from "./Choices.ts"
import { add, isFirst, pass, replaceLast, type Rule } from "./State.ts"
import { isUncounted, readCartQuantity } from "../slots/CartQuantity.ts"
import { shortens } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"

const numeral = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a couple)"

/** Phrases that state little more than a quantity. */
const counts = new RegExp(
  `^(?:(?:oh|no|now|then|yes|but|and|ok|okay|well|wait|sorry|please|actually|just|only|so|say|it|that|i|we|should|would|be|have|want(?:ed)?|need|mean|take|make|like|get|add|put|to|the) )*(?:${numeral}|another|a second)(?: (?:more|one|of (?:them|those|these|it|that|this)|instead|please|though|then|too|not ${numeral}|for (?:me|my|our|the|him|her|them)(?: \\S+){0,2}))*$`
)

/** Reads the quantity of a cart addition stated after it: "3 of them", "make it two". A second one is ignored. */
export const counting: Rule = (state, here) => {
  const { piece } = here
  const wish = state.wishes.at(-1)
  if (wish?.intent !== "add_to_cart" || wish.fromHistory || piece.phrases.length > 0 || !counts.test(piece.text)) {
    return undefined
  }
  const isHere = state.last?.sentence === piece.sentence
  const quantity = isHere ? readCartQuantity(piece.tokens, () => false) : null
  return quantity === null
    ? pass(state, here)
    : wish.quantity === null
      ? replaceLast(state, here, { ...wish, quantity })
      : { ...state, last: piece }
}

/** Changes the quantity of the one thing that was just added to the cart: "one more", "no, I wanted two". */
export const recounting: Rule = (state, here) => {
  const { focus, piece } = here
  const { main, text, tokens } = piece
  const lines = focus.done.filter(({ intent }) => intent === "add_to_cart" || intent === "update_cart")
  const named = lines.find(({ product }) => main !== undefined && shortens(main, product?.name ?? ""))
  const deed = named ?? (lines.length === 1 ? lines[0] : undefined)
  const said = main !== undefined && named !== undefined ? text.replace(` ${lemmasOf(main.tokens)}`, "") : text
  const quantity = readCartQuantity(tokens, named !== undefined ? isUncounted(piece) : () => false)
  const isMeant = isFirst(state) && !isChoice(here) && counts.test(said) && !piece.said.includes("?")
  if (deed === undefined || quantity === null || !isMeant) {
    return undefined
  }
  const isMore = /\b(?:more|another|a second|also|too)\b|^and one for /i.test(piece.said)
  return add(state, here, { ...deed, intent: isMore ? "add_to_cart" : "update_cart", quantity }, 1)
}
