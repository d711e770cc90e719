import { cartChanges, type Intent, intentOwner, intentSet, ofOrder, ofProduct, writing } from "../Intents.ts"
import { isOwned, isCourtesy } from "../classify/Labels.ts"
import { isShopRequest, type ReadClause } from "../classify/ReadClause.ts"
import { comparing } from "./ItemLists.ts"
import { isContentWord, withRest } from "../slots/UnusedWords.ts"
import { fillSlots, filtersOf, refine } from "../slots/SlotFilling.ts"
import { pick, bareNumber, listIndex } from "../slots/Anaphora.ts"
import { isBounded, hasProduct } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"
import { fillUnset } from "./SlotCarryover.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isAlternative } from "./Alternatives.ts"
import { add, type ClauseContext, isEmpty, equal, addAside, amendLast, type Rule } from "./State.ts"
import { type Conversation } from "../slots/Focus.ts"
import { type Mentions, noMentions } from "../slots/Mentions.ts"

/** Rules for elliptical clauses: they continue a wish, answer a question, or refer back. */

const searchIntents = intentSet("find_products", "similar_products")

const refineSearch = (lastWish: Wish, clause: ReadClause): Wish =>
  withRest(
    {
      ...wishOf("find_products", ""),
      filters: refine(lastWish, clause),
      limit: clause.bounds.limit ?? (lastWish.intent === "find_products" ? lastWish.limit : null)
    },
    clause
  )

/** Returns the intent of a continued wish: a new place asks for a shipping estimate, a new code for its check. */
const repeatedIntent = (lastWish: Wish, { codes, region }: ReadClause, { focus }: Conversation): Intent => {
  const isOfOrder = ofOrder.has(lastWish.intent) || lastWish.intent === "list_orders"
  const isOfProduct = ofProduct.has(lastWish.intent) || focus.product !== null
  return codes.length > 0 && !isOfOrder && lastWish.intent !== "apply_coupon"
    ? "validate_coupon"
    : region !== null && isOfProduct && !isOfOrder && !/^(?:stock|carriers|fulfillment_plan)$/.test(lastWish.intent)
      ? "shipping_estimate"
      : lastWish.intent
}

/** Overlays a clause on an earlier wish: "and in sports?", "to Texas", "the lamp"; `undefined` if it adds nothing. */
const continueWish = (lastWish: Wish, clause: ReadClause, conversation: Conversation): Wish | undefined => {
  const picked = pick(clause.tokens, conversation.focus)
  const isSearch = searchIntents.has(lastWish.intent)
  // "the second one" of a list asks for its details.
  if (picked !== undefined && (isSearch || lastWish.intent === "list_orders")) {
    return fillSlots(picked.orderId === null ? "product_details" : "order_details", clause, conversation, noMentions)
  }
  if (
    isSearch ||
    (ofProduct.has(lastWish.intent) &&
      intentOwner[lastWish.intent] !== "review-sentiment" &&
      isBounded(clause) &&
      clause.bounds.minRating === null &&
      !hasProduct(clause) &&
      picked === undefined)
  ) {
    return refineSearch(lastWish, clause)
  }
  const intent = repeatedIntent(lastWish, clause, conversation)
  const product = clause.main === undefined && picked === undefined ? null : conversation.focus.product
  const filled = fillSlots(
    intent,
    clause,
    { ...conversation, focus: { ...conversation.focus, product, orderId: null } },
    noMentions
  )
  // "the cookbook", after we asked what to return of an order, does not name another order.
  const isOrderKnown = intent === "return" && lastWish.order !== null && lastWish.order.kind !== "product"
  const stated = isOrderKnown && filled.order?.kind === "product" ? { ...filled, order: null } : filled
  // "with the earbuds" names the other product to compare.
  if (
    comparing.has(intent) &&
    lastWish.product !== null &&
    lastWish.otherProducts.length === 0 &&
    stated.product !== null
  ) {
    return { ...lastWish, otherProducts: [stated.product] }
  }
  const isPositionOnly = picked !== undefined && bareNumber.test(clause.lemmas)
  const quantity = isPositionOnly ? lastWish.quantity : stated.quantity
  const wish: Wish = { ...stated, quantity, fromHistory: false }
  const hasCouponInput = intent !== "validate_coupon" || stated.code !== null || stated.amount !== null
  return !hasCouponInput || equal(wish, wishOf(intent, ""))
    ? undefined
    : withRest(
        {
          ...fillUnset(wish, lastWish),
          intent,
          quantity: quantity ?? (stated.product === null ? lastWish.quantity : null)
        },
        clause
      )
}

