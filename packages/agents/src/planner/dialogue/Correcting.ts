import { cartChanges, ofOrder, ofProduct, subjectOf, writing } from "../Intents.ts"
import { namedBefore, namedNow, type Wish } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { lead, leavesOut } from "./SecondThoughts.ts"
import { add, isFirst, replaceLast, type Rule } from "./State.ts"
import { fill } from "../slots/Filling.ts"
import { pick } from "../slots/Selection.ts"
import { isBounded, saysCart } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"

/** Says what is not wanted: "not two", "but not the mouse", "and leave the keyboard". */
const refuses =
  /^(?:(?:and|but|so|just|please|only) )*(?:(?:do )?not (?!only|just|forget|hesitate)|without|rather than|instead of|except|no (?!the |my |problem|make|wait|actually)|keep|leave|skip|omit|minus)(?: |\S+ )|^(?:(?:and|but) )?(?:the|my) (?:\S+ ){1,3}not $/
const namedVerb =
  /(?:^| )(?:add|put|remove|take|cancel|order|buy|send|return|apply|use|show|find|check|ship|tell|want|need|like|remember|forget|think|know|sure|work|arrive|get|keep in|leave it|in mind|out|off|only|just|rest|else)(?: |$)/

/** Says of something only that it is not wanted; also of what is linked to that: "keep the mouse and the keyboard". */
const isRefusal = (pieces: ReadonlyArray<Piece>, at: number): boolean => {
  const [piece, before] = [pieces[at], pieces[at - 1]]
  return (
    piece !== undefined &&
    !piece.said.includes("?") &&
    ((refuses.test(`${piece.text} `) && !namedVerb.test(piece.text)) ||
      (piece.isBare && before?.sentence === piece.sentence && isRefusal(pieces, at - 1)))
  )
}

/** What is refused behind a wish is nothing more to do, and not what "it" means; of a whole cart it is what stays. */
export const refusing: Rule = (state, here) => {
  const { piece, pieces, previous } = here
  const isOfAct = previous !== undefined && writing.has(previous.intent) && previous.memory === null
  const isThingOnly = piece.isBare && piece.main !== undefined && !isBounded(piece)
  const isHere = state.last?.sentence === piece.sentence && (isOfAct || isThingOnly)
  if (previous === undefined || !isHere || !isRefusal(pieces, pieces.indexOf(piece))) {
    return undefined
  }
  return previous.intent === "remove_from_cart" && previous.product === null && piece.main !== undefined
    ? replaceLast(state, here, { ...previous, product: namedNow(piece.main.written) })
    : { ...state, asides: [...state.asides, "decline"] }
}

/** "no, I meant the K87": the same of something else. */
const otherThing = new RegExp(
  `^${lead}(?:i (?:mean|say)|not (?:that|this)(?: one)?|that be the wrong one|wrong (?:one|product|thing|item)|(?:the|that|this) (?:\\S+ ){1,5}instead(?: of (?:it|that|this|them))?$)(?: |$)`
)

/** What was asked for, with another product in its place. What went into the cart by mistake comes out again. */
export const replacing: Rule = (state, here) => {
  const { before, piece, previous } = here
  const { main, named, text } = piece
  // "one of them, the blender"
  const isApposed = piece.joiner === "comma" && piece.isBare && piece.bounds.quantity === null
  const isOneOf = isApposed && /\bone of (?:them|those|these)\b/i.test(previous?.text ?? "")
  // "the rug, no the duvet"
  const isMeant = isOneOf || /^no (?:the|my) /.test(text)
  if (previous !== undefined && cartChanges.has(previous.intent) && main && isMeant) {
    return replaceLast(state, here, { ...previous, product: namedNow(main.written) })
  }
  // "not the vest, the hoodie"
  const isInstead = piece.isBare && leavesOut.test(here.left?.text ?? "")
  const isSame = main !== undefined && shortens(main, before?.product?.name ?? "")
  const isOther =
    named.length > 0 &&
    main !== undefined &&
    (otherThing.test(text) || isInstead) &&
    piece.mood !== "question" &&
    !isSame
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
  const put: Wish = { ...fill("add_to_cart", piece, here, noted), product }
  const out: Wish = { ...put, intent: "remove_from_cart", product: namedBefore(name), quantity: null }
  const isTold = piece.mood === "request" && !ofOrder.has(label)
  return isOfCart && isTold ? add(add(state, here, out), here, put) : undefined
}
