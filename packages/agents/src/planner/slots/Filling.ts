import { type Intent, intentSet, ofOrder, ofProduct } from "../Intents.ts"
import { overlay, namedBefore, namedNow, noFilters, wishOf, type ProductFilters, type Wish } from "../Wish.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { isUncounted, readCartQuantity, readItems } from "./CartQuantity.ts"
import { type Background } from "./Focus.ts"
import { readForgotten, readRemembered } from "./Preferences.ts"
import { type Mentions } from "./Mentions.ts"
import { readReason } from "./Reason.ts"
import { readKeyword, readReviewFilters } from "./ReviewSearch.ts"
import { lastMentioned, orderOf, pick, productOf, pluralReference } from "./Selection.ts"
import { methods, speeds, supplies, tones, wantedOf } from "./Ways.ts"
import { departmentOf } from "../text/ClauseWords.ts"
import { isGeneral, mainPhrase, namesThing, type Phrase } from "../text/Phrases.ts"
import { lemmasOf, wordsOf } from "../text/Tokens.ts"
import { saidIn } from "../text/WordLists.ts"

const refusing = /(?:^| )(?:not|no|except|without|other than)(?: (?:from|by|of|for|the|a|any|be))*$/

/** Returns whether a phrase is excluded: "not from Oskaberg", "other than Brindlecote". */
const isRefused = ({ tokens }: ReadClause, { from }: Phrase): boolean => refusing.test(lemmasOf(tokens.slice(0, from)))

/** Returns the query of a search: the phrase with a shop noun or a name, else everything that describes. */
const queryOf = (piece: ReadClause): string | null => {
  const wanted = piece.phrases.filter((phrase) => !isRefused(piece, phrase))
  const specific = wanted.filter((phrase) => phrase.tokens.some(({ tag }) => tag !== "department"))
  const main = mainPhrase(wanted.filter((phrase) => namesThing(phrase) && !isGeneral(phrase)))
  const text = main?.text ?? specific.map((phrase) => phrase.text).join(" ")
  return text === "" ? null : text
}

/** Reads the filters of a search from a clause. */
export const filtersOf = (piece: ReadClause): ProductFilters => {
  const { brand } = piece
  const { inStock, maxPrice, minPrice, minRating, sort } = piece.bounds
  const maker = brand === undefined || isRefused(piece, brand) ? null : brand.text
  return { query: queryOf(piece), category: piece.category, brand: maker, minPrice, maxPrice, minRating, inStock, sort }
}

/** Adds the filters of a clause to those of an earlier search. */
export const refine = (earlier: Wish, piece: ReadClause): ProductFilters => {
  const added = filtersOf(piece)
  const base = earlier.filters.query ?? earlier.product?.name ?? null
  const isNewKind = piece.main?.hasNoun === true || piece.main?.hasName === true
  const query = isNewKind ? (added.query ?? base) : (base ?? added.query)
  const isCheaper = /(?:^| )cheaper(?: |$)/.test(piece.text)
  const kept = isNewKind ? noFilters : earlier.filters
  return {
    ...overlay(kept, added),
    query,
    sort: added.sort ?? (isCheaper ? "price_asc" : kept.sort)
  }
}

/** Intents for which any id is that of a review or a memory. */
const ofAnyId = intentSet("review_response", "forget_preference")

/** Intents that can be restricted to a department. */
const ofDepartment = intentSet("deals", "seller_products", "seller_stock", "trending", "validate_coupon")

const ofStatus = intentSet("list_orders", "seller_orders", "seller_sales")
const ofReviews = intentSet("review_response", "reviews", "search_reviews")

/** Intents about a number of things, and those that take over the number of an earlier clause. */
const counting = intentSet("add_to_cart", "backorder", "remove_from_cart", "return", "update_cart")
const inheritsQuantity = intentSet("add_to_cart", "backorder", "shipping_estimate")

/** Returns the quantity: "We need 6 webcams, could you put them in the cart?" takes that of the first clause. */
const quantityOf = (intent: Intent, piece: ReadClause, mentions: Mentions): number | null => {
  const said = counting.has(intent) ? readCartQuantity(piece.tokens, isUncounted(piece)) : null
  const asked = intent === "stock" || intent === "shipping_estimate" ? piece.bounds.quantity : null
  return said ?? asked ?? (inheritsQuantity.has(intent) && piece.main === undefined ? mentions.quantity : null)
}

