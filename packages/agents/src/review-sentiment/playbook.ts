import { type ReviewSort } from "@storefront/domain/Reviews"
import { analyzeSentiment, getProductReviews } from "@storefront/domain/tools/ReviewTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook } from "@storefront/server/model/Playbook"
import { wishesFor } from "../language/Understand.ts"
import { type ReviewFilters, type Wish } from "../language/Wish.ts"
import { aboutProduct } from "../shared/AboutProduct.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import * as Wording from "./wording.ts"

/** How many reviews are quoted when the customer does not say. */
const listed = 3

/** The most reviews a tool lists at once: those that are searched for a word. */
const searched = 50

const offer =
  "I can read you the reviews of a product and tell what customers think of it as a whole. Which product is it about?"

const sorts: { readonly [S in ReviewSort]: string } = {
  newest: "newest",
  helpful: "most helpful",
  rating_high: "best",
  rating_low: "worst"
}

const kindOf = ({ rating, sort, verifiedOnly }: ReviewFilters) =>
  [sorts[sort ?? "newest"], ...(rating === null ? [] : [`${rating}-star`]), ...(verifiedOnly ? ["verified"] : [])].join(
    " "
  )

const matching = ({ rating, sort, verifiedOnly }: ReviewFilters) => ({
  ...(sort === null ? {} : { sort_by: sort }),
  ...(rating === null ? {} : { rating }),
  ...(verifiedOnly ? { verified_only: true } : {})
})

const reviews = ({ limit, product, reviews: filters }: Wish): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, { product_id, limit: limit ?? listed, ...matching(filters) })
    return found instanceof ToolFailure
      ? notAvailable(`the reviews of the ${name}`)
      : Wording.reviews(found, kindOf(filters))
  })

const mentions = ({ limit, product, reviews: filters }: Wish, keyword: string): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, { product_id, limit: searched, ...matching(filters) })
    if (found instanceof ToolFailure) {
      return notAvailable(`the reviews of the ${name}`)
    }
    const word = keyword.toLowerCase()
    const mentioning = found.reviews.filter(({ body, title }) => `${title} ${body}`.toLowerCase().includes(word))
    return Wording.mentions(found, keyword, mentioning, limit ?? listed)
  })

const sentiment = ({ product }: Wish): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(analyzeSentiment, { product_id })
    return found instanceof ToolFailure ? notAvailable(`the reviews of the ${name}`) : Wording.sentiment(found)
  })

/** One wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): Part {
  const { keyword } = wish.reviews
  switch (wish.intent) {
    case "reviews":
      return yield* keyword === null ? reviews(wish) : mentions(wish, keyword)
    case "sentiment":
      return yield* keyword === null ? sentiment(wish) : mentions(wish, keyword)
    case "compare_reviews":
      return "Reviews of several products cannot be compared here yet. Ask me about one product at a time."
    case "fake_reviews":
      return "I cannot judge yet whether reviews are genuine. I can read you those of verified buyers only."
    case "review_trends":
      return "I cannot show yet how the opinion changed over time. I can read you the newest reviews."
    case "review_response":
      return "Answers to reviews cannot be drafted here yet."
    default:
      return offer
  }
}

/** Answers what customers say about a product. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "review-sentiment")
  return wishes.length > 0 ? yield* inParts(wishes, answer) : offer
}
