import { asksOfProduct, Intent, ofOrder, subjectOf } from "../Intents.ts"
import { pick, placeOf } from "../slots/Selection.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"
import { type Wish } from "../Wish.ts"
import { type ClauseContext } from "./State.ts"
import { Schema } from "effect"

/** Phrases that take two steps, or leave open which thing is meant. */
const open =
  /(?:^| )(?:swap|replace|exchange|switch|instead of|one of (?:them|those|these))(?: |$)|(?:^| )change (?:\S+ ){1,7}(?:(?:for|into) (?:a|an|the)|to (?:a|an|something) (?:cheap|other|different)) /

/** Phrases that identify a product by its place: "the duvet in my cart". */
const tellsWhere = /^the (?!first|second|third|fourth|fifth|last|other).* in (?:my|the) (?:cart|basket)$/

/** Returns whether the object of a wish is unclear: a product nobody has named, or one with words left over. */
const lacksObject = ({ intent, product, rest }: Wish, { focus, piece, pieces }: ClauseContext): boolean =>
  (asksOfProduct.has(intent) && product === null && pieces.length > 1 && !pieces.some(isThing)) ||
  // "a power bank is not a laptop" searches for nothing.
  (intent === "find_products" && piece.mood === "report") ||
  (intent === "add_to_cart" && (piece.codes.length > 0 || (pieces.length === 1 && tellsWhere.test(piece.text)))) ||
  // "remove everything over $50", "clear my cart of books"
  (intent === "remove_from_cart" &&
    product === null &&
    (isBounded(piece) || rest !== null || placeOf(piece.tokens) !== undefined)) ||
  // "buy that tent" does not mean the cart.
  (intent === "checkout" && isThing(piece)) ||
  (intent === "add_to_cart" &&
    product?.source === "history" &&
    rest !== null &&
    pick(piece.tokens, focus) === undefined)

/** Words that speak against an intent, however likely it is, and words that an intent needs at least one of. */
const against = meaningsOf("against", Intent)
const needed = meaningsOf("needed", Intent)

/** Further patterns that speak against an intent. */
const misread: { readonly [I in Intent]?: RegExp } = {
  // "you only put one in"
  add_to_cart: /^(?:(?:but|hey|no|sorry|wait) )*you (?:only|just) /,
  carriers: /^(?:and )?who /,
  // "did it take my size?", "who put this into my cart?", "does it work if I add the lamp?"
  cart: /^(?:(?:and|but|so|wait|hey) )*(?:do it|who|why|how come)(?: |$)|(?:^| )(?:if (?:i|we)|not (?:my|the)) /,
  remember_preference: /^(?:and )?(?:do )?you remember |^remember (?:that|this|when)$/,
  return: /(?:^| )cancel .*return(?: |$)/
}

/** Returns whether a text has a word against the intent, or none of the words that it needs. */
const isContradicted = (intent: Intent, text: string): boolean => {
  const tests = (meanings: typeof against) =>
    meanings.flatMap(({ pattern, value }) => (value === intent ? [pattern.test(text)] : []))
  return [...tests(against), misread[intent]?.test(text)].includes(true) || tests(needed).includes(false)
}

const contents = meaningsOf("contents", Schema.Literal("cart"))

/** Returns whether neither the clause nor the previous message is about the cart. */
const isElsewhere = ({ before, piece }: ClauseContext): boolean =>
  saidIn(piece.text, contents) === null &&
  !["cart", "coupon", "line"].includes(subjectOf(before?.intent ?? "unknown") ?? "")

const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
const dates = new RegExp(`(?:from|of|in|since) ${month}(?: |$)|${month} \\d|\\d (?:of )?${month}(?: |$)|\\d to \\d`)
const ages = /(?:^| )(?:yesterday|ago|this morning|last (?:night|week|month|year))(?: |$)/

/** Returns whether an order is identified, or a list restricted, by a date; dates are not read. */
const isDated = ({ label, piece }: ClauseContext): boolean =>
  ((ofOrder.has(label) || label === "list_orders") && dates.test(piece.text)) ||
  (ofOrder.has(label) && piece.order.reference === null && piece.main === undefined && ages.test(piece.text))

/** Returns whether the words of a clause speak against its reading. */
export const isContradictedByWords = (wish: Wish, here: ClauseContext): boolean =>
  open.test(here.piece.text) ||
  isContradicted(wish.intent, here.piece.text) ||
  (wish.intent === "cart" && isElsewhere(here)) ||
  isDated(here) ||
  lacksObject(wish, here)
