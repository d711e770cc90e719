import { isIntent } from "../classify/Labels.ts"
import { cartChanges, needsOrder, needsProduct, subjectOf } from "../Intents.ts"
import { readCartQuantity } from "../slots/CartQuantity.ts"
import { fill } from "../slots/Filling.ts"
import { pick } from "../slots/Selection.ts"
import { isUncounted, readRemembered } from "../slots/Slots.ts"
import { saysCart } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"
import { type Wish } from "../Wish.ts"
import { lead } from "./SecondThoughts.ts"
import { add, type Rule, type State } from "./State.ts"

const isFirst = (state: State): boolean => state.wishes.length === 0

/** "no, I meant the K87": the same of something else. */
const otherThing = new RegExp(
  `^${lead}(?:i (?:mean|say)|not (?:that|this)(?: one)?|that be the wrong one|wrong (?:one|product|thing|item))(?: |$)`
)

/** What was asked for, with another product in its place. What went into the cart by mistake comes out again. */
export const replacing: Rule = (state, here) => {
  const { before } = here
  const { main, named, text } = here.piece
  const isOther = named.length > 0 && main !== undefined && otherThing.test(text)
  if (before === undefined || !isOther || !needsProduct(before.intent)) {
    return undefined
  }
  const deed = here.focus.done.find(({ product }) => product !== null && shortens(main, product.name))
  // "I meant two tablets", of the tablet that went in: it is their number that was wrong.
  if (deed?.intent === "add_to_cart") {
    const quantity = readCartQuantity(here.piece.tokens, isUncounted(here.piece))
    return add(state, here, { ...deed, intent: "update_cart", quantity, isExplicit: true })
  }
  const wish: Wish = { ...before, product: { name: main.written, source: "message" }, fromHistory: true }
  const mistaken: Wish = { ...before, intent: "remove_from_cart", quantity: before.quantity ?? 1, fromHistory: true }
  return before.intent === "add_to_cart" ? add(add(state, here, mistaken), here, wish) : add(state, here, wish)
}

const otherValue =
  /^(?:\W*(?:oops|no|sorry|actually|wait|rather|it'?s|(?:i )?mean(?:t)?|make (?:that|it)|better)\b)*\W*(?<value>x*[sml]|[\d.]+)(?:,? (?:i mean(?:t)?|actually|rather|sorry|instead|not \S+))*\W*$|^(?:\W*(?:oops|no|sorry|actually|wait|oh|ah|and))*\W*(?:it'?s|it is|i meant?) (?<other>(?!ok|okay|fine|good|great|nice|right|wrong|true|correct|enough|me\b|you\b|not\b)\p{L}+)[.!]?$/iu

/** "Actually L", "oops, 42 I mean", "it is blue": in place of the note that was just made, one with this at its end. */
export const renoting: Rule = (state, here) => {
  const noted = here.focus.done.find(({ intent }) => intent === "remember_preference")
  const content = noted?.memory?.content ?? null
  const whole = here.pieces.at(-1) === here.piece ? otherValue.exec(here.message) : null
  const said = (whole ?? otherValue.exec(here.piece.said))?.groups ?? {}
  const value = said["value"] ?? said["other"]
  if (noted === undefined || content === null || value === undefined || !isFirst(state)) {
    return undefined
  }
  const forgotten: Wish = { ...noted, intent: "forget_preference", isExplicit: true }
  const memory = readRemembered(content.replace(/\S+$/u, value))
  return add(add(state, here, forgotten), here, { ...noted, memory, isExplicit: true })
}

const swaps = new RegExp(`^${lead}(?:swap|replace|exchange|switch|change) .* (?:for|with|by|to) `)

/**
 * "Swap the mouse for the webcam": in the cart one comes out and the other goes in. Of things that were only reckoned with,
 * none goes into the cart.
 */
export const swapping: Rule = (state, here) => {
  const { before, focus, noted, piece } = here
  const { hasPronoun, label, named } = piece
  const [old] = named
  const other = named.at(-1)?.written ?? pick(piece.tokens, focus)?.name
  const name = named.length > 1 ? old?.written : hasPronoun ? focus.product : null
  if (!isFirst(state) || other === undefined || !name || !swaps.test(piece.text)) {
    return undefined
  }
  const product = { name: other, source: "message" as const }
  if (before !== undefined && before.items.length > 0 && !cartChanges.has(before.intent)) {
    const kept = before.items.filter((item) => old === undefined || !shortens(old, item.product.name))
    return add(state, here, { ...before, items: [...kept, { product, quantity: null }], fromHistory: true })
  }
  const isOfCart =
    saysCart(piece) || (before !== undefined && ["cart", "line"].includes(subjectOf(before.intent) ?? ""))
  const put: Wish = { ...fill("add_to_cart", piece, here, noted), product }
  const out: Wish = { ...put, intent: "remove_from_cart", product: { name, source: "history" }, quantity: null }
  const isTold = piece.mood === "request" && !(isIntent(label) && needsOrder(label))
  return isOfCart && isTold ? add(add(state, here, out), here, put) : undefined
}
