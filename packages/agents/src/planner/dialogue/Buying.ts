import { asksOfProduct } from "../Intents.ts"
import { namedBefore, plainWish } from "../Wish.ts"
import { tellsOf } from "../classify/Tentative.ts"
import { share } from "./Counting.ts"
import { add, isFirst, type Rule } from "./State.ts"
import { isUncounted, readCartQuantity } from "../slots/CartQuantity.ts"
import { lastSpokenOf, pickAll } from "../slots/Selection.ts"
import { isThing } from "../text/ClauseWords.ts"

const buys =
  /^(?:(?:ok|okay|great|perfect|good|fine|cool|nice|well|then|and|so|yes|yeah|alright|sure|deal|awesome|wow|in that case|please|oh|not bad|fair enough|sound good|just|now) )*(?:(?:i|we) (?:(?:will|would|do|want|like|love|to|am|go|gonna|think|just|really|ready|be) )*(?:take|buy|get|have|order|purchase|want|grab|go with|go for)|(?:let us|please|can you)?(?: ?(?:go ahead and))? ?(?:buy|get|order|take|purchase|have|get i|give i|grab|add|put)) (?:it|that|this|all(?: of (?:them|those|these))?|both|them both|both of them|that one|this one|one|two|three|four|five|\d+|them|those|one of (?:them|those|it)|a couple)(?: (?:of (?:them|those|these|it)|then|please|now|too|in my cart|to my cart|in the cart|to the cart|in|for that|at that price|for that price))*$/

/** "ok, one please", once the price is known; "one of those". */
const buysSome =
  /^(?:(?:ok|okay|great|perfect|good|fine|cool|nice|well|then|and|so|yes|yeah|alright|sure|deal|just)[ ,]+)*(?:one|two|three|four|five|\d+|a couple)x?(?: of (?:them|those|these))?,? ?(?:please|pls|then please|then|(?<=of \w+))[.!]*$/

/** "I'll take it" after a product was spoken of. */
export const buying: Rule = (state, here) => {
  const { before, focus, noted, piece } = here
  const picked = focus.items.find(({ name }) => name === noted.product)?.name ?? focus.product
  const isBoth = /(?:^| )both(?: |$)/.test(piece.text)
  const all = pickAll(piece.tokens, focus).map(({ name }) => name)
  const isOfProduct =
    before !== undefined && (all.length > 0 || asksOfProduct.has(before.intent)) && focus.product !== null
  const later = here.pieces.slice(here.pieces.indexOf(piece) + 1)
  const said = here.message.slice(piece.tokens[0]?.start, later[0]?.tokens[0]?.start).replace(/[\s,;:.]+$/u, "")
  const isSome = later.every(({ text }) => share.test(text)) && buysSome.test(said.toLowerCase())
  const isToBuy = buys.test(piece.text) && !tellsOf(piece.said)
  const isBought = isToBuy || (before?.intent !== "shipping_estimate" && isSome)
  if (!isOfProduct || !isFirst(state) || isThing(piece) || !isBought) {
    return undefined
  }
  return (all.length > 0 ? all : isBoth ? lastSpokenOf(focus, piece.text) : [picked]).reduce(
    (known, name) =>
      add(known, here, {
        ...plainWish("add_to_cart", ""),
        product: name === null ? null : namedBefore(name),
        quantity: readCartQuantity(piece.tokens, isUncounted(piece)),
        fromHistory: true
      }),
    state
  )
}
