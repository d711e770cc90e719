import { writing } from "../Intents.ts"
import { type ClauseWords, isThing, saysCart } from "../text/ClauseWords.ts"
import { onlyTellsAddress } from "../text/Address.ts"
import { isAsking } from "../text/Mood.ts"

import { hasQuestionMark } from "../text/Tokens.ts"

import { asksForBetter } from "./AboutSeveral.ts"
import { readCancelling } from "./Cancellation.ts"
import { likeliestOf, type Reading } from "./Classifier.ts"
import { isRefused, isSupposed, readMood } from "./IntentMood.ts"
import { chatter, isIntent, isShop, type Label } from "./Labels.ts"

/** Tells whether any of the words, separated by `|`, is in a text. */
const anyOf = (words: string) => {
  const pattern = new RegExp(`(?:^| )(?:${words})(?: |$)`)
  return (text: string): boolean => pattern.test(text)
}

const saysCancel = anyOf("cancel|cancellation")
const asksWhy = anyOf("why|who|what happen")
const saysOrder = anyOf("order|one|which")

const asksFact = anyOf(
  "price|cost|how much|expensive|stock|available|availability|left|warehouse|inventory|sell out|sold|still|many|hand|deposit|store|remain|supply|spec|detail|about"
)

const saysDeal = anyOf("deal|sale|offer|discount|bargain|promotion|coupon|code|voucher|special|reduce|reduction|off")

/** Cancelling is never left to the classifier: it needs an instruction. */
const aboutCancelling = (clause: ClauseWords, guess: Label): Label | undefined => {
  const { text, tokens } = clause
  const isGuessed = guess === "cancel_order" || guess === "cancel_question"
  switch (readCancelling(tokens)) {
    case "refusal":
      return "decline"
    case "request":
    case "question": {
      const changesOrder =
        (guess === "change_order" || guess === "change_address" || cartTalk.has(guess)) && !saysCancel(text)
      return changesOrder ? guess : readCancelling(tokens) === "request" ? "cancel_order" : "cancel_question"
    }
    case "report":
      return !isGuessed && !chatter.has(guess) && !(guess === "order_details" && !clause.isRequest)
        ? undefined
        : asksWhy(text)
          ? "order_details"
          : clause.isRequest || saysOrder(text)
            ? "list_orders"
            : "context"
    case null:
      return undefined
  }
}

/** What is done with a cart. */
const inCart: ReadonlySet<Label> = new Set<Label>(["cart", "add_to_cart", "update_cart", "remove_from_cart"])
const cartTalk: ReadonlySet<Label> = new Set<Label>([
  ...inCart,
  "apply_coupon",
  "remove_coupon",
  "shipping_address",
  "billing_address",
  "billing_same",
  "checkout",
  "optimize_cart",
  "loyalty_discount",
  "shop_info",
  "change_order"
])

const addressTalk: ReadonlySet<Label> = new Set<Label>([
  "shipping_address",
  "billing_address",
  "billing_same",
  "change_address",
  "remember_preference"
])

/** "I will do it myself" */
const doesMyself =
  /(?:^| )(?:do|place|order|buy|cancel|return|send|handle|add|remove|check) (?:\S+ ){0,3}(?<!for )(?:myself|ourselves|on my own)(?: |$)/

/** What is looked at when a change of it is only wondered about. */
const instead: Partial<Record<Label, Label>> = {
  add_to_cart: "cart",
  update_cart: "cart",
  remove_from_cart: "cart",
  apply_coupon: "validate_coupon",
  remove_coupon: "cart",
  shipping_address: "cart",
  billing_address: "cart",
  billing_same: "cart",
  remember_preference: "recall_preferences",
  forget_preference: "recall_preferences"
}

const memoryTalk: ReadonlySet<Label> = new Set<Label>([
  "remember_preference",
  "recall_preferences",
  "forget_preference"
])

/** "my jacket size changed to L" */
const changesOwnTrait =
  /^(?:\S+ ){0,2}my (?:\S+ ){0,2}(?:size|budget) (?:have )?(?:change|be now|go up|go down|be (?:\S+ ){1,2}now)(?: |$)/

/** "what's my jacket size?" */
const asksOwnTrait =
  /^(?:\S+ ){0,3}(?:what|which|tell i|remind i)(?: \S+){0,3} my (?:\S+ ){0,2}(?:size|budget|allergy|preference|favourite|favorite|taste)(?: |$)/

