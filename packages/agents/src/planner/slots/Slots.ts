import { readMood } from "../classify/IntentMood.ts"
import { type Piece } from "../classify/Piece.ts"
import { type Intent, writing } from "../Intents.ts"
import { noAddress } from "../text/Address.ts"
import { departmentOf } from "../text/ClauseWords.ts"
import { anyId, readOtherId } from "../text/Ids.ts"
import { namesThing } from "../text/Phrases.ts"
import { readRoute } from "../text/Regions.ts"
import { wordsOf } from "../text/Tokens.ts"
import { noFilters, type SaidAddress, type Wish } from "../Wish.ts"
import { readCartQuantity } from "./CartQuantity.ts"
import { readItems } from "./Items.ts"
import { readKeyword } from "./Keyword.ts"
import { readForgotten, readMemoryKind, readRemembered } from "./Memory.ts"
import { type Mentions } from "./Mentions.ts"
import { readReason, readRefundMethod } from "./RefundSlots.ts"
import { readReviewFilters, readTopic } from "./ReviewSlots.ts"
import { readSpeed } from "./Speed.ts"

const zip = /\b(?:zip|zip code|zipcode|postal code|postcode)(?: is| to|:)? (\d{5}(?:-\d{4})?)\b/i
const receiver = /\b(?:recipient|addressee|name)(?: is| to|:)? (\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3})/u

/** The address of a clause; of one that gives only a part, that part. */
export const addressOf = ({ address, said }: Piece): SaidAddress | null => {
  const [code, recipient] = [zip.exec(said)?.[1], receiver.exec(said)?.[1]]
  return address !== null
    ? { ...address, recipient: address.recipient ?? recipient ?? null }
    : code === undefined && recipient === undefined
      ? null
      : { ...noAddress, zip: code ?? null, recipient: recipient ?? null }
}

/** Tells the places of a clause that belong to a product's name. */
export const isPartOfName = (piece: Piece) => (place: number) =>
  piece.main !== undefined && place > piece.main.from && place < piece.main.to

const noteIn = ({ tokens }: Piece): string | null => tokens.find(({ tag }) => tag === "note")?.raw ?? null

/** The words of a clause without the name of its product and what joins it. */
const withoutProduct = ({ main, tokens }: Piece): string => {
  const isName = main !== undefined && namesThing(main)
  return tokens
    .filter((_, place) => !isName || place < main.from || place >= main.to)
    .map(({ kind, raw, word }) => (kind === "word" ? word : raw))
    .join(" ")
    .replace(
      /\b(?:of|for|on|from|about) (?:the |this |that |my )?(?=(?:mention|contain|that|which|about|say|for|with|talk|with|$))/gi,
      ""
    )
}

/** The code that is wanted: of "HELLO10 instead of ALICE15" the first. */
const wantedCode = ({ codes, said }: Piece): string | undefined =>
  codes.findLast(
    (code) => !new RegExp(`\\b(?:instead of|rather than|not|replace) (?:the )?${code}\\b`, "iu").test(said)
  )

/** Only what runs low is asked for, from the words of a clause. */
export const readLowStock = (words: string): boolean =>
  /\b(?:low|lowest|lower) (?:on |in )?(?:stock|inventory|supply|quantity)\b|\brun(?:ning|s)? (?:low|out|short)\b|\b(?:is|are|be|what's|whats|anything|something|items?|products?|listings?|mine|stuff) (?:\w+ ){0,2}low\b|\balmost (?:out|gone|sold)\b|\bnearly (?:out|gone|sold)\b|\bbelow (?:the |its |their )?(?:threshold|reorder)\b|\b(?:restock(?:ing)?|replenish(?:ing|ed)?|refill|reorder)\b|\bout of stock\b|\bsold out\b|\blow\b$/.test(
    words
  )

/** How an answer to a review is to sound, from the words of a request. */
export const readTone = (words: string): "friendly" | "formal" | null =>
  /\b(?:formal|formally|professional|professionally|businesslike|business|serious|official|officially)\b/.test(words)
    ? "formal"
    : /\b(?:friendly|warm|warmly|kind|nice|nicely|casual|cheerful|personal|relaxed|sweet)\b/.test(words)
      ? "friendly"
      : null

/** Slots that only some intents have, read from a clause alone. */
export const slotsOf = (intent: Intent, piece: Piece, mentions: Mentions): Partial<Wish> => {
  const words = wordsOf(piece.tokens)
  const category = departmentOf(piece)
  switch (intent) {
    case "cancel_order":
      return { reason: readReason(piece.said) }
    case "return":
    case "refund":
    case "return_eligibility":
      return {
        refundMethod: readRefundMethod(words),
        reason: readReason(piece.said),
        otherId: readOtherId(piece.tokens)
      }
    case "return_status":
      return { otherId: readOtherId(piece.tokens) }
    case "add_to_cart":
    case "update_cart":
    case "remove_from_cart":
      return { quantity: readCartQuantity(piece.tokens, isPartOfName(piece)) }
    case "change_address":
    case "shipping_address":
    case "billing_address":
      return { address: addressOf(piece) }
    case "apply_coupon":
    case "remove_coupon":
      return { code: wantedCode(piece) ?? (intent === "apply_coupon" ? mentions.code : null) }
    case "checkout":
      return { speed: readSpeed(words), note: noteIn(piece) }
    case "backorder":
      return { quantity: readCartQuantity(piece.tokens, isPartOfName(piece)) ?? mentions.quantity, note: noteIn(piece) }
    case "remember_preference":
      return { memory: readRemembered(piece.said) }
    case "forget_preference": {
      const otherId = anyId(piece.tokens)
      return { memory: otherId === null ? readForgotten(piece.said) : null, otherId }
    }
    case "recall_preferences": {
      const kind = readMemoryKind(piece.said)
      return kind === null ? {} : { memory: { category: kind, content: null } }
    }
    case "carriers": {
      const { from, to } = readRoute(piece.tokens)
      return { fromRegion: from, region: to, speed: readSpeed(words) }
    }
    case "fulfillment_plan":
      return { items: readItems(piece.tokens, piece.named), region: readRoute(piece.tokens).to }
    case "optimize_cart":
    case "bundles":
      return { items: readItems(piece.tokens, piece.named) }
    case "loyalty_discount":
      return {
        amount:
          piece.bounds.amount ?? piece.bounds.maxPrice ?? piece.bounds.minPrice ?? mentions.amount ?? mentions.maxPrice
      }
    case "review_topics":
      return { reviews: { ...readReviewFilters(piece.tokens), keyword: readTopic(words) } }
    case "search_reviews":
      return {
        reviews: { ...readReviewFilters(piece.tokens), keyword: readKeyword(withoutProduct(piece)) }
      }
    case "review_response":
      return {
        otherId: anyId(piece.tokens),
        tone: readTone(words),
        reviews: readReviewFilters(piece.tokens)
      }
    case "seller_products":
    case "seller_stock":
      return {
        lowStockOnly: readLowStock(words),
        otherId: readOtherId(piece.tokens),
        filters: { ...noFilters, category }
      }
    case "seller_sales":
    case "seller_orders":
      return { otherId: readOtherId(piece.tokens), orderStatus: piece.order.status }
    case "shipping_estimate":
      return { speed: readSpeed(words) }
    default:
      return {}
  }
}

/** The customer tells us to do it. */
export const isExplicitIn = (intent: Intent, { tokens }: Piece): boolean =>
  writing.has(intent) && readMood(intent, tokens) === "request"
