import { isThing } from "../text/ClauseWords.ts"
import { isShop } from "../classify/Labels.ts"
import { type Intent, ofProduct, subjectOf } from "../Intents.ts"
import { fill } from "../slots/Filling.ts"
import { type Mentions } from "../slots/Mentions.ts"
import { offerTexts } from "../text/WordLists.ts"
import { namedBefore, namedNow, wishOf, type Wish } from "../Wish.ts"
import { type ClauseContext } from "./State.ts"
import { type Focus } from "../slots/Focus.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"

/** Maximum number of offers. */
const most = 3

const productIn = ({ filters, product }: Wish): string | null => product?.name ?? filters.query

/** Describes a wish, to follow "I can"; null for one that is not offered or lacks its product. */
export const offerText = (wish: Wish): string | null => {
  const text = offerTexts.get(wish.intent) ?? null
  const name = productIn(wish)
  return text === null || (text.includes("{product}") && name === null) ? null : text.replace("{product}", name ?? "")
}

/** The usual questions about a product, and about an order. */
const usual = {
  product: ["product_details", "reviews", "stock"],
  order: ["track_order", "order_details", "return_eligibility"],
  nothing: []
} as const satisfies Record<string, ReadonlyArray<Intent>>

/** Returns the usual questions about the product that a clause names, or else about the current subject. */
const usualOf = ({ focus, piece }: ClauseContext): ReadonlyArray<Wish> => {
  const named = piece.main !== undefined && isThing(piece) ? namedNow(piece.main.text) : null
  const product = named ?? (focus.product === null ? null : namedBefore(focus.product))
  const isOfOrder = named === null && subjectOf(focus.wishes.at(-1)?.intent ?? "unknown") === "order"
  const about = isOfOrder ? "order" : product === null ? "nothing" : "product"
  return usual[about].map((intent) => ({
    ...wishOf(intent, ""),
    product: about === "product" ? product : null,
    order: isOfOrder && focus.orderId !== null ? { kind: "id", id: focus.orderId } : null,
    fromHistory: true
  }))
}

/** Returns wishes that an unclear clause could stand for: its likeliest readings, then the usual questions. */
export const offersFor = (unclear: Wish, here: ClauseContext, mentions: Mentions): ReadonlyArray<Wish> => {
  const read = here.piece.ranking
    .filter(isShop)
    .map((intent) => fill(intent, here.piece, here, mentions))
    .filter(({ intent, product }) =>
      ofProduct.has(intent)
        ? product !== null && (product.source === "history" || isThing(here.piece))
        : intent === "find_products" || !isThing(here.piece)
    )
  const all = [unclear, ...read, ...usualOf(here)].filter((wish) => offerText(wish) !== null)
  return all
    .filter((wish, place) => all.findIndex((other) => offerText(other) === offerText(wish)) === place)
    .map((wish) => ({ ...wish, certainty: 1 }))
    .slice(0, most)
}

const places = ["first", "second", "third"]
const picks = new RegExp(
  `^(?:(?:ok|okay|yes|then|just|well|the|number|option|do|take|please) )*(?:([1-9])|(${places.join("|")}))(?: (?:one|option|please|then|of course|thanks|sure))*$`
)

/** Returns the offer that a message picks by place, with little else: "1", "ok 2, do that", "the second one". */
export const offerPicked = (tokens: ReadonlyArray<TaggedToken>, { offers }: Focus): Wish | undefined => {
  const end = tokens.findIndex(({ kind }) => kind === "mark")
  const isQuestion = tokens.some(({ raw }) => raw === "?")
  const [, figure, place] = picks.exec(wordsOf(end < 1 ? tokens : tokens.slice(0, end))) ?? []
  const at = figure === undefined ? places.indexOf(place ?? "") : Number(figure) - 1
  return isQuestion || tokens.length > longestPick ? undefined : offers[at]
}

/** Maximum length, in tokens, of a message that only picks an offer. */
const longestPick = 10