const looksAt =
  /^(?:(?:please|can you|could you|and|so|now|ok|okay) )*(?:what|which|how much|how many|show|tell|list|see|view|display|be there|do i have)(?: |$)/

/** What is asked of the reviews of several products, when it is asked which of them is better. */
const ofReviews =
  /(?:^| )(?:review|reviewer|reviewed|rating|rate|rated|star|opinion|feedback|customer|buyer|owner|people|folk|say|write|like|liked|love|loved|popular|complaint|complain|score)(?: |$)/

/** "would you do that for me": says nothing but yes to what was spoken of. */
const doesThat =
  /^(?:(?:and|so|please|then|ok) )*(?:can|could|would|will) you (?:please |kindly |just )*do (?:that|it|so|this)(?: (?:for (?:i|me|us)|please|now))*$/

/** A code is judged, unless it is used or taken away. */
const judgesCode =
  /(?:^| )(?:valid|good|work|worth|check|validate|test|expire|expired|still|do|be|will|would|what|how much|how|if|any)(?: |$)/
const usesCode = anyOf("apply|use|redeem|enter|add|put|activate|stick|slap|throw|chuck|take|swap|switch|replace")

/** "webcam out, HELLO10 on" */
const putsOn = /^(?:(?:and|then|also|please) )*\S+ on(?: please| top| too| it| there)*$/

const checksOut = anyOf(
  "check out|checkout|place (?:my|the|an) order|(?:complete|finish|finalize|finalise) (?:my|the) (?:purchase|order)"
)

const withCode = ({ bounds, text, tokens }: ClauseWords, guess: Label): Label => {
  if (guess === "remove_coupon" || guess === "checkout" || checksOut(text)) {
    return guess === "remove_coupon" ? guess : "checkout"
  }
  if (guess === "optimize_cart") {
    return guess
  }
  const isUse = guess === "apply_coupon" || (saysCart({ text }) && usesCode(text)) || putsOn.test(text)
  const isJudged = bounds.amount !== null || judgesCode.test(text) || isAsking(tokens, text)
  return isUse && (!isJudged || readMood("apply_coupon", tokens) === "request") && bounds.amount === null
    ? "apply_coupon"
    : "validate_coupon"
}

/** "orders with our goods in them": a seller's. */
const holdsOurs =
  /(?:^| )(?:order|one)(?: \S+){0,3} (?:with|of|for|contain|containing|have|hold|include|including)(?: \S+){0,2} (?:(?:our|my)(?: own)? (?:good|item|product|thing|stuff|article|ware|listing)|ours|mine)(?: |$)/

/** Labels of what names a product, with which an order may be meant. */
const orderless: ReadonlySet<Label> = new Set<Label>([
  "product_details",
  "find_products",
  "follow_up",
  "context",
  "smalltalk"
])
const tellsNothing: ReadonlySet<Label> = new Set<Label>([
  ...orderless,
  "stock",
  "restock",
  "warehouse_availability",
  "price_history",
  "out_of_scope",
  "order_details",
  "list_orders",
  "shipping_estimate"
])
/** "where is my jacket", "how far has that jacket got": a parcel is meant. */
const whereMine =
  /(?:^| )(?:where|how far|when)(?: (?:be|have|do|will|can|on earth|the hell|the heck|exactly|abouts|i expect|i get|should))*(?: (?:my|our|mine|ours))(?: |$)|(?:^| )how far (?:\S+ ){1,5}(?:get|have|be|come|along)(?: |$)/
/** "has the yoga mat gone out already?" */
const hasGone =
  /(?:^| )(?:have|be) (?:my|our|the|that|those) (?:\S+ ){1,4}(?:go out|leave|left|send out|be send|on (?:its|the|their) way|out for delivery|near|nearby|close)(?: |$)/

/** Words a question or an order has at least; shorter ones are exclamations. */
const fewestWords = 4
/** What a shop label needs to be at least, to be meant by a question that sounds like talk. */
const faint = 0.05

/** A question, an order or a wish about some thing is no story, however it sounds: "… whether your Atlas has an index". */
const askedBehindTalk = ({ asks, main, text, tokens }: ClauseWords, reading: Reading): Label | undefined => {
  const isMeant =
    reading.label === "context" &&
    asks &&
    text.split(" ").length >= fewestWords &&
    (isThing({ main }) || hasQuestionMark(tokens))
  const other = isMeant ? likeliestOf(reading, (label) => isShop(label) && !writing.has(label)) : undefined
  return other !== undefined && reading.of(other) > faint ? other : undefined
}

