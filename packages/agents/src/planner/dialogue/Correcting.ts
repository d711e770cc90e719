import { cartChanges, ofOrder, ofProduct, subjectOf } from "../Intents.ts"
import { readCartQuantity } from "../slots/CartQuantity.ts"
import { fill } from "../slots/Filling.ts"
import { pick } from "../slots/Selection.ts"
import { isUncounted } from "../slots/Slots.ts"
import { saysCart } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"
import { namedBefore, namedNow, type Wish } from "../Wish.ts"
import { lead, recounts } from "./SecondThoughts.ts"
import { add, isFirst, replaceLast, type Rule } from "./State.ts"

/** "one more", "no, I wanted two": another number of the one thing that has just gone into the cart. */
export const recounting: Rule = (state, here) => {
  const { focus, pending, piece } = here
  const { main, text, tokens } = piece
  const lines = focus.done.filter(({ intent }) => intent === "add_to_cart" || intent === "update_cart")
  const named = lines.find(({ product }) => main !== undefined && shortens(main, product?.name ?? ""))
  const deed = named ?? (lines.length === 1 ? lines[0] : undefined)
  const said = main !== undefined && named !== undefined ? text.replace(` ${lemmasOf(main.tokens)}`, "") : text
  const quantity = readCartQuantity(tokens, named !== undefined ? isUncounted(piece) : () => false)
  const isMeant = isFirst(state) && pending.length === 0 && recounts.test(said) && !piece.said.includes("?")
  return deed === undefined || quantity === null || !isMeant
    ? undefined
    : add(state, here, {
        ...deed,
        intent: /\b(?:more|another|also|too)\b|^and one for /i.test(piece.said) ? "add_to_cart" : "update_cart",
        quantity,
        isExplicit: true
      })
}

/** "no, I meant the K87": the same of something else. */
const otherThing = new RegExp(
  `^${lead}(?:i (?:mean|say)|not (?:that|this)(?: one)?|that be the wrong one|wrong (?:one|product|thing|item)|(?:the|that|this) (?:\\S+ ){1,5}instead(?: of (?:it|that|this|them))?$)(?: |$)`
)

/** What was asked for, with another product in its place. What went into the cart by mistake comes out again. */
export const replacing: Rule = (state, here) => {
  const { before, previous } = here
  const { main, named, text } = here.piece
  // "the rug, no the duvet"
  if (previous !== undefined && cartChanges.has(previous.intent) && main && /^no (?:the|my) /.test(text)) {
    return replaceLast(state, here, { ...previous, product: namedNow(main.written) })
  }
  const isOther = named.length > 0 && main !== undefined && otherThing.test(text) && here.piece.mood !== "question"
  if (before === undefined || !isOther || !ofProduct.has(before.intent)) {
    return undefined
  }
  const wish: Wish = { ...before, product: namedNow(main.written), fromHistory: true }
  const mistaken: Wish = { ...before, intent: "remove_from_cart", quantity: before.quantity ?? 1, fromHistory: true }
  return before.intent === "add_to_cart" ? add(add(state, here, mistaken), here, wish) : add(state, here, wish)
}

const swaps = new RegExp(`^${lead}(?:swap|replace|exchange|switch|change) .* (?:for|with|by|to) `)

/** "Swap the mouse for the webcam": in the cart, or among things that are only reckoned with. */
export const swapping: Rule = (state, here) => {
  const { before, focus, noted, piece } = here
  const { hasPronoun, label, named } = piece
  const [old] = named
  const at = piece.tokens.findLastIndex(({ word }) => /^(?:for|with|by|to)$/.test(word))
  const other = named.at(-1)?.written ?? pick(piece.tokens.slice(at), focus)?.name
  const name = named.length > 1 ? old?.written : hasPronoun ? focus.product : null
  if (!isFirst(state) || other === undefined || !name || !swaps.test(piece.text)) {
    return undefined
  }
  const product = namedNow(other)
  if (before !== undefined && before.items.length > 0 && !cartChanges.has(before.intent)) {
    const kept = before.items.filter((item) => old === undefined || !shortens(old, item.product.name))
    return add(state, here, { ...before, items: [...kept, { product, quantity: null }], fromHistory: true })
  }
  const isOfCart =
    saysCart(piece) || ["cart", "line"].includes(before === undefined ? "cart" : (subjectOf(before.intent) ?? ""))
  const put: Wish = { ...fill("add_to_cart", { ...piece, sureness: 1 }, here, noted), product }
  const out: Wish = { ...put, intent: "remove_from_cart", product: namedBefore(name), quantity: null }
  const isTold = piece.mood === "request" && !ofOrder.has(label)
  return isOfCart && isTold ? add(add(state, here, out), here, put) : undefined
}
