import { cartChanges, type Intent, needsOrder, needsProduct } from "../Intents.ts"
import { readCartQuantity } from "../slots/CartQuantity.ts"
import { isPartOfName } from "../slots/Slots.ts"
import { type Wish } from "../Wish.ts"
import { add, type Rule, type State } from "./State.ts"

const lead =
  "(?:(?:no|nah|nope|oh|ok|okay|actually|wait|sorry|hm|hmm|and|but|so|well|please|just|rather|better|oops|my bad|can you|could you|i say|hold on|on second thought|or) )*"

/** "make it two", "no, three", "just one of them": another number of what was put into the cart. */
const otherNumber = new RegExp(
  `^${lead}(?:(?:make|change|set|do|let|put|have|bump|get|need|want|mean|take|give (?:i|me)|i want|i need|i mean|i will take|i only (?:want|need|mean)|it should be|i would like) )?(?:(?:it|that|this|them|those) )?(?:(?:up to|down to|to|into|only|just|at) )*(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|a dozen|a couple|couple)(?: (?:of (?:it|them|those|these|that)|piece|pieces|pcs|unit|instead|please|then|now|in total|total|altogether|not \\S+|instead of \\S+|rather than \\S+))*$`
)

/** "no, I meant the K87": the same of something else. */
const otherThing = new RegExp(
  `^${lead}(?:i (?:mean|say)|not (?:that|this)(?: one)?|that be the wrong one|wrong (?:one|product|thing|item))(?: |$)`
)

const inCart: ReadonlySet<Intent> = new Set<Intent>(["add_to_cart", "update_cart"])

const isFirst = (state: State): boolean => state.wishes.length === 0

/** Another number after something went into the cart, also in the next message. */
export const renumbering: Rule = (state, here) => {
  const before = here.focus.wishes.at(-1)
  if (before === undefined || !isFirst(state) || !inCart.has(before.intent) || before.product === null) {
    return undefined
  }
  const quantity = readCartQuantity(here.piece.tokens, isPartOfName(here.piece))
  return quantity === null || here.piece.named.length > 0 || !otherNumber.test(here.piece.text)
    ? undefined
    : add(state, here, { ...before, intent: "update_cart", quantity, isExplicit: true, fromHistory: true })
}

/** What was asked for, with another product in its place. What went into the cart by mistake comes out again. */
export const replacing: Rule = (state, here) => {
  const before = here.focus.wishes.at(-1)
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
  const wish: Wish = { ...before, product: { name: main.written, source: "message" }, fromHistory: true }
  const mistaken: Wish = { ...before, intent: "remove_from_cart", quantity: before.quantity ?? 1, fromHistory: true }
  return before.intent === "add_to_cart" ? add(add(state, here, mistaken), here, wish) : add(state, here, wish)
}

const swaps = new RegExp(`^${lead}(?:swap|replace|exchange|switch|change) .* (?:for|with|by|to) `)

/** "swap the mouse for the webcam", of things that were only reckoned with: none of them goes into the cart. */
export const swapping: Rule = (state, here) => {
  const before = here.focus.wishes.at(-1)
  const [old, other] = here.piece.named
  if (before === undefined || !isFirst(state) || before.items.length === 0 || other === undefined) {
    return undefined
  }
  const isOld = (name: string) => old?.tokens.every(({ lemma }) => name.toLowerCase().includes(lemma)) === true
  const kept = before.items.filter(({ product }) => !isOld(product.name))
  const item = { product: { name: other.written, source: "message" as const }, quantity: null }
  return cartChanges.has(before.intent) || !swaps.test(here.piece.text)
    ? undefined
    : add(state, here, { ...before, items: [...kept, item], fromHistory: true })
}

/** "neither of them", "undo that": what just went into the cart is not wanted. */
const notThose = new RegExp(
  `^${lead}(?:neither|none|not any|no)(?: (?:of (?:them|those|these|it)|one|after all))+$|^${lead}(?:undo|take back|reverse|scrap|scratch|forget about) (?:that|it|them|those)(?: one)?(?: please| again)*$`
)

/** What went into the cart with the message before comes out again. */
export const retracting: Rule = (state, here) => {
  const before = here.focus.wishes.at(-1)
  return before?.intent === "add_to_cart" && before.product !== null && isFirst(state) && notThose.test(here.piece.text)
    ? add(state, here, { ...before, intent: "remove_from_cart", quantity: before.quantity ?? 1, fromHistory: true })
    : undefined
}