/** Above this the classifier is sure of a wish to cancel although no verb says so: it is asked about. */
const sure = 0.9

/** Below this a supposition only leads to what is asked. */
const unsure = 0.35
const supposing = /^(?:suppose|imagine|assume|assuming|say|pretend|let us (?:say|pretend|assume))(?: |$)/

/** The guess without what needs a verb of cancelling. */
const withoutCancelling = ({ tokens }: ClauseWords, reading: Reading): Label => {
  const isCancel = reading.label === "cancel_order" && readCancelling(tokens) === null
  return !isCancel
    ? reading.label
    : reading.probability > sure
      ? "cancel_question"
      : (likeliestOf(reading, (label) => label !== "cancel_order" && label !== "cancel_question") ?? "cancel_question")
}

/** Corrects what the classifier says where the words leave no doubt. */
const corrected = (clause: ClauseWords, reading: Reading): Label => {
  const { bounds, codes, main, text, tokens } = clause
  const guess = askedBehindTalk(clause, reading) ?? withoutCancelling(clause, reading)
  const cancelling = aboutCancelling(clause, reading.label)
  if (cancelling !== undefined) {
    return cancelling
  }
  if (clause.address !== null && addressTalk.has(guess) && onlyTellsAddress(text)) {
    return "context"
  }
  if (doesMyself.test(text)) {
    return "decline"
  }
  if (guess === "add_to_cart" && saysCart(clause) && looksAt.test(text)) {
    return "cart"
  }
  if (doesThat.test(text) || /^\W*(?:(?:it|that)(?:'s| is) a |ok(?:ay)? |great |fine )?deal\W*$/i.test(clause.said)) {
    return "confirm"
  }
  if (/^(?:(?:ok|okay|now|so|well|then) )*in english(?: please)?$/.test(text)) {
    return "context"
  }
  if (changesOwnTrait.test(text) && !isAsking(tokens, text)) {
    return "remember_preference"
  }
  if (asksOwnTrait.test(text) && !memoryTalk.has(guess)) {
    return "recall_preferences"
  }
  if (clause.named.length > 1 && asksForBetter(text) && !(isIntent(guess) && writing.has(guess))) {
    return ofReviews.test(text) ? "compare_reviews" : "compare_products"
  }
  const looked = reading.probability < unsure && codes.length === 0 && supposing.test(text) ? "context" : instead[guess]
  if (looked !== undefined && isSupposed(tokens) && clause.address === null) {
    return looked
  }
  if (codes.length > 0) {
    return withCode(clause, guess)
  }
  if (clause.order.reference?.kind === "id" || clause.order.reference?.kind === "idPrefix") {
    if (chatter.has(guess) || guess === "follow_up" || guess === "product_details" || guess === "shipping_estimate") {
      return "order_details"
    }
  }
  if (
    (isThing(clause) || /(?:^| )(?:ours|mine)(?: |$)/.test(text)) &&
    tellsNothing.has(guess) &&
    (whereMine.test(text) || hasGone.test(text))
  ) {
    return "track_order"
  }
  const hasPrice = bounds.minPrice !== null || bounds.maxPrice !== null
  if (guess === "deals" && hasPrice && clause.category !== null && !saysDeal(text)) {
    return "find_products"
  }
  if ((guess === "list_orders" || guess === "order_details") && holdsOurs.test(text)) {
    return "seller_orders"
  }
  const namesKind = main !== undefined && main.hasNoun && main.isPlural && !main.hasName && !main.isDefinite
  if ((guess === "product_details" || guess === "stock") && namesKind && !asksFact(text)) {
    return "find_products"
  }
  return guess
}

const isRemoval = (label: Label): label is "remove_from_cart" | "remove_coupon" =>
  label === "remove_from_cart" || label === "remove_coupon"

/** What a clause is: as its words correct the classifier, and no act that it refuses, tells of or only asks about. */
export const decide = (clause: ClauseWords, reading: Reading): Label => {
  const label = corrected(clause, reading)
  const { text, tokens } = clause
  if (!isIntent(label)) {
    return label
  }
  if (isRefused(label, tokens)) {
    return "decline"
  }
  const mood = readMood(label, tokens)
  return (inCart.has(label) && label !== "cart" && mood === "report") ||
    (isRemoval(label) && mood !== "request" && isAsking(tokens, text))
    ? "cart"
    : label
}
