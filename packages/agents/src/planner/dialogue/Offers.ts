import { hasProduct } from "../text/ClauseWords.ts"
import { isOwned } from "../classify/Labels.ts"
import { type Intent, ofProduct, subjectOf } from "../Intents.ts"
import { fillSlots } from "../slots/SlotFilling.ts"
import { type Mentions } from "../slots/Mentions.ts"
import { offerTexts } from "../text/WordLists.ts"
import { namedBefore, namedNow, wishOf, type Wish } from "../Wish.ts"
import { type ClauseContext } from "./State.ts"
import { type Focus } from "../slots/Focus.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"

/** Suggestions when a clause was not understood. `ordinals` must name at least `maxOffers` positions. */
const maxOffers = 3

const productName = ({ filters, product }: Wish): string | null => product?.name ?? filters.query

/** Describes a wish, to follow "I can"; null if it cannot be offered. */
export const offerText = (wish: Wish): string | null => {
  const text = offerTexts.get(wish.intent) ?? null
  const name = productName(wish)
  return text === null || (text.includes("{product}") && name === null) ? null : text.replace("{product}", name ?? "")
}

const usualQuestions = {
  product: ["product_details", "reviews", "stock"],
  order: ["track_order", "order_details", "return_eligibility"],
  nothing: []
} as const satisfies Record<string, ReadonlyArray<Intent>>

/** Returns the usual questions about the product of a clause, or else about the current order or product. */
const usualQuestionsFor = ({ focus, clause }: ClauseContext): ReadonlyArray<Wish> => {
  const named = clause.main !== undefined && hasProduct(clause) ? namedNow(clause.main.text) : null
  const product = named ?? (focus.product === null ? null : namedBefore(focus.product))
  const isOfOrder = named === null && subjectOf(focus.wishes.at(-1)?.intent ?? "unknown") === "order"
  const subject = isOfOrder ? "order" : product === null ? "nothing" : "product"
  return usualQuestions[subject].map((intent) => ({
    ...wishOf(intent, ""),
    product: subject === "product" ? product : null,
    order: isOfOrder && focus.orderId !== null ? { kind: "id", id: focus.orderId } : null,
    fromHistory: true
  }))
}

/** Returns the offers for an unclear clause: its likeliest readings, then the usual questions. */
export const offersFor = (unclear: Wish, context: ClauseContext, mentions: Mentions): ReadonlyArray<Wish> => {
  const readings = context.clause.ranking
    .filter(isOwned)
    .map((intent) => fillSlots(intent, context.clause, context, mentions))
    .filter(({ intent, product }) =>
      ofProduct.has(intent)
        ? product !== null && (product.source === "history" || hasProduct(context.clause))
        : intent === "find_products" || !hasProduct(context.clause)
    )
  const candidates = [unclear, ...readings, ...usualQuestionsFor(context)].filter((wish) => offerText(wish) !== null)
  return candidates
    .filter((wish, index) => candidates.findIndex((other) => offerText(other) === offerText(wish)) === index)
    .map((wish) => ({ ...wish, certainty: 1 }))
    .slice(0, maxOffers)
}

const ordinals = ["first", "second", "third"]
const picksOffer = new RegExp(
  `^(?:(?:ok|okay|yes|then|just|well|the|number|option|do|take|please) )*(?:([1-9])|(${ordinals.join("|")}))(?: (?:one|option|please|then|of course|thanks|sure))*$`
)

/** Returns the offer that a message picks by position, with little else: "1", "ok 2, do that", "the second one". */
export const pickedOffer = (tokens: ReadonlyArray<TaggedToken>, { offers }: Focus): Wish | undefined => {
  const end = tokens.findIndex(({ kind }) => kind === "mark")
  const isQuestion = tokens.some(({ raw }) => raw === "?")
  const [, digit, ordinal] = picksOffer.exec(wordsOf(end < 1 ? tokens : tokens.slice(0, end))) ?? []
  const index = digit === undefined ? ordinals.indexOf(ordinal ?? "") : Number(digit) - 1
  return isQuestion || tokens.length > maxPickTokens ? undefined : offers[index]
}

/** Tokens of the longest message that only picks an offer. */
const maxPickTokens = 10
