import { type Intent, intentSet, ofOrder, ofProduct } from "../Intents.ts"
import { overlay, namedBefore, namedNow, noFilters, wishOf, type ProductFilters, type Wish } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { isUncounted, readCartQuantity, readItems } from "./CartQuantity.ts"
import { type Conversation } from "./Focus.ts"
import { readForgotten, readRemembered } from "./Preferences.ts"
import { type Mentions } from "./Mentions.ts"
import { readReason } from "./Reason.ts"
import { readKeyword, readReviewFilters } from "./ReviewSearch.ts"
import { lastMentioned, orderOf, pick, productOf, pluralReference } from "./Anaphora.ts"
import { refundMethodPhrases, speedPhrases, lowStockPhrases, tonePhrases, unnegatedMeaningIn } from "./EnumSlots.ts"
import { departmentOf } from "../text/ClauseWords.ts"
import { isGeneral, mainPhrase, isProduct, type Phrase } from "../text/Phrases.ts"
import { lemmasOf, wordsOf } from "../text/Tokens.ts"
import { firstMeaningIn } from "../text/WordLists.ts"

/** Slot filling: makes the wish of a clause from its words, the message and the conversation. */

const excludes = /(?:^| )(?:not|no|except|without|other than)(?: (?:from|by|of|for|the|a|any|be))*$/

/** Returns whether a phrase is excluded: "not from Oskaberg", "other than Brindlecote". */
const isExcluded = ({ tokens }: ReadClause, { from }: Phrase): boolean => excludes.test(lemmasOf(tokens.slice(0, from)))

/** Returns the query of a search: the phrase with a shop noun or a name, else all descriptive phrases. */
const queryOf = (clause: ReadClause): string | null => {
  const included = clause.phrases.filter((phrase) => !isExcluded(clause, phrase))
  const specific = included.filter((phrase) => phrase.tokens.some(({ tag }) => tag !== "department"))
  const main = mainPhrase(included.filter((phrase) => isProduct(phrase) && !isGeneral(phrase)))
  const text = main?.text ?? specific.map((phrase) => phrase.text).join(" ")
  return text === "" ? null : text
}

export const filtersOf = (clause: ReadClause): ProductFilters => {
  const { brand, category } = clause
  const { inStock, maxPrice, minPrice, minRating, sort } = clause.bounds
  const maker = brand === undefined || isExcluded(clause, brand) ? null : brand.text
  return { query: queryOf(clause), category, brand: maker, minPrice, maxPrice, minRating, inStock, sort }
}

/** Adds the filters of a clause to those of an earlier search; a new kind of product discards the earlier ones. */
export const refine = (earlier: Wish, clause: ReadClause): ProductFilters => {
  const stated = filtersOf(clause)
  const base = earlier.filters.query ?? earlier.product?.name ?? null
  const isNewKind = clause.main?.hasNoun === true || clause.main?.hasName === true
  const query = isNewKind ? (stated.query ?? base) : (base ?? stated.query)
  const isCheaper = /(?:^| )cheaper(?: |$)/.test(clause.lemmas)
  const keptFilters = isNewKind ? noFilters : earlier.filters
  return {
    ...overlay(keptFilters, stated),
    query,
    sort: stated.sort ?? (isCheaper ? "price_asc" : keptFilters.sort)
  }
}

/** Intents for which a UUID is the id of a review or a memory. */
const reviewOrMemoryIntents = intentSet("review_response", "forget_preference")

/** Intents that can be restricted to a department. */
const departmentIntents = intentSet("deals", "seller_products", "seller_stock", "trending", "validate_coupon")

const statusIntents = intentSet("list_orders", "seller_orders", "seller_sales")
const reviewIntents = intentSet("review_response", "reviews", "search_reviews")

/** Intents with a cart quantity, and those that inherit the quantity of an earlier clause. */
const quantityIntents = intentSet("add_to_cart", "backorder", "remove_from_cart", "return", "update_cart")
const inheritsQuantity = intentSet("add_to_cart", "backorder", "shipping_estimate")

/** "We need 6 webcams, could you put them in the cart?" inherits the quantity of the first clause. */
const quantityOf = (intent: Intent, clause: ReadClause, mentions: Mentions): number | null => {
  const stated = quantityIntents.has(intent) ? readCartQuantity(clause.tokens, isUncounted(clause)) : null
  const bound = intent === "stock" || intent === "shipping_estimate" ? clause.bounds.quantity : null
  return stated ?? bound ?? (inheritsQuantity.has(intent) && clause.main === undefined ? mentions.quantity : null)
}

