import { intentSet } from "../Intents.ts"
import { namedNow, type ProductReference, type ItemReference, type Wish } from "../Wish.ts"
import { type ClauseContext, amendLast, type Rule, type State } from "./State.ts"
import { readCartQuantity, readItems } from "../slots/CartQuantity.ts"
import { hasException } from "../text/ClauseWords.ts"
import { isProduct } from "../text/Phrases.ts"
import { tag } from "../text/Tags.ts"
import { tokenize, wordsOf } from "../text/Tokens.ts"

/** Lists of products over several clauses: "compare the lamp, the desk and the rug", "a lamp and a desk, add both". */

export const collecting = intentSet("bundles", "optimize_cart", "fulfillment_plan")
export const comparing = intentSet("compare_products", "compare_reviews")

/** Words of a clause that is a request of its own, rather than a list entry. */
const requestWords =
  /(?:^| )(?:put|place|show|find|what|how|tell|have|want|need|looking|search|where|when|which|why|add|remove|buy|stock|price|review|reviews|ship|check|compare|track|order)(?: |$)/

const inCartWords = /(?: (?:to|in|into|on|from|out of|of) (?:my|the|a))? (?:shopping )?(?:cart|basket|trolley|bag)$/

const inOrderWords = / (?:from|of|in|out of) (?:my |the )?(?:\S+ ){0,2}order(?: \S+)?$/

/** Adds products to the wish of the same sentence: a comparison, plan, bundle, return or exception. */
export const itemListRule: Rule = (state, context) => {
  const { label, clause, prevWish } = context
  if (prevWish === undefined || state.wishClause?.sentence !== clause.sentence) {
    return undefined
  }
  const isCompared = clause.isBare && comparing.has(prevWish.intent)
  // "the aerie or the slate"
  const candidates = isCompared
    ? clause.phrases.filter((phrase) => isProduct(phrase) || phrase.isDefinite)
    : clause.products
  const named = candidates.length > 0 || !clause.isBare || clause.main === undefined ? candidates : [clause.main]
  const lacksRegion = prevWish.intent === "fulfillment_plan" && prevWish.region === null
  if (lacksRegion && named.length === 0 && clause.region !== null) {
    return amendLast(state, context, { ...prevWish, region: clause.region })
  }
  const remainder = wordsOf(clause.tokens).replace(inCartWords, "").replace(inOrderWords, "")
  const isLooseFragment = !requestWords.test(remainder) && label !== "remember_preference"
  if (named.length === 0 || (!clause.isBare && label !== "follow_up" && !isLooseFragment)) {
    return undefined
  }
  if (collecting.has(prevWish.intent)) {
    const items = [...prevWish.items, ...readItems(clause.tokens, named)]
    return amendLast(state, context, { ...prevWish, items, region: prevWish.region ?? clause.region })
  }
  if (prevWish.intent === "return") {
    const items = [...prevWish.items, ...readItems(clause.tokens, named)]
    return amendLast(state, context, { ...prevWish, items, order: clause.order.reference ?? prevWish.order })
  }
  const products = named.map(({ text }) => namedNow(text))
  if (prevWish.intent === "remove_from_cart" && hasException(prevWish.text)) {
    return amendLast(state, context, { ...prevWish, otherProducts: [...prevWish.otherProducts, ...products] })
  }
  const leading = prevWish.product?.source === "message" ? [prevWish.product] : []
  const [first = null, ...others] = [...leading, ...prevWish.otherProducts, ...products]
  return comparing.has(prevWish.intent)
    ? amendLast(state, context, { ...prevWish, product: first, otherProducts: others, fromHistory: false })
    : undefined
}

/** Returns the product of a wish with its quantity; numbers in the product's name do not count. */
const itemOf = ({ product, filters, quantity, text }: Wish): ReadonlyArray<ItemReference> => {
  const name = product?.name ?? filters.query
  const otherTokens = tag(tokenize(text.replace(name ?? "", " ")))
  const itemQuantity = quantity ?? readCartQuantity(otherTokens, () => false)
  return name === null ? [] : [{ product: namedNow(name), quantity: itemQuantity }]
}

/** Returns whether a wish only starts a list: "what would two cookbooks", before "and the jacket cost together?" */
const isListStart = ({ intent, text }: Wish): boolean =>
  (intent === "product_details" || intent === "find_products" || intent === "stock") &&
  !requestWords.test(text.toLowerCase().replace(/^(?:what|how much) (?:would|do|does|will|is|are) /, ""))

/** Matches phrases that refer to the products before: "both into my cart", "put them in". */
const refersToAll =
  /^(?:please )?(?:(?:put|add) (?:both|them|those|these)|both|all)(?: of (?:them|those|these))?(?: |$)/

/** Moves the products of list starts right before a cart addition, comparison, bundle or plan into that wish. */
export const withEarlierItems = (before: State, after: State): State => {
  const wish = after.wishes.at(-1)
  const isForAll = refersToAll.test(after.wishClause?.lemmas ?? "")
  if (wish === undefined || after.wishes.length <= before.wishes.length || before.wishClause === null) {
    return after
  }
  const endsList = isForAll || (after.wishClause?.isLinked === true && !requestWords.test(wish.text.toLowerCase()))
  const isCartAddition = wish.intent === "add_to_cart" && before.wishClause.isBare && endsList
  const kept = before.wishes.slice(0, before.wishes.findLastIndex((earlier) => !isListStart(earlier)) + 1)
  const listStarts = before.wishes.slice(kept.length)
  const takesItems = isCartAddition || collecting.has(wish.intent) || comparing.has(wish.intent)
  if (!takesItems || listStarts.length === 0 || before.wishClause.sentence !== after.wishClause?.sentence) {
    return after
  }
  const items = listStarts.flatMap(itemOf)
  if (isCartAddition) {
    return { ...after, wishes: [...kept, ...items.map((item) => ({ ...wish, ...item })), ...(isForAll ? [] : [wish])] }
  }
  const earlierText = listStarts.map(({ text }) => text).join(" and ")
  const earlier = items.map(({ product }) => product)
  const isOther = ({ name }: ProductReference) => earlier.every((other) => other.name !== name)
  const ownProducts = wish.product?.source === "message" ? [wish.product, ...wish.otherProducts].filter(isOther) : []
  const [first = null, ...others] = [...earlier, ...ownProducts]
  const mergedWish: Wish = collecting.has(wish.intent)
    ? { ...wish, items: [...items, ...wish.items], text: `${earlierText} and ${wish.text}` }
    : { ...wish, product: first, otherProducts: others, fromHistory: false, text: `${earlierText}, ${wish.text}` }
  return { ...after, wishes: [...kept, mergedWish] }
}

/** Compares the products of earlier clauses: "the lamp and the desk: which has better reviews?" */
export const withCompared = (wish: Wish, { clause, clauses }: ClauseContext): Wish => {
  const named =
    clause.products.length > 0 ? [] : clauses.slice(0, clauses.indexOf(clause)).flatMap((other) => other.products)
  const [first, ...others] = named.map(({ text }) => namedNow(text))
  return comparing.has(wish.intent) && first !== undefined && others.length > 0
    ? { ...wish, product: first, otherProducts: others }
    : wish
}
