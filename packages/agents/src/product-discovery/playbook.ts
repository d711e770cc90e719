import { contentWords } from "@storefront/domain/rules/SearchWords"
import {
  getPriceHistory,
  getProductDetails,
  getTrendingProducts,
  searchProducts,
  semanticSearch
} from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook, type ToolCall, type ToolOutcome } from "@storefront/server/model/Playbook"
import { pickProduct, type Resolution } from "../language/References.ts"
import { wishesFor } from "../language/Understand.ts"
import { plainWish, type ProductReference, type Wish } from "../language/Wish.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import { theProduct } from "../shared/ProductName.ts"
import { findProducts, listed } from "./finding.ts"
import * as Wording from "./wording.ts"

type Calls<A> = Generator<ToolCall, A, ToolOutcome>
type Found = (typeof searchProducts.successSchema.Type)["products"][number]
type Details = typeof getProductDetails.successSchema.Type

/** How far back prices are compared when the customer does not say, in days. */
const pricePeriod = 90

const which = "Which product do you mean? Its name, or the kind of product, is enough."

/** The product that a customer means. */
function* resolve({ name }: ProductReference): Calls<Resolution<Found>> {
  const answer = yield* call(searchProducts, { query: name.slice(0, 200) })
  return answer instanceof ToolFailure ? { _tag: "Failed", failure: answer } : pickProduct(name, answer.products)
}

/** Says what is known of the product that is meant, or why it is not clear which one that is. */
function* about(reference: ProductReference | null, tell: (product: Found) => Part): Part {
  if (reference === null) {
    return which
  }
  const product = yield* resolve(reference)
  switch (product._tag) {
    case "Found":
      return yield* tell(product.value)
    case "Several":
      return `Several products could be meant. Which one?\n${Wording.productLines(product.candidates)}`
    case "None":
      return `I found no product called "${reference.name}". Please check the name, or tell me what kind of product it is.`
    case "Failed":
      return notAvailable(`"${reference.name}"`)
  }
}

const askedForPrice = /\b(?:price|priced|cost|costs|much|expensive)\b/i

const details =
  (question: string) =>
  (product: Found): Part =>
    describe(product, askedForPrice.test(question) ? Wording.productPrice : Wording.productDetails)

function* describe({ name, product_id }: Found, word: (product: Details) => string): Part {
  const answer = yield* call(getProductDetails, { product_id })
  return answer instanceof ToolFailure ? notAvailable(name) : word(answer)
}

/** There is no tool that compares: the products are described one after the other. */
function* compareProducts({ otherProducts, product }: Wish): Part {
  const references = [...(product === null ? [] : [product]), ...otherProducts].slice(0, 3)
  if (references.length < 2) {
    return "Which products shall I compare? Please name two or three."
  }
  return yield* inParts(references, (reference) => about(reference, (found) => describe(found, Wording.productDetails)))
}

function* similarProducts({ filters, product: reference }: Wish): Part {
  return yield* about(reference, function* (product) {
    const kind = product.name.replace(product.brand, "").trim()
    const answer = yield* call(semanticSearch, {
      query: `${filters.query ?? ""} ${kind}`.trim().slice(0, 500),
      limit: listed + 1,
      ...(filters.maxPrice === null ? {} : { max_price: filters.maxPrice })
    })
    const others =
      answer instanceof ToolFailure ? [] : answer.products.filter((other) => other.product_id !== product.product_id)
    return others.length === 0
      ? `I found nothing that comes near ${theProduct(product.name)}.`
      : `These come near ${theProduct(product.name)}:\n${Wording.productLines(others)}`
  })
}

function* trendingProducts({ days, filters: { category }, limit }: Wish): Part {
  const answer = yield* call(getTrendingProducts, {
    limit: limit ?? listed,
    ...(days === null ? {} : { days: Math.min(365, Math.max(1, days)) }),
    ...(category === null ? {} : { category })
  })
  return answer instanceof ToolFailure ? notAvailable("what sells best") : Wording.trendingProducts(answer, category)
}

function* priceHistory({ days, product: reference }: Wish): Part {
  return yield* about(reference, function* (product) {
    const answer = yield* call(getPriceHistory, {
      product_id: product.product_id,
      days: Math.min(365, Math.max(7, days ?? pricePeriod))
    })
    return answer instanceof ToolFailure
      ? notAvailable(`the prices of ${theProduct(product.name)}`)
      : Wording.priceHistory(answer)
  })
}

/** One wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): Part {
  switch (wish.intent) {
    case "product_details":
      return yield* about(wish.product, details(wish.text))
    case "compare_products":
      return yield* compareProducts(wish)
    case "similar_products":
      return yield* similarProducts(wish)
    case "trending":
      return yield* trendingProducts(wish)
    case "price_history":
      return yield* priceHistory(wish)
    case "preferences":
      return "I cannot remember preferences here yet. Tell me what matters to you, and I will search with it."
    case "seller_products":
      return "Your own catalogue cannot be listed here yet. I can search what the shop sells."
    default:
      return yield* findProducts(wish)
  }
}

const offer =
  "I can search the shop, describe products, tell what sells best and how prices developed. What are you looking for?"

/** Finds and describes products for what the message asks; a message that asks for nothing known is searched for. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "product-discovery")
  if (wishes.length > 0) {
    return yield* inParts(wishes, answer)
  }
  const query = contentWords(turn.message).join(" ")
  const guess = plainWish("find_products", turn.message)
  return query === "" ? offer : yield* findProducts({ ...guess, filters: { ...guess.filters, query } })
}
