import { cartChanges, needsOrder, needsProduct } from "../Intents.ts"
import { readCartQuantity } from "../slots/CartQuantity.ts"
import { isUncounted, readRemembered } from "../slots/Slots.ts"
import { shortens } from "../text/Phrases.ts"
import { type Wish } from "../Wish.ts"
import { add, type Rule, type State } from "./State.ts"

const lead =
  "(?:(?:no|nah|nope|oh|ok|okay|actually|wait|sorry|hm|hmm|and|but|so|well|please|just|rather|better|oops|whoops?|argh|my bad|can you|could you|i say|hold on|on second thought|or) )*"

/** "no, I meant the K87": the same of something else. */
const otherThing = new RegExp(
  `^${lead}(?:i (?:mean|say)|not (?:that|this)(?: one)?|that be the wrong one|wrong (?:one|product|thing|item))(?: |$)`
)

const isFirst = (state: State): boolean => state.wishes.length === 0

/** What was asked for, with another product in its place. What went into the cart by mistake comes out again. */
export const replacing: Rule = (state, here) => {
  const { before } = here
  const { main, named, text } = here.piece
  const isOther = named.length > 0 && main !== undefined && otherThing.test(text)
  if (
    before === undefined ||
    !isFirst(state) ||
    !isOther ||
    needsOrder(before.intent) ||
    !needsProduct(before.intent)
  ) {
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
  /^(?:\W*(?:oops|no|sorry|actually|wait|rather|it'?s|(?:i )?mean(?:t)?|make (?:that|it)|better)\b)*\W*(?<value>x*[sml]|[\d.]+)(?:,? (?:i mean(?:t)?|actually|rather|sorry|instead|not \S+))*\W*$/iu

/** "Actually L", "oops, 42 I mean": the note that was just made, with another size or number at its end. */
export const renoting: Rule = (state, here) => {
  const noted = here.focus.done.find(({ intent }) => intent === "remember_preference")
  const content = noted?.memory?.content ?? null
  const value = otherValue.exec(here.message)?.groups?.["value"]
  return noted === undefined || content === null || value === undefined || here.piece !== here.pieces.at(-1)
    ? undefined
    : add(state, here, { ...noted, memory: readRemembered(content.replace(/\S+$/u, value)), isExplicit: true })
}

const swaps = new RegExp(`^${lead}(?:swap|replace|exchange|switch|change) .* (?:for|with|by|to) `)

/** "swap the mouse for the webcam", of things that were only reckoned with: none of them goes into the cart. */
export const swapping: Rule = (state, here) => {
  const { before } = here
  const [old, other] = here.piece.named
  if (before === undefined || !isFirst(state) || before.items.length === 0 || other === undefined) {
    return undefined
  }
  const kept = before.items.filter(({ product }) => old === undefined || !shortens(old, product.name))
  const item = { product: { name: other.written, source: "message" as const }, quantity: null }
  return cartChanges.has(before.intent) || !swaps.test(here.piece.text)
    ? undefined
    : add(state, here, { ...before, items: [...kept, item], fromHistory: true })
}
