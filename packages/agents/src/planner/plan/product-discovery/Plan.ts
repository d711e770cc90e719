import { contentWords } from "@storefront/domain/rules/SearchWords"
import { checkStock, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { getProductDetails, getTrendingProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { wishesFor } from "../../dialogue/Understand.ts"
import { plainWish, type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { aboutPrices } from "../AboutPrices.ts"
import { inParts, notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theProduct } from "../ProductWording.ts"
import { rows } from "../Rows.ts"
import { aboutSearched, type ProductHit } from "./BySearch.ts"
import { compare, similar } from "./Comparing.ts"
import { findProducts, listed } from "./Finding.ts"
import { purchases } from "./Purchases.ts"
import { forget, recall, remember } from "./Remembering.ts"
import { ownProducts } from "./Selling.ts"
import * as Wording from "./Wording.ts"

type Details = typeof getProductDetails.successSchema.Type

const askedForPrice = /\b(?:price|priced|cost|costs|much|expensive)\b/i

const details =
  (question: string) =>
  (product: ProductHit): AnswerPart =>
    describe(product, askedForPrice.test(question) ? Wording.productPrice : Wording.productDetails)

function* describe({ name, product_id }: ProductHit, word: (product: Details) => string): AnswerPart {
  const answer = yield* call(getProductDetails, { product_id })
  return answer instanceof ToolFailure ? notAvailable(name) : word(answer)
}

function* trendingProducts({ days, filters: { category }, limit }: Wish): AnswerPart {
  const answer = yield* call(getTrendingProducts, {
    limit: rows(limit, listed),
    ...(days === null ? {} : { days: Math.min(365, Math.max(1, days)) }),
    ...(category === null ? {} : { category })
  })
  return answer instanceof ToolFailure ? notAvailable("what sells best") : Wording.trendingProducts(answer, category)
}

/** How many there are, and where; with the upcoming deliveries if they were asked for. */
const stock = ({ intent, product }: Wish): AnswerPart =>
  aboutSearched(product, function* ({ name, product_id }) {
    if (intent === "stock") {
      const levels = yield* call(checkStock, { product_id })
      return levels instanceof ToolFailure ? notAvailable(`the stock of ${theProduct(name)}`) : Wording.stock(levels)
    }
    const where = yield* call(getWarehouseAvailability, { product_id })
    return where instanceof ToolFailure ? notAvailable(`where ${theProduct(name)} is`) : Wording.availability(where)
  })

/** Answers one wish; one that its tools cannot grant is searched for. */
export const answer = ({ context: { memories, today }, history }: TurnView) =>
  function* (wish: Wish): AnswerPart {
    switch (wish.intent) {
      case "product_details":
        return yield* aboutSearched(wish.product, details(wish.text))
      case "compare_products":
        return yield* compare(wish)
      case "similar_products":
        return yield* similar(wish)
      case "trending":
        return yield* trendingProducts(wish)
      case "price_history":
        return yield* aboutSearched(wish.product, (product) => aboutPrices(product, wish.days))
      case "remember_preference":
        return yield* remember(wish)
      case "recall_preferences":
        return yield* recall(wish)
      case "forget_preference":
        return yield* forget(wish, history)
      case "purchase_history":
        return yield* purchases(wish, today)
      case "seller_products":
        return yield* ownProducts(wish)
      case "stock":
      case "warehouse_availability":
        return yield* wish.product === null && wish.filters.query !== null ? findProducts(wish, memories) : stock(wish)
      case "profile":
        return yield* aboutAccount()
      default:
        return yield* findProducts(wish, memories)
    }
  }

const offer =
  "I can search the shop, describe and compare products, tell what sells best and how prices developed, and remember what you like. What are you looking for?"

/** Finds and describes products for what the message asks; a message that asks for nothing known is searched for. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "product-discovery", ["stock", "warehouse_availability", "profile"])
  if (wishes.length > 0) {
    return yield* inParts(wishes, answer(turn))
  }
  const query = contentWords(turn.message).join(" ")
  const guess = plainWish("find_products", turn.message)
  return query === ""
    ? offer
    : yield* findProducts({ ...guess, filters: { ...guess.filters, query } }, turn.context.memories)
}