/** Makes the wish of a piece, with gaps filled from the message and the history, but without its text. */
export const fill = (intent: Intent, piece: ReadClause, background: Background, mentions: Mentions): Wish => {
  const { focus } = background
  const { bounds, main, tokens } = piece
  const words = wordsOf(tokens)
  const product = ofProduct.has(intent) ? productOf(piece, focus, mentions) : null
  const order = ofOrder.has(intent) ? orderOf(piece, background, mentions) : null
  const category = departmentOf(piece) ?? (piece.hasPronoun ? mentions.category : null)
  const sum = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
  const common: Wish = {
    ...wishOf(intent, ""),
    product,
    order,
    otherId: ofAnyId.has(intent) ? (tokens.find(({ kind }) => kind === "uuid")?.word ?? null) : null,
    limit: bounds.limit,
    days: bounds.days,
    region: piece.region,
    reason: readReason(piece.said),
    address: piece.address,
    speed: wantedOf(words, speeds),
    refundMethod: wantedOf(words, methods),
    tone: saidIn(words, tones),
    lowStockOnly: saidIn(words, supplies) !== null,
    orderStatus: ofStatus.has(intent) ? piece.order.status : null,
    ...(ofReviews.has(intent) ? { reviews: readReviewFilters(tokens) } : {}),
    quantity: quantityOf(intent, piece, mentions),
    filters: ofDepartment.has(intent) ? { ...noFilters, category } : noFilters,
    fromHistory:
      product?.source === "history" ||
      (order?.kind === "id" && piece.order.reference === null && mentions.order === null)
  }
  switch (intent) {
    case "find_products":
      return { ...common, filters: filtersOf(piece) }
    case "similar_products":
      return { ...common, filters: { ...filtersOf(piece), query: null } }
    case "compare_products":
    case "compare_reviews": {
      const said = piece.phrases.filter(namesThing).map(({ text }) => namedNow(text))
      const isWithKnown = said.length === 1 && piece.hasPronoun && focus.product !== null
      const known = isWithKnown ? [namedBefore(focus.product)] : lastMentioned(focus).map(namedBefore)
      // "Which is lighter, …?"
      const only = main === undefined || namesThing(main) ? product : null
      const [first = only, ...others] = said.length === 0 || isWithKnown ? [...known, ...said] : said
      return { ...common, product: first, otherProducts: others, fromHistory: said.length === 0 }
    }
    case "fulfillment_plan":
    case "optimize_cart":
    case "bundles": {
      const items = readItems(tokens, piece.named)
      const meant = pluralReference.test(piece.text) ? lastMentioned(focus).map(namedBefore) : []
      return items.length > 0
        ? { ...common, items }
        : { ...common, items: meant.map((product) => ({ product, quantity: null })), fromHistory: meant.length > 0 }
    }
    case "human":
      return { ...common, order: piece.order.reference }
    case "return": {
      // "the second one", of a list of orders or of what one holds
      const picked = main === undefined ? pick(tokens, focus) : undefined
      const listed = picked?.orderId === null ? [{ product: namedBefore(picked.name), quantity: null }] : []
      const items = readItems(tokens, piece.named).filter(
        ({ product }) => common.reason?.includes(product.name) !== true
      )
      return {
        ...common,
        items: items.length > 0 ? items : listed,
        quantity: picked === undefined ? common.quantity : null
      }
    }
    case "validate_coupon": {
      const isOfThing = main?.isProper === true || (main?.isDefinite === true && main.hasNoun)
      const code = piece.codes.at(-1) ?? mentions.code
      const amount = isOfThing ? null : (sum ?? mentions.amount)
      return { ...common, code, amount, product: isOfThing ? namedNow(main.text) : null }
    }
    case "loyalty_discount":
      return { ...common, amount: sum ?? mentions.amount }
    case "apply_coupon":
      return { ...common, code: piece.codes.length > 1 ? null : (piece.codes[0] ?? mentions.code) }
    case "add_to_cart": {
      // "Add 2 and 3", after a list, may mean places in it.
      const isPlace = focus.isListed && mentions.product === null && (common.quantity ?? 0) > 1
      const isSome = /(?:^| )(?:something|anything|everything)(?: |$)/.test(piece.text)
      const isOpen = main === undefined && (isSome || (isPlace && pick(tokens, focus) === undefined))
      return { ...common, product: isOpen ? null : product }
    }
    case "shipping_estimate":
      return { ...common, region: piece.region ?? mentions.region ?? focus.wishes.at(-1)?.region ?? null }
    case "search_reviews":
      return { ...common, reviews: { ...common.reviews, keyword: readKeyword(piece) } }
    case "remember_preference":
      return { ...common, memory: readRemembered(piece.said) }
    case "forget_preference": {
      const said = readForgotten(piece.said)
      const listed = pick(tokens, focus)
      return { ...common, memory: listed === undefined ? said : { category: null, content: listed.name } }
    }
    default:
      return common
  }
}