/** Makes the wish of a clause: slots common to all intents first, then those of each intent. Leaves `text` empty. */
export const fillSlots = (intent: Intent, clause: ReadClause, conversation: Conversation, mentions: Mentions): Wish => {
  const { focus } = conversation
  const { bounds, main, tokens } = clause
  const words = wordsOf(tokens)
  const product = ofProduct.has(intent) ? productOf(clause, focus, mentions) : null
  const order = ofOrder.has(intent) ? orderOf(clause, conversation, mentions) : null
  const category = departmentOf(clause) ?? (clause.hasPronoun ? mentions.category : null)
  const statedAmount = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
  const common: Wish = {
    ...wishOf(intent, ""),
    product,
    order,
    otherId: reviewOrMemoryIntents.has(intent) ? (tokens.find(({ kind }) => kind === "uuid")?.word ?? null) : null,
    foreignAmount: bounds.foreignAmount,
    limit: bounds.limit,
    days: bounds.days,
    region: clause.region,
    reason: readReason(clause.raw),
    address: clause.address,
    speed: unnegatedMeaningIn(words, speedPhrases),
    refundMethod: unnegatedMeaningIn(words, refundMethodPhrases),
    tone: firstMeaningIn(words, tonePhrases),
    lowStockOnly: firstMeaningIn(words, lowStockPhrases) !== null,
    orderStatus: statusIntents.has(intent) ? clause.order.status : null,
    ...(reviewIntents.has(intent) ? { reviews: readReviewFilters(tokens) } : {}),
    quantity: quantityOf(intent, clause, mentions),
    filters: departmentIntents.has(intent) ? { ...noFilters, category } : noFilters,
    fromHistory:
      product?.source === "history" ||
      (order?.kind === "id" && clause.order.reference === null && mentions.order === null)
  }
  switch (intent) {
    case "find_products":
      return { ...common, filters: filtersOf(clause) }
    case "similar_products":
      return { ...common, filters: { ...filtersOf(clause), query: null } }
    case "compare_products":
    case "compare_reviews": {
      const named = clause.phrases.filter(isProduct).map(({ text }) => namedNow(text))
      const isWithFocus = named.length === 1 && clause.hasPronoun && focus.product !== null
      const antecedents = isWithFocus ? [namedBefore(focus.product)] : lastMentioned(focus).map(namedBefore)
      // "Which is lighter, …?"
      const only = main === undefined || isProduct(main) ? product : null
      const [first = only, ...others] = named.length === 0 || isWithFocus ? [...antecedents, ...named] : named
      return { ...common, product: first, otherProducts: others, fromHistory: named.length === 0 }
    }
    case "fulfillment_plan":
    case "optimize_cart":
    case "bundles": {
      const items = readItems(tokens, clause.products)
      const recent = pluralReference.test(clause.lemmas) ? lastMentioned(focus).map(namedBefore) : []
      return items.length > 0
        ? { ...common, items }
        : { ...common, items: recent.map((product) => ({ product, quantity: null })), fromHistory: recent.length > 0 }
    }
    case "human":
      return { ...common, order: clause.order.reference }
    case "return": {
      // "the second one", of a list of orders or of an order's products
      const pickedItem = main === undefined ? pick(tokens, focus) : undefined
      const listed = pickedItem?.orderId === null ? [{ product: namedBefore(pickedItem.name), quantity: null }] : []
      const items = readItems(tokens, clause.products).filter(
        ({ product }) => common.reason?.includes(product.name) !== true
      )
      return {
        ...common,
        items: items.length > 0 ? items : listed,
        quantity: pickedItem === undefined ? common.quantity : null
      }
    }
    case "validate_coupon": {
      const isAboutProduct = main?.isProper === true || (main?.isDefinite === true && main.hasNoun)
      const code = clause.codes.at(-1) ?? mentions.code
      const amount = isAboutProduct ? null : (statedAmount ?? mentions.amount)
      return { ...common, code, amount, product: isAboutProduct ? namedNow(main.text) : null }
    }
    case "loyalty_discount":
      return { ...common, amount: statedAmount ?? mentions.amount }
    case "apply_coupon":
      return { ...common, code: clause.codes.length > 1 ? null : (clause.codes[0] ?? mentions.code) }
    case "add_to_cart": {
      // "Add 2 and 3", after a list, may mean positions in it.
      const mayBePosition = focus.hasCurrentList && mentions.product === null && (common.quantity ?? 0) > 1
      const isUnnamed = /(?:^| )(?:something|anything|everything)(?: |$)/.test(clause.lemmas)
      const isProductOpen = main === undefined && (isUnnamed || (mayBePosition && pick(tokens, focus) === undefined))
      return { ...common, product: isProductOpen ? null : product }
    }
    case "shipping_estimate":
      return { ...common, region: clause.region ?? mentions.region ?? focus.wishes.at(-1)?.region ?? null }
    case "search_reviews":
      return { ...common, reviews: { ...common.reviews, keyword: readKeyword(clause) } }
    case "remember_preference":
      return { ...common, memory: readRemembered(clause.raw) }
    case "forget_preference": {
      const stated = readForgotten(clause.raw)
      const listed = pick(tokens, focus)
      return { ...common, memory: listed === undefined ? stated : { category: null, content: listed.name } }
    }
    default:
      return common
  }
}