/** Reads a bare phrase without an antecedent; `undefined` if it names nothing for sale. */
const standaloneWish = (clause: ReadClause, conversation: Conversation, mentions: Mentions): Wish | undefined => {
  const { main } = clause
  return /^(?:and )?to /.test(clause.lemmas)
    ? undefined
    : main !== undefined && (main.hasName || (main.hasNoun && main.isDefinite && !main.isPlural))
      ? fillSlots("product_details", clause, conversation, mentions)
      : main?.hasNoun === true || isBounded(clause)
        ? { ...wishOf("find_products", ""), filters: filtersOf(clause) }
        : undefined
}

/** Records the topic of the next clause: "the cheapest of those, is it in stock?" */
export const topicRule: Rule = (state, { focus, newMentions, clause, clauses }) => {
  const next = clauses[clauses.indexOf(clause) + 1]
  const isTopic =
    clause.isBare &&
    clause.mood !== "request" &&
    hasProduct(clause) &&
    next?.hasPronoun === true &&
    !hasProduct(next) &&
    isShopRequest(next)
  const isPick = clause.main === undefined && clause.mood !== "request" && pick(clause.tokens, focus) !== undefined
  const isSameSentence = next?.sentence === clause.sentence
  return next !== undefined &&
    ((isPick && isSameSentence && !hasProduct(next)) ||
      (isTopic && (next.mood === "question" || !clause.isLinked) && (isSameSentence || clause.separator === "start")))
    ? { ...state, mentions: newMentions, wishClause: null }
    : undefined
}

/** Matches a position in a list, with no more than an act on it. */
const listPosition =
  /(?:^| )(?:first|second|third|fourth|fifth|(?:number|option|no|nr|item) (?:\d|one|two|three|four|five))(?: (?:one|option|item|product|entry|result|of (?:them|those|these|the list)|on the list|in the list))?(?: (?:please|then|instead|(?:to|in|into|from|out of|on) (?:my|the) \S+))*$/

/** Reports a position beyond the end of a list: "the second one" of a list of one. */
export const outOfListRule: Rule = (state, context) => {
  const { focus, clause } = context
  const position = focus.hasCurrentList && clause.main?.hasNoun !== true ? listIndex(clause.tokens) : undefined
  return position === undefined || position < focus.listItems.length || !listPosition.test(clause.lemmas)
    ? undefined
    : add(state, context, wishOf("not_listed", ""), 1)
}

/** Reads a fragment after a wish of the same message: "and under 50", "and the Nordvind", "to Texas". */
export const fragmentRule: Rule = (state, context) => {
  const { label, newMentions, clause, prevWish } = context
  const addsBounds = clause.tokens.length < 8 && !hasProduct(clause) && isBounded(clause) && !isOwned(label)
  const isOnlyOrder = clause.order.reference !== null && clause.tokens.length < 3
  // "my last orders", "reviews"
  const isOwnRequest =
    (isOwned(label) && !/^(?:product_details|find_products)$/.test(label) && clause.probability > 0.7) ||
    (cartChanges.has(label) && label !== prevWish?.intent)
  const isFragment = label === "follow_up" || addsBounds || isOnlyOrder || (clause.isBare && !isOwnRequest)
  if (prevWish === undefined || clause.codes.length > 0 || !isFragment) {
    return undefined
  }
  if (searchIntents.has(prevWish.intent) && !hasProduct(clause)) {
    const { query } = prevWish.filters
    return isBounded(clause) || clause.bounds.limit !== null
      ? amendLast(state, context, { ...prevWish, filters: { ...refine(prevWish, clause), query } })
      : state
  }
  const next = continueWish(prevWish, clause, context)
  if (next === undefined) {
    return { ...state, mentions: newMentions }
  }
  // "which costs less to send, the lamp or the tent?" names the product only at the end.
  const isOpen = ofProduct.has(prevWish.intent) && prevWish.product === null && next.intent === prevWish.intent
  const added: Wish = { ...next, fromHistory: prevWish.fromHistory }
  return isOpen
    ? amendLast(state, context, added)
    : add(
        state,
        context,
        added,
        clause.isBare && clause.phrases.length === 1 && hasProduct(clause) ? prevWish.certainty : undefined
      )
}

