import { type Intent, intentSet, ofOrder, ofProduct } from "../Intents.ts"
import { laidOver, namedBefore, namedNow, noFilters, plainWish, type ProductFilters, type Wish } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { isUncounted, readCartQuantity, readItems } from "./CartQuantity.ts"
import { type Background } from "./Focus.ts"
import { readForgotten, readKind, readRemembered } from "./Memories.ts"
import { type Mentions } from "./Mentions.ts"
import { readReason } from "./Reason.ts"
import { readKeyword, readReviewFilters, withoutProduct } from "./ReviewSearch.ts"
import { lastSpokenOf, orderOf, pick, productOf, several } from "./Selection.ts"
import { readRefundMethod, readSpeed, supplies, tones } from "./Ways.ts"
import { addressOf } from "../text/Address.ts"
import { departmentOf } from "../text/ClauseWords.ts"
import { anyId, readOtherId } from "../text/OrderWords.ts"
import { isGeneral, mainPhrase, namesThing, type Phrase } from "../text/Phrases.ts"
import { readRoute } from "../text/Regions.ts"
import { lemmasOf, wordsOf } from "../text/Tokens.ts"
import { saidIn, shopNouns } from "../text/WordLists.ts"

/** What reviews are about, which is not a product. */
const topicOnly = /^(?:build |overall )?(?:quality|value|design|durability|shipping|delivery|look|style|material)$/i

const returning = intentSet("return", "return_eligibility")

const delivery = /(?:^| )(?:delivery|parcel|package)(?: |$)/

/** "return my latest delivery": of those that were delivered. */
const delivered = (order: Wish["order"]): Wish["order"] =>
  order?.kind === "position" ? { kind: "status", status: "delivered", index: order.index } : order

const kindOfProduct = (name: string): string =>
  name.split(/\s+/).findLast((word) => shopNouns.has(word.toLowerCase().replace(/s$/, ""))) ?? name

const refusing =
  /(?:^| )(?:not|no|never|except|without|besides|other than|apart from|(?:anybody|anyone|anything) but)(?: (?:from|by|of|for|the|a|any|make|be))*$/

/** "not from Oskaberg", "other than Brindlecote" */
const isRefused = ({ tokens }: Piece, { from }: Phrase): boolean => refusing.test(lemmasOf(tokens.slice(0, from)))

/** What is searched for: the phrase with a shop noun or a name, else everything that describes. */
const queryOf = (piece: Piece): string | null => {
  const wanted = piece.phrases.filter((phrase) => !isRefused(piece, phrase))
  const specific = wanted.filter((phrase) => phrase.tokens.some(({ tag }) => tag !== "department"))
  const main = mainPhrase(wanted.filter((phrase) => namesThing(phrase) && !isGeneral(phrase)))
  const text = main?.text ?? specific.map((phrase) => phrase.text).join(" ")
  return text === "" ? null : text
}

/** The filters of a search. */
export const filtersOf = (piece: Piece): ProductFilters => {
  const { brand } = piece
  const { inStock, maxPrice, minPrice, minRating, sort } = piece.bounds
  const maker = brand === undefined || isRefused(piece, brand) ? null : brand.text
  return { query: queryOf(piece), category: piece.category, brand: maker, minPrice, maxPrice, minRating, inStock, sort }
}

/** Filters of an earlier search with what was added to them. */
export const refine = (earlier: Wish, piece: Piece): ProductFilters => {
  const added = filtersOf(piece)
  const base = earlier.filters.query ?? (earlier.product === null ? null : kindOfProduct(earlier.product.name))
  const isNewKind = piece.main?.hasNoun === true || piece.main?.hasName === true
  const query =
    isNewKind || base === null ? (added.query ?? base) : piece.main === undefined ? base : `${piece.main.text} ${base}`
  // "and fifteen?" after "up to twenty dollars"
  const limit = earlier.filters.maxPrice === null || piece.main !== undefined ? null : piece.bounds.amount
  const isCheaper = /(?:^| )cheaper(?: |$)/.test(piece.text)
  const kept = isNewKind ? noFilters : earlier.filters
  return {
    ...laidOver(kept, added),
    query,
    minPrice: added.minPrice ?? (added.maxPrice === null ? kept.minPrice : null),
    maxPrice: added.maxPrice ?? limit ?? kept.maxPrice,
    sort: added.sort ?? (isCheaper ? "price_asc" : kept.sort)
  }
}

