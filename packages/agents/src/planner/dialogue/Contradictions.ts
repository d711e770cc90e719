import { asksOfProduct, Intent, ofOrder, subjectOf } from "../Intents.ts"
import { pick, listIndex } from "../slots/Anaphora.ts"
import { isBounded, hasProduct } from "../text/ClauseWords.ts"
import { meaningsOf, firstMeaningIn } from "../text/WordLists.ts"
import { type Wish } from "../Wish.ts"
import { type ClauseContext } from "./State.ts"
import { Schema } from "effect"

/** Rejects readings that the words contradict; such wishes get certainty 0. Patterns match base forms. */

/** Phrases for changes of two steps, or without a definite object. */
const ambiguousChange =
  /(?:^| )(?:swap|replace|exchange|switch|instead of|one of (?:them|those|these))(?: |$)|(?:^| )change (?:\S+ ){1,7}(?:(?:for|into) (?:a|an|the)|to (?:a|an|something) (?:cheap|other|different)) /

/** Matches a product identified by its place: "the duvet in my cart". */
const byPlace = /^the (?!first|second|third|fourth|fifth|last|other).* in (?:my|the) (?:cart|basket)$/

/** Returns whether the object of a wish is unclear: no product was named, or words of the clause were not used. */
const lacksObject = ({ intent, product, rest }: Wish, { focus, clause, clauses }: ClauseContext): boolean =>
  (asksOfProduct.has(intent) && product === null && clauses.length > 1 && !clauses.some(hasProduct)) ||
  // "a power bank is not a laptop" searches for nothing.
  (intent === "find_products" && clause.mood === "report") ||
  (intent === "add_to_cart" && (clause.codes.length > 0 || (clauses.length === 1 && byPlace.test(clause.lemmas)))) ||
  // "remove everything over $50", "clear my cart of books"
  (intent === "remove_from_cart" &&
    product === null &&
    (isBounded(clause) || rest !== null || listIndex(clause.tokens) !== undefined)) ||
  // "buy that tent" does not mean the cart.
  (intent === "checkout" && hasProduct(clause)) ||
  (intent === "add_to_cart" &&
    product?.source === "history" &&
    rest !== null &&
    pick(clause.tokens, focus) === undefined)

/** Words that exclude an intent, and words of which an intent needs at least one (`data/words/meanings.txt`). */
const against = meaningsOf("against", Intent)
const required = meaningsOf("needed", Intent)

/** Further patterns that exclude an intent. */
const patternsAgainst: { readonly [I in Intent]?: RegExp } = {
  // "you only put one in"
  add_to_cart: /^(?:(?:but|hey|no|sorry|wait) )*you (?:only|just) /,
  carriers: /^(?:and )?who /,
  // "did it take my size?", "who put this into my cart?", "does it work if I add the lamp?"
  cart: /^(?:(?:and|but|so|wait|hey) )*(?:do it|who|why|how come)(?: |$)|(?:^| )(?:if (?:i|we)|not (?:my|the)) /,
  remember_preference: /^(?:and )?(?:do )?you remember |^remember (?:that|this|when)$/,
  return: /(?:^| )cancel .*return(?: |$)/
}

const isContradicted = (intent: Intent, text: string): boolean => {
  const tests = (meanings: typeof against) =>
    meanings.flatMap(({ pattern, value }) => (value === intent ? [pattern.test(text)] : []))
  return [...tests(against), patternsAgainst[intent]?.test(text)].includes(true) || tests(required).includes(false)
}

const cartContents = meaningsOf("contents", Schema.Literal("cart"))

const isNotAboutCart = ({ lastWish, clause }: ClauseContext): boolean =>
  firstMeaningIn(clause.lemmas, cartContents) === null &&
  !["cart", "coupon", "line"].includes(subjectOf(lastWish?.intent ?? "unknown") ?? "")

const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
const dates = new RegExp(`(?:from|of|in|since) ${month}(?: |$)|${month} \\d|\\d (?:of )?${month}(?: |$)|\\d to \\d`)
const daysAgo = /(?:^| )(?:yesterday|ago|this morning|last (?:night|week|month|year))(?: |$)/

/** Returns whether an order or a list of orders is identified by a date, which the planner cannot parse. */
const isDated = ({ label, clause }: ClauseContext): boolean =>
  ((ofOrder.has(label) || label === "list_orders") && dates.test(clause.lemmas)) ||
  (ofOrder.has(label) && clause.order.reference === null && clause.main === undefined && daysAgo.test(clause.lemmas))

export const isContradictedByWords = (wish: Wish, context: ClauseContext): boolean =>
  ambiguousChange.test(context.clause.lemmas) ||
  isContradicted(wish.intent, context.clause.lemmas) ||
  (wish.intent === "cart" && isNotAboutCart(context)) ||
  isDated(context) ||
  lacksObject(wish, context)
