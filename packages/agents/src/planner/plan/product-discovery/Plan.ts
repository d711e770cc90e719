import { contentWords } from "@storefront/domain/rules/SearchWords"
import { checkStock, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { getProductDetails, getTrendingProducts } from "@storefront/domain/tools/ProductTools"

import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { wishesFor } from "../../dialogue/Understand.ts"
import { plainWish, type Wish } from "../../Wish.ts"
import { aboutAccount, aboutPurchases } from "../AboutAccount.ts"
import { aboutPrices } from "../AboutPrices.ts"
import { type AnswerPart, type Answers, inParts, rows, spoken, theProduct, told } from "../AnswerParts.ts"
import { aboutSearched, type ProductHit } from "./BySearch.ts"
import { compare, similar } from "./Comparing.ts"
import { findProducts, listed } from "./Finding.ts"
import { forget, recall, remember } from "./Remembering.ts"
import { ownProducts } from "./Selling.ts"
import { availability as availabilityWords } from "../inventory-fulfillment/FulfillmentWording.ts"
import { stock as stockWords } from "../inventory-fulfillment/Wording.ts"
import * as Wording from "./Wording.ts"

type Details = typeof getProductDetails.successSchema.Type

const askedForPrice = /\b(?:price|priced|cost|costs|much|expensive)\b/i

const details =
  (question: string) =>
  (product: ProductHit): AnswerPart =>
    describe(product, askedForPrice.test(question) ? Wording.productPrice : Wording.productDetails)

const describe = ({ name, product_id }: ProductHit, word: (product: Details) => string): AnswerPart =>
  told(call(getProductDetails, { product_id }), name, word)

const trendingProducts = ({ days, filters: { category }, limit }: Wish): AnswerPart =>
  told(
    call(getTrendingProducts, {
      limit: rows(limit, listed),
      ...(days === null ? {} : { days: Math.min(365, Math.max(1, days)) }),
      ...(category === null ? {} : { category })
    }),
    "what sells best",
    (trending) => Wording.trendingProducts(trending, category)
  )

/** How many there are, and where; with the upcoming deliveries if they were asked for. */
const stock = ({ intent, product }: Wish): AnswerPart =>
  aboutSearched(product, ({ name, product_id }) =>
    intent === "stock"
      ? told(call(checkStock, { product_id }), `the stock of ${theProduct(name)}`, (levels) =>
          stockWords(levels, null, null)
        )
      : told(call(getWarehouseAvailability, { product_id }), `where ${theProduct(name)} is`, availabilityWords)
  )

const stockOrFind = (wish: Wish, { context: { memories } }: TurnView): AnswerPart =>
  wish.product === null && wish.filters.query !== null ? findProducts(wish, memories) : stock(wish)

/** What its tools can grant; anything else is searched for. */
const answers: Answers = {
  product_details: ({ product, text }) => aboutSearched(product, details(text)),
  compare_products: compare,
  similar_products: similar,
  trending: trendingProducts,
  price_history: ({ days, product }) => aboutSearched(product, (found) => aboutPrices(found, days)),
  remember_preference: remember,
  recall_preferences: recall,
  forget_preference: (wish, { history }) => forget(wish, history),
  purchase_history: aboutPurchases,
  seller_products: ownProducts,
  stock: stockOrFind,
  warehouse_availability: stockOrFind,
  profile: aboutAccount
}

export const answer = (turn: TurnView, wish: Wish): AnswerPart =>
  spoken(answers[wish.intent]?.(wish, turn) ?? findProducts(wish, turn.context.memories))

const offer =
  "I can search the shop, describe and compare products, tell what sells best and how prices developed, and remember what you like. What are you looking for?"

/** Finds and describes products for what the message asks; a message that asks for nothing known is searched for. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "product-discovery", ["stock", "warehouse_availability", "profile"])
  if (wishes.length > 0) {
    return yield* inParts(wishes, (wish) => answer(turn, wish))
  }
  const query = contentWords(turn.message).join(" ")
  const guess = plainWish("find_products", turn.message)
  return query === ""
    ? offer
    : yield* findProducts({ ...guess, filters: { ...guess.filters, query } }, turn.context.memories)
}
