import { recounts } from "./SecondThoughts.ts"
import { add, isFirst, pass, replaceLast, type Rule, withLast } from "./State.ts"
import { isUncounted, readCartQuantity } from "../slots/CartQuantity.ts"
import { pickAll } from "../slots/Selection.ts"
import { isThing } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"

/** For whom they are. */
export const share =
  /^(?:(?:and )?(?:one|two|three|four|\d|another|the other|the rest) (?:be )?for (?:me|him|her|them|us|my|our|the|each|every)(?: (?!one|two)\S+){0,2} ?)+$/

/** How many, and nothing else. */
const onlyCounted =
  /^(?:(?:just|only|say|about|like) )*(?!one of)\S+(?: of (?:them|those|these|it))?(?: (?:i think|please|then))*$/

/** "…, the everyday ones": which of its kind. */
const describes = /^(?:the|those|these) .* ones?$/

/** What is said behind what goes into the cart is no second wish: "3 of them", "one for me and one for my son". */
export const counting: Rule = (state, here) => {
  const { piece, previous } = here
  const wish = state.wishes.at(-1)
  if (wish?.intent !== "add_to_cart" && wish?.intent !== "update_cart") {
    return undefined
  }
  if (wish.quantity !== null && share.test(piece.text)) {
    // "a pair for me and one for my dad" are two, "two, one for me" as well.
    const more = / for (?:me|my|us)\b/i.test(wish.text) ? readCartQuantity(piece.tokens, () => false) : null
    return { ...state, wishes: withLast(state.wishes, { ...wish, quantity: wish.quantity + (more ?? 0) }) }
  }
  const isCount = piece.bounds.quantity !== null && piece.phrases.length === 0 && onlyCounted.test(piece.text)
  const isSaid = piece.label === "update_cart" && !isThing(piece)
  if (previous === undefined) {
    return isCount && piece.tokens.length < 3 ? pass(state, here) : undefined
  }
  const beside = here.pieces.flatMap(({ sentence, tokens }) => (sentence === piece.sentence ? tokens : []))
  if (isCount && pickAll(beside, here.focus).length > 1) {
    return state
  }
  const { name = "", source } = wish.product ?? {}
  return wish.intent === "add_to_cart" && (isSaid || isCount)
    ? replaceLast(state, here, { ...wish, quantity: readCartQuantity(piece.tokens, () => false) ?? wish.quantity })
    : source === "message" && piece.isBare && piece.main !== undefined && describes.test(piece.text)
      ? replaceLast(state, here, { ...wish, product: { name: `${piece.main.written} ${name}`, source } })
      : undefined
}

/** "one more", "no, I wanted two": another number of the one thing that has just gone into the cart. */
export const recounting: Rule = (state, here) => {
  const { focus, piece } = here
  const { main, text, tokens } = piece
  const lines = focus.done.filter(({ intent }) => intent === "add_to_cart" || intent === "update_cart")
  const named = lines.find(({ product }) => main !== undefined && shortens(main, product?.name ?? ""))
  const deed = named ?? (lines.length === 1 ? lines[0] : undefined)
  const said = main !== undefined && named !== undefined ? text.replace(` ${lemmasOf(main.tokens)}`, "") : text
  const quantity = readCartQuantity(tokens, named !== undefined ? isUncounted(piece) : () => false)
  const isMore = /\b(?:more|another|a second|also|too)\b|^and one for /i.test(piece.said)
  const isMeant = isFirst(state) && recounts.test(said) && !piece.said.includes("?")
  return deed === undefined || quantity === null || !isMeant
    ? undefined
    : add(state, here, {
        ...deed,
        intent: isMore ? "add_to_cart" : "update_cart",
        quantity
      })
}
