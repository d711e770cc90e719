import { intentSet } from "../Intents.ts"
import { namedNow, type ProductReference, type WantedItem, type Wish } from "../Wish.ts"
import { type ClauseContext, replaceLast, type Rule, type State } from "./State.ts"
import { readCartQuantity, readItems } from "../slots/CartQuantity.ts"
import { spares } from "../text/ClauseWords.ts"
import { namesThing } from "../text/Phrases.ts"
import { tag } from "../text/Tags.ts"
import { tokenize, wordsOf } from "../text/Tokens.ts"

export const collecting = intentSet("bundles", "optimize_cart", "fulfillment_plan")
export const comparing = intentSet("compare_products", "compare_reviews")

const busy =
  /(?:^| )(?:put|place|show|find|what|how|tell|have|want|need|looking|search|where|when|which|why|add|remove|buy|stock|price|review|reviews|ship|check|compare|track|order)(?: |$)/

const inCartWords = /(?: (?:to|in|into|on|from|out of|of) (?:my|the|a))? (?:shopping )?(?:cart|basket|trolley|bag)$/

const inOrderWords = / (?:from|of|in|out of) (?:my |the )?(?:\S+ ){0,2}order(?: \S+)?$/

/** Adds products to a comparison, a plan, a bundle, a return or a cart: "… and three lamps". */
export const collected: Rule = (state, here) => {
  const { label, piece, previous } = here
  if (previous === undefined || state.last?.sentence !== piece.sentence) {
    return undefined
  }
  const isCompared = piece.isBare && comparing.has(previous.intent)
  // "the aerie or the slate"
  const said = isCompared ? piece.phrases.filter((phrase) => namesThing(phrase) || phrase.isDefinite) : piece.named
  const named = said.length > 0 || !piece.isBare || piece.main === undefined ? said : [piece.main]
  const isOpen = previous.intent === "fulfillment_plan" && previous.region === null
  if (isOpen && named.length === 0 && piece.region !== null) {
    return replaceLast(state, here, { ...previous, region: piece.region })
  }
  const loose = wordsOf(piece.tokens).replace(inCartWords, "").replace(inOrderWords, "")
  const isLooseEnd = !busy.test(loose) && label !== "remember_preference"
  if (named.length === 0 || (!piece.isBare && label !== "follow_up" && !isLooseEnd)) {
    return undefined
  }
  if (collecting.has(previous.intent)) {
    const items = [...previous.items, ...readItems(piece.tokens, named)]
    return replaceLast(state, here, { ...previous, items, region: previous.region ?? piece.region })
  }
  if (previous.intent === "return") {
    const items = [...previous.items, ...readItems(piece.tokens, named)]
    return replaceLast(state, here, { ...previous, items, order: piece.order.reference ?? previous.order })
  }
  const products = named.map(({ text }) => namedNow(text))
  if (previous.intent === "remove_from_cart" && spares(previous.text)) {
    return replaceLast(state, here, { ...previous, otherProducts: [...previous.otherProducts, ...products] })
  }
  const known = previous.product?.source === "message" ? [previous.product] : []
  const [first = null, ...others] = [...known, ...previous.otherProducts, ...products]
  return comparing.has(previous.intent)
    ? replaceLast(state, here, { ...previous, product: first, otherProducts: others, fromHistory: false })
    : undefined
}

/** Returns the product of a wish with its quantity, ignoring numbers in the product's name. */
const itemOf = ({ product, filters, quantity, text }: Wish): ReadonlyArray<WantedItem> => {
  const name = product?.name ?? filters.query
  const others = tag(tokenize(text.replace(name ?? "", " ")))
  const counted = quantity ?? readCartQuantity(others, () => false)
  return name === null ? [] : [{ product: namedNow(name), quantity: counted }]
}

/** Returns whether a wish only begins a list: "what would two cookbooks", before "and the jacket cost together?" */
const isHalf = ({ intent, text }: Wish): boolean =>
  (intent === "product_details" || intent === "find_products" || intent === "stock") &&
  !busy.test(text.toLowerCase().replace(/^(?:what|how much) (?:would|do|does|will|is|are) /, ""))

/** Phrases that name nothing of their own: "both into my cart", "put them in". */
const isOfAll = /^(?:please )?(?:(?:put|add) (?:both|them|those|these)|both|all)(?: of (?:them|those|these))?(?: |$)/

/** Moves products named right before a cart addition, a comparison, a bundle or a plan into that wish. */
export const withEarlierItems = (before: State, after: State): State => {
  const wish = after.wishes.at(-1)
  const isAll = isOfAll.test(after.last?.text ?? "")
  if (wish === undefined || after.wishes.length <= before.wishes.length || before.last === null) {
    return after
  }
  const isEnd = isAll || (after.last?.isLinked === true && !busy.test(wish.text.toLowerCase()))
  const isPut = wish.intent === "add_to_cart" && before.last.isBare && isEnd
  const kept = before.wishes.slice(0, before.wishes.findLastIndex((earlier) => !isHalf(earlier)) + 1)
  const halves = before.wishes.slice(kept.length)
  const isTaken = isPut || collecting.has(wish.intent) || comparing.has(wish.intent)
  if (!isTaken || halves.length === 0 || before.last.sentence !== after.last?.sentence) {
    return after
  }
  const items = halves.flatMap(itemOf)
  if (isPut) {
    return { ...after, wishes: [...kept, ...items.map((item) => ({ ...wish, ...item })), ...(isAll ? [] : [wish])] }
  }
  const said = halves.map(({ text }) => text).join(" and ")
  const named = items.map(({ product }) => product)
  const isNew = ({ name }: ProductReference) => named.every((other) => other.name !== name)
  const own = wish.product?.source === "message" ? [wish.product, ...wish.otherProducts].filter(isNew) : []
  const [first = null, ...others] = [...named, ...own]
  const whole: Wish = collecting.has(wish.intent)
    ? { ...wish, items: [...items, ...wish.items], text: `${said} and ${wish.text}` }
    : { ...wish, product: first, otherProducts: others, fromHistory: false, text: `${said}, ${wish.text}` }
  return { ...after, wishes: [...kept, whole] }
}

/** Compares the products named earlier in the message: "compare the two and tell me which has better reviews". */
export const withCompared = (wish: Wish, { piece, pieces }: ClauseContext): Wish => {
  const named = piece.named.length > 0 ? [] : pieces.slice(0, pieces.indexOf(piece)).flatMap((other) => other.named)
  const [first, ...others] = named.map(({ text }) => namedNow(text))
  return comparing.has(wish.intent) && first !== undefined && others.length > 0
    ? { ...wish, product: first, otherProducts: others }
    : wish
}
