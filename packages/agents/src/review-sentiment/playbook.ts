import { type ReviewSort } from "@storefront/domain/Reviews"
import { analyzeSentiment, getProductReviews } from "@storefront/domain/tools/ReviewTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook } from "@storefront/server/model/Playbook"
import { understand } from "../language/Understand.ts"
import { intentOwner, type ProductReference, type ReviewFilters, type Wish } from "../language/Wish.ts"
import { aboutAccount } from "../shared/AboutAccount.ts"
import { aboutProduct } from "../shared/AboutProduct.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import { theProduct } from "../shared/ProductName.ts"
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

/** "2-star verified": which reviews, whatever their order. */
const kindOf = ({ rating, verifiedOnly }: ReviewFilters): string =>
  [...(rating === null ? [] : [`${rating}-star`]), ...(verifiedOnly ? ["verified"] : [])].join(" ")

const matching = ({ rating, sort, verifiedOnly }: ReviewFilters) => ({
  ...(sort === null ? {} : { sort_by: sort }),
  ...(rating === null ? {} : { rating }),
  ...(verifiedOnly ? { verified_only: true } : {})
})

const reviews = ({ limit, product, reviews: filters }: Wish): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, { product_id, limit: limit ?? listed, ...matching(filters) })
    return found instanceof ToolFailure
      ? notAvailable(`the reviews of ${theProduct(name)}`)
      : Wording.reviews(found, sorts[filters.sort ?? "newest"], kindOf(filters))
  })

const mentions = ({ limit, product, reviews: filters }: Wish, keyword: string): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, { product_id, limit: searched, ...matching(filters) })
    if (found instanceof ToolFailure) {
      return notAvailable(`the reviews of ${theProduct(name)}`)
    }
    const word = keyword.toLowerCase()
    const mentioning = found.reviews.filter(({ body, title }) => `${title} ${body}`.toLowerCase().includes(word))
    return Wording.mentions(found, keyword, mentioning, limit ?? listed)
  })

/** Asks for what others do not like. */
const asksForCriticism = (text: string) =>
  /\b(?:complain\w*|critici\w*|problems?|issues?|wrong|bad|negatives?|dislike\w*|hate\w*|flaws?|faults?|downsides?|drawbacks?|weak\w*|cons|worst)\b/iu.test(
    text
  )

const sentiment = (product: ProductReference | null, text: string): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(analyzeSentiment, { product_id })
    return found instanceof ToolFailure
      ? notAvailable(`the reviews of ${theProduct(name)}`)
      : Wording.sentiment(found, asksForCriticism(text))
  })

/** There is no tool that compares: opinions are told one after the other. */
function* compare({ otherProducts, product, text }: Wish): Part {
  const references = [...(product === null ? [] : [product]), ...otherProducts].slice(0, 3)
  return references.length === 0
    ? "Which products shall I compare? Please name two or three."
    : yield* inParts(references, (reference) => sentiment(reference, text))
}

/** One wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): Part {
  const { keyword } = wish.reviews
  switch (wish.intent) {
    case "reviews":
      return yield* keyword === null ? reviews(wish) : mentions(wish, keyword)
    case "sentiment":
      return yield* keyword === null ? sentiment(wish.product, wish.text) : mentions(wish, keyword)
    case "compare_reviews":
      return yield* compare(wish)
    case "profile":
      return yield* aboutAccount()
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

/** Answers what customers say about a product, and what is known of the customer. */
export const playbook: Playbook = function* (turn) {
  const wishes = understand(turn).filter(
    ({ intent }) => intentOwner[intent] === "review-sentiment" || intent === "profile"
  )
  return wishes.length > 0 ? yield* inParts(wishes, answer) : offer
}