/** Returns whether another clause is a question: "and the webcam, is it any good?" */
const othersAsk = ({ clause, clauses }: ClauseContext): boolean =>
  clauses.some(
    (other) => other !== clause && (other.mood === "question" || /^(?:be|do|have) (?:it|they) /.test(other.lemmas))
  )

/** Returns whether a clause only doubts a listed product: "A yoga mat? He likes to cook." */
const onlyQuestionsItem = ({ focus, clause, clauses }: ClauseContext): boolean =>
  clauses.length > 1 &&
  clause.isBare &&
  clause.raw.endsWith("?") &&
  focus.listItems.some(({ name }) => clause.main !== undefined && shortens(clause.main, name))

/** Reads a bare fragment that continues the previous message: "and in sports?", "the second one". */
export const followUpRule: Rule = (state, context) => {
  const { lastWish, label, newMentions, clause, prevWish } = context
  const isPicked = pick(clause.tokens, context.focus) !== undefined && clause.tokens.length < 7
  // A fragment linked to an aside is an aside.
  const isLinked = clause.isLinked && context.prevClause?.sentence === clause.sentence && state.wishClause === null
  if (onlyQuestionsItem(context) || (isLinked && clause.isBare)) {
    return addAside(state, context)
  }
  const isLinkedFragment = clause.isBare && clause.isLinked && lastWish !== undefined && !cartChanges.has(label)
  if (
    label !== "follow_up" &&
    !(clause.isBare && !isOwned(label) && !isCourtesy(label)) &&
    !(isLinkedFragment && prevWish === undefined)
  ) {
    return undefined
  }
  // "cash or with paypal" belongs to the preceding clause.
  if (isAlternative(context) && prevWish === undefined) {
    return { ...state, mentions: newMentions }
  }
  if (!(clause.isBare || isPicked || clause.bounds.used.size > 0 || !clause.tokens.some(isContentWord))) {
    return addAside(state, context)
  }
  // "and what about the scarf?", after something went into the cart, is only a question.
  const isQuestion = clause.raw.includes("?") || othersAsk(context)
  const isMore =
    lastWish !== undefined && (!writing.has(lastWish.intent) || (clause.isLinked && !isQuestion) || isPicked)
  const next = isMore && prevWish === undefined ? continueWish(lastWish, clause, context) : undefined
  // "no, I wanted two", "just the second": must not repeat a change of the last turn.
  const isOnly = /(?:^| )(?:just|only) /.test(clause.lemmas) || !isPicked
  const isDone = context.focus.done.some(({ intent }) => intent === next?.intent) && !hasProduct(clause) && isOnly
  const wish = next === undefined ? standaloneWish(clause, context, newMentions) : { ...next, fromHistory: true }
  return wish === undefined || isDone ? addAside(state, context) : add(state, context, wish)
}

/** Returns whether the last answer asked for something that is still missing. */
const isOpen = (lastWish: Wish, context: ClauseContext): boolean =>
  context.focus.asked !== null &&
  !(ofOrder.has(lastWish.intent) && (context.clause.mood === "question" || context.focus.asked !== "order")) &&
  !(lastWish.intent === "update_cart" && context.clause.products.length > 0) &&
  !(
    cartChanges.has(lastWish.intent) &&
    (context.clause.raw.includes("?") || othersAsk(context) || /(?:^| )order(?: |$)/.test(context.clause.lemmas))
  )

/** Fills the slot that the last answer asked for: "On which amount?" "200". */
export const answerRule: Rule = (state, context) => {
  const { lastWish, label, clause, clauses } = context
  // "Check out with express shipping" is a request of its own, rather than an answer about the checkout.
  const isOther = isOwned(label) && (label !== lastWish?.intent || (clause.isRequest && writing.has(label)))
  const isOwnWish = isOther && clause.probability > 0.7 && !clause.isBare && clause.codes.length === 0
  if (lastWish === undefined || !isEmpty(state) || clauses[0] !== clause || isOwnWish || !isOpen(lastWish, context)) {
    return undefined
  }
  // "Both" orders: asked again, since each needs a message of its own.
  const meansAll =
    ofOrder.has(lastWish.intent) && /^(?:yes |ok )*(?:both|all|every one|each)(?: |$)/.test(clause.lemmas)
  const next = meansAll ? lastWish : continueWish(lastWish, clause, context)
  const wish = label === "decline" || (label === "confirm" && !meansAll) ? undefined : next
  return wish === undefined ? undefined : add(state, context, { ...wish, fromHistory: true }, 1)
}
