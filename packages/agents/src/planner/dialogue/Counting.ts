import { add, isFirst, pass, replaceLast, type Rule } from "./State.ts"
import { isUncounted, readCartQuantity } from "../slots/CartQuantity.ts"
import { pickAll } from "../slots/Selection.ts"
import { shortens } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"

const lead = "(?:(?:oh|no|now|then|yes|but|and|ok|okay|well|wait|sorry|please|actually|hey|oops|just|i|so) )*"

const numeral = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a couple)"
const recounts = new RegExp(
  `^${lead}(?:(?:it|that|i|we|should|would|will|be|have|want(?:ed)?|need|mean|say|said|ask for|take|make|like|get|add|put|only|just|to|the) )*(?:${numeral}|another|a second)(?: (?:more|one|of (?:them|those|these|it|that|this)|would be (?:good|better|great|nice|enough|fine)|instead|please|though|then|too|not ${numeral}|for (?:me|my|our|the|him|her|them)(?: \\S+){0,2}))*$`
)

/** Only says how many: "3 of them", "make it two". */
const onlyCounts =
  /^(?:(?:just|only|say|make|it|that|no|and|the) )*(?!one of)\S+(?: of (?:them|those|these|it))?(?: please)*$/

/** For whom they are. */
const share = /^(?:and )?(?:one|two|three|four|\d|another|the other|the rest) (?:be )?for /

/** How many of what goes into the cart, said behind it: "3 of them", "one for me and one for my son". */
export const counting: Rule = (state, here) => {
  const { focus, piece, pieces } = here
  const wish = state.wishes.at(-1)
  if (wish?.intent !== "add_to_cart") {
    return undefined
  }
  const beside = pieces.flatMap(({ sentence, tokens }) => (sentence === piece.sentence ? tokens : []))
  const isShare = share.test(piece.text) && wish.quantity !== null
  const isPlace = piece.phrases.length === 0 && piece.tokens.length < 4 && pickAll(beside, focus).length > 1
  if (isShare || isPlace) {
    return state
  }
  const isCount = piece.bounds.quantity !== null && piece.phrases.length === 0 && onlyCounts.test(piece.text)
  const isHere = state.last?.sentence === piece.sentence
  const quantity = isCount && isHere ? readCartQuantity(piece.tokens, () => false) : null
  // "… he is turning two. ten, sorry": a number by itself in another sentence counts something else.
  const isElse = isCount && !isHere && piece.tokens.length < 3
  return quantity !== null ? replaceLast(state, here, { ...wish, quantity }) : isElse ? pass(state, here) : undefined
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
    : add(
        state,
        here,
        {
          ...deed,
          intent: isMore ? "add_to_cart" : "update_cart",
          quantity
        },
        1
      )
}
