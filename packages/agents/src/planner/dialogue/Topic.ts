import { type Intent, needsOrder } from "../Intents.ts"
import { isThing } from "../text/ClauseWords.ts"
import { type Here, type State } from "./State.ts"

/** Intents about a product that mean an order when an order is spoken of. */
const ofOrders: Partial<Record<Intent, Intent>> = {
  product_details: "order_details",
  stock: "track_order",
  restock: "track_order",
  shipping_estimate: "track_order"
}

/** Intents about a product that mean a coupon when a coupon is spoken of: "does it need a minimum?" */
const ofCoupons: ReadonlySet<Intent> = new Set<Intent>([
  "product_details",
  "stock",
  "price_history",
  "deals",
  "sentiment"
])

/** After these "what's in it" is the cart. */
const ofCart: ReadonlySet<Intent> = new Set<Intent>([
  "cart",
  "add_to_cart",
  "update_cart",
  "remove_from_cart",
  "apply_coupon",
  "remove_coupon",
  "checkout"
])

/** What a clause without an object means depends on what is spoken of: "where is it now" after an order is that order. */
export const inTopic = (intent: Intent, { focus, piece }: Here, { last, mentions, wishes }: State): Intent => {
  const before = wishes.at(-1) ?? focus.wishes.at(-1)
  const isOrder =
    before !== undefined && (needsOrder(before.intent) || before.intent === "list_orders") && mentions.product === null
  const hasObject = isThing(piece) || piece.region !== null || piece.codes.length > 0
  const isSameBreath = last !== null && last.sentence === piece.sentence
  if (!hasObject && isSameBreath && before?.intent === "shipping_estimate" && intent === "product_details") {
    return "shipping_estimate"
  }
  if (!hasObject && before?.intent === "validate_coupon" && piece.hasPronoun && ofCoupons.has(intent)) {
    return "validate_coupon"
  }
  if (!hasObject && before !== undefined && ofCart.has(before.intent) && intent === "order_details") {
    return "cart"
  }
  return isOrder && !hasObject ? (ofOrders[intent] ?? intent) : intent
}
