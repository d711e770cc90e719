import { asksOfProduct, type Intent, ofOrder, subjectOf } from "../Intents.ts"
import { pick, placeOf } from "../slots/Selection.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { type Here } from "./State.ts"

/** Takes two steps, or says not of which thing. */
const open =
  /(?:^| )(?:swap|replace|exchange|switch|instead of|one of (?:them|those|these))(?: |$)|(?:^| )change (?:\S+ ){1,7}(?:(?:for|into) (?:a|an|the)|to (?:a|an|something) (?:cheap|other|different)) /

/** "the duvet in my cart": says which is meant. */
const tellsWhere = /^the (?!first|second|third|fourth|fifth|last|other).* in (?:my|the) (?:cart|basket)$/

/** Asks of a product that nobody has named, beside something else; or does something of which more is said. */
const isLost = ({ intent, product, rest }: Wish, { focus, piece, pieces }: Here): boolean =>
  (asksOfProduct.has(intent) && product === null && pieces.length > 1 && !pieces.some(isThing)) ||
  // "a power bank is not a laptop" searches for nothing.
  (intent === "find_products" && piece.mood === "report") ||
  (intent === "add_to_cart" && (piece.codes.length > 0 || (pieces.length === 1 && tellsWhere.test(piece.text)))) ||
  // "remove everything over $50", "clear my cart of books"
  (intent === "remove_from_cart" &&
    product === null &&
    (isBounded(piece) || rest !== null || placeOf(piece.tokens) !== undefined)) ||
  // "buy that tent" is not the cart.
  (intent === "checkout" && isThing(piece)) ||
  (intent === "add_to_cart" &&
    product?.source === "history" &&
    rest !== null &&
    pick(piece.tokens, focus) === undefined)

/** "let me know when it's back" */
const notices = /(?:^| )(?:let (?:i|me|us) know|notify|remind|alert|e?mail (?:i|me|us))(?: |$)/

const notThere = /(?:^| )(?:not (?:my|our|the)|next time)(?: |$)/

const notSelling =
  /^(?!.*(?:^| )(?:our|ours|we|us|goods|thing|make|made|money|mine|sell|sold|seller|sale|customer|product|item|revenue|earn|shop|store|business|inventory|stock|listing|catalogue|catalog|range|low|restock|backorder|article)(?: |$))/

/** Words that speak against an intent, however likely it is otherwise. */
const misread: { readonly [I in Intent]?: RegExp } = {
  // "you only put one in"
  add_to_cart: /^(?:(?:but|hey|no|sorry|wait) )*you (?:only|just) /,
  apply_coupon: /(?:^| )(?:cart|basket|bag) with /,
  // "same address, just slower"
  billing_address: notThere,
  billing_same: /^(?!.*(?:^| )(?:bill|billing|invoice|pay|payment|same as)(?: |$))/,
  cancel_order:
    /(?:^| )(?:newsletter|subscription|account|membership|meeting|appointment|return|refund|booking)(?: |$)/,
  cancel_question: /^(?!.*(?:^| )(?:cancel|cancellation|stop|undo|call off|revoke)(?: |$))/,
  carriers: /^(?:and )?who /,
  // "did it take my size?", "who put this into my cart?", "does it work if I add the lamp?"
  cart: /^(?:(?:and|but|so|wait|hey) )*(?:do it|who|why|how come)(?: |$)|(?:^| )(?:if (?:i|we)|not (?:my|the)) /,
  change_address: /(?:^| )(?:amount|quantity|standard|express|speed|fast|slow|cheap|item|product)(?: |$)/,
  checkout: /(?:^| )(?:the|my|that) order (?:that|which|be)(?: |$)/,
  compare_products:
    /(?:^| )(?:coupon|code|voucher)(?: |$)|^(?!.*(?:^| )(?:compare|comparison|differ|different|difference|well|good|better|best|versus|vs|or|which|what|between|than|against|both|side|cheap|light)(?: |$))/,
  deals: /(?:^| )(?:combine|combined|stack|both|same time|most|best one|better)(?: |$)/,
  optimize_cart: /(?:^| )(?:ship|send|how can i pay)(?: |$)/,
  recall_preferences: /(?:^| )(?:it|they)(?: |$)/,
  remember_preference: /^(?:and )?(?:do )?you remember |^remember (?:that|this|when)$/,
  restock: notices,
  return: /(?:^| )(?:call|mail|email|message)(?: |$)|(?:^| )cancel .*return(?: |$)/,
  seller_orders: notSelling,
  seller_products: notSelling,
  seller_sales: notSelling,
  seller_stock: notSelling,
  shipping_address: notThere,
  shipping_estimate: /(?:^| )(?:total|everything|altogether|cart|basket)(?: |$)/,
  stock: notices,
  validate_coupon: /(?:^| )(?:combine|combined|stack|both|same time)(?: |$)/
}

const saysWhatIsIn =
  /(?:^| )(?:cart|basket|bag|trolley|total|sum|so far|altogether|together|have i|i have|i get|pay|owe|bill|order|checkout|in (?:it|there))(?: |$)/

/** Neither says that it is about the cart, nor was that spoken of. */
const isElsewhere = ({ before, piece }: Here): boolean =>
  !saysWhatIsIn.test(piece.text) && !["cart", "coupon", "line"].includes(subjectOf(before?.intent ?? "unknown") ?? "")

const month = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
const dates = new RegExp(`(?:from|of|in|since) ${month}(?: |$)|${month} \\d|\\d (?:of )?${month}(?: |$)|\\d to \\d`)
const ages = /(?:^| )(?:yesterday|ago|this morning|last (?:night|week|month|year))(?: |$)/

/** Points at an order by its day, or at a part of a list of orders, which is not read. */
const isDated = ({ label, piece }: Here): boolean =>
  ((ofOrder.has(label) || label === "list_orders") && dates.test(piece.text)) ||
  (ofOrder.has(label) && piece.order.reference === null && piece.main === undefined && ages.test(piece.text))

/** Tells whether a clause is taken for what it hardly means: its words speak against it. */
export const isMisread = (wish: Wish, here: Here): boolean =>
  open.test(here.piece.text) ||
  misread[wish.intent]?.test(here.piece.text) === true ||
  (wish.intent === "cart" && isElsewhere(here)) ||
  isDated(here) ||
  isLost(wish, here)