/** Intents for which any id is that of the review or the memory. */
const ofAnyId = intentSet("review_response", "forget_preference")

/** The wish a piece expresses, its gaps filled from the message and the history; without its text. */
export const fill = (intent: Intent, piece: Piece, background: Background, mentions: Mentions): Wish => {
  const { focus } = background
  const { bounds, main, tokens } = piece
  const words = wordsOf(tokens)
  const named = ofProduct.has(intent) ? productOf(piece, focus, mentions) : null
  const product = intent === "review_topics" && named !== null && topicOnly.test(named.name) ? null : named
  const otherId = ofAnyId.has(intent) ? anyId(tokens) : readOtherId(tokens)
  const said = ofOrder.has(intent) && otherId === null ? orderOf(piece, background, mentions) : null
  const isArrived = returning.has(intent) || (intent === "order_problem" && !/(?:^| )(?:not|never) /.test(piece.text))
  const order = isArrived && delivery.test(piece.text) ? delivered(said) : said
  const category = departmentOf(piece)
  const route = readRoute(tokens)
  const sum = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
  const common: Wish = {
    ...plainWish(intent, ""),
    product,
    order,
    otherId,
    limit: bounds.limit,
    days: bounds.days,
    region: piece.region,
    reason: readReason(piece.said),
    address: addressOf(piece.address, piece.said),
    speed: readSpeed(words),
    refundMethod: readRefundMethod(words),
    tone: saidIn(words, tones),
    note: tokens.find(({ tag }) => tag === "note")?.raw ?? null,
    lowStockOnly: saidIn(words, supplies) !== null,
    fromHistory:
      product?.source === "history" ||
      (order?.kind === "id" && piece.order.reference === null && mentions.order === null)
  }
  switch (intent) {
    case "find_products": {
      const filters = filtersOf(piece)
      return { ...common, filters: { ...filters, maxPrice: filters.maxPrice ?? mentions.maxPrice } }
    }
    case "similar_products":
      return { ...common, filters: { ...filtersOf(piece), query: null } }
    case "seller_products":
    case "seller_stock":
      return { ...common, filters: { ...noFilters, category } }
    case "compare_products":
    case "compare_reviews": {
      const listed = lastSpokenOf(focus, piece.text).map(namedBefore)
      const named = piece.phrases.filter(namesThing).map(({ written }) => namedNow(written))
      const isWithKnown = named.length === 1 && piece.hasPronoun && focus.product !== null
      const earlier = isWithKnown ? [namedBefore(focus.product)] : []
      const [first, ...others] = named.length > 0 ? [...earlier, ...named] : listed
      // "Which is lighter, …?"
      const only = main === undefined || namesThing(main) ? product : null
      return { ...common, product: first ?? only, otherProducts: others, fromHistory: named.length === 0 }
    }
    case "fulfillment_plan":
      return { ...common, items: readItems(tokens, piece.named), region: route.to }
    case "optimize_cart":
    case "bundles": {
      const items = readItems(tokens, piece.named)
      const spokenOf = lastSpokenOf(focus, piece.text).map((name) => ({ product: namedBefore(name), quantity: null }))
      const ofOne = focus.product === null ? [] : [{ product: namedBefore(focus.product), quantity: bounds.quantity }]
      const meant = several.test(piece.text) && spokenOf.length > 1 ? spokenOf : bounds.quantity === null ? [] : ofOne
      return items.length > 0 ? { ...common, items } : { ...common, items: meant, fromHistory: meant.length > 0 }
    }
    case "trending":
    case "deals": {
      const isOfCoupon = /(?:^| )(?:coupon|code|voucher)(?: |$)/.test(piece.text)
      const sum = bounds.amount ?? (isOfCoupon ? bounds.maxPrice : null)
      const isOfProduct =
        (isOfCoupon || /(?:^| )(?:discount|saving|save)(?: |$)/.test(piece.text)) &&
        (main === undefined
          ? / (?:on|for|with) (?:it|that|this)(?: one)?$/.test(piece.text)
          : main.hasName || (main.hasNoun && main.isDefinite && !main.isPlural))
      return {
        ...common,
        amount: tokens.some(({ tag }) => tag === "money") ? sum : null,
        product: isOfProduct ? productOf(piece, focus, mentions) : null,
        filters: { ...noFilters, category: category ?? (piece.hasPronoun ? mentions.category : null) }
      }
    }
    case "validate_coupon": {
      // "What would two knife sets cost with COZY15?"
      const isCounted = main !== undefined && (tokens[main.from - 1]?.value ?? null) !== null
      return {
        ...common,
        code: piece.codes.at(-1) ?? mentions.code,
        amount: isCounted ? null : (sum ?? ((bounds.limit ?? 0) > 9 ? bounds.limit : mentions.amount)),
        quantity: isCounted ? bounds.quantity : null,
        product:
          isCounted || main?.isProper === true || (main?.isDefinite === true && (main.hasNoun || /\bthe\b/.test(words)))
            ? namedNow(main.written)
            : null,
        filters: { ...noFilters, category }
      }
    }
    case "loyalty_discount":
      return { ...common, amount: sum ?? mentions.amount ?? mentions.maxPrice }
    case "apply_coupon":
    case "remove_coupon": {
      // Of "HELLO10 instead of ALICE15" the first.
      const otherThan = (code: string) => new RegExp(`\\b(?:instead of|than|not|replace) (?:the )?${code}\\b`, "iu")
      const code = piece.codes.findLast((code) => !otherThan(code).test(piece.said))
      return { ...common, code: code ?? (intent === "apply_coupon" ? mentions.code : null) }
    }
    case "add_to_cart": {
      // "We need 6 webcams, could you put them in the cart?", "6 webcams for my team, add to cart"
      const isSame = /(?:^| )(?:them|those|these)(?: |$)/.test(piece.text) || (main === undefined && !piece.hasPronoun)
      const told = isSame ? mentions.quantity : null
      const quantity = readCartQuantity(tokens, isUncounted(piece)) ?? told
      const isOpen =
        focus.isListed && mentions.product === null && main === undefined && pick(tokens, focus) === undefined
      // "Add 2 and 3", after a list: these may be places of it, too.
      const isPlace = quantity !== null && quantity > 1 && quantity <= focus.items.length
      const isUncompared = /\bthe (?:cheaper|dearer) one\b/.test(words) && pick(tokens, focus) === undefined
      const isVague = isUncompared || /(?:^| )(?:something|anything|everything)(?: |$)/.test(piece.text)
      return { ...common, product: (isOpen && isPlace) || (main === undefined && isVague) ? null : product, quantity }
    }
    case "update_cart":
    case "remove_from_cart":
      return { ...common, quantity: readCartQuantity(tokens, isUncounted(piece)) }
    case "backorder":
      return { ...common, quantity: readCartQuantity(tokens, isUncounted(piece)) ?? mentions.quantity }
    case "stock":
      return { ...common, quantity: bounds.quantity }
    case "list_orders":
    case "seller_sales":
    case "seller_orders":
      return { ...common, orderStatus: piece.order.status }
    case "shipping_estimate":
      return {
        ...common,
        region: piece.region ?? mentions.region ?? focus.wishes.at(-1)?.region ?? null,
        quantity: bounds.quantity ?? (main === undefined ? mentions.quantity : null)
      }
    case "cart": {
      const asked = piece.named[0] ?? (/^be .* in (?:my|the) /.test(piece.text) ? main : undefined)
      return { ...common, product: asked === undefined ? null : namedNow(asked.written) }
    }
    case "carriers":
      return { ...common, fromRegion: route.from, region: route.to }
    case "reviews":
    case "review_response":
      return { ...common, reviews: readReviewFilters(tokens) }
    case "search_reviews": {
      const { product } = common
      // "Any complaints about the heel?" is about a part of what is spoken of.
      const isOfPart = product !== null && focus.product !== null && main?.hasName !== true
      return {
        ...common,
        product: isOfPart ? { ...product, instead: product.instead ?? focus.product } : product,
        reviews: { ...readReviewFilters(tokens), keyword: readKeyword(withoutProduct(piece)) }
      }
    }
    case "remember_preference":
      return { ...common, memory: readRemembered(piece.said) }
    case "forget_preference": {
      const said = readForgotten(piece.said)
      const only = said.content === null && piece.hasPronoun && focus.items.length === 1 ? focus.items[0] : undefined
      const listed = pick(tokens, focus) ?? only
      return { ...common, memory: listed === undefined ? said : { category: null, content: listed.name } }
    }
    case "recall_preferences":
      return { ...common, memory: readKind(piece.said) }
    default:
      return common
  }
}
