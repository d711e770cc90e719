import { isThing } from "../text/ClauseWords.ts"
import { isShop } from "../classify/Labels.ts"
import { type Intent, ofOrder, ofProduct } from "../Intents.ts"
import { fill } from "../slots/Filling.ts"
import { type Focus } from "../slots/Focus.ts"
import { type Mentions } from "../slots/Mentions.ts"
import { offerTexts } from "../text/WordLists.ts"
import { namedBefore, plainWish, type Wish } from "../Wish.ts"
import { type Here } from "./State.ts"

/** How many things are offered. */
const most = 3

const productIn = ({ filters, product }: Wish): string | null => product?.name ?? filters.query

/** Says what is done for a wish, to follow "I can"; null for what is not offered or lacks what it is about. */
export const offerText = (wish: Wish): string | null => {
  const text = offerTexts.get(wish.intent) ?? null
  const name = productIn(wish)
  return text === null || (text.includes("{product}") && name === null) ? null : text.replace("{product}", name ?? "")
}

/** The usual questions about a product, about an order, and about neither. */
const usual: { readonly [About in "product" | "order" | "nothing"]: ReadonlyArray<Intent> } = {
  product: ["product_details", "reviews", "stock"],
  order: ["track_order", "order_details", "return_eligibility"],
  nothing: ["list_orders", "cart", "deals"]
}

const usualOf = ({ orderId, product, wishes }: Focus): ReadonlyArray<Wish> => {
  const isOfOrder = ofOrder.has(wishes.at(-1)?.intent ?? "unknown")
  const about = isOfOrder && orderId !== null ? "order" : product === null ? "nothing" : "product"
  return usual[about].map((intent) => ({
    ...plainWish(intent, ""),
    product: about === "product" && product !== null ? namedBefore(product) : null,
    order: about === "order" && orderId !== null ? { kind: "id", id: orderId } : null,
    fromHistory: true
  }))
}

/** Finds the wishes that an unclear clause could stand for: its likeliest readings, then the usual questions. */
export const offersFor = (unclear: Wish, here: Here, mentions: Mentions): ReadonlyArray<Wish> => {
  const read = here.piece.ranking
    .filter(isShop)
    .map((intent) => fill(intent, here.piece, here, mentions))
    .filter(
      ({ intent, product }) =>
        !ofProduct.has(intent) || (product !== null && (product.source === "history" || isThing(here.piece)))
    )
  const all = [unclear, ...read, ...usualOf(here.focus)].filter((wish) => offerText(wish) !== null)
  return all
    .filter((wish, place) => all.findIndex((other) => offerText(other) === offerText(wish)) === place)
    .map((wish) => ({ ...wish, certainty: 1 }))
    .slice(0, most)
}
