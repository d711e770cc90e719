import { type ReviewSort } from "@storefront/domain/Reviews"
import { topicsIn } from "@storefront/domain/rules/ReviewTopics"
import { mostRows } from "@storefront/domain/tools/Parameters"
import {
  analyzeSentiment,
  compareReviews,
  detectFakeReviews,
  draftSellerResponse,
  getProductReviews,
  getReviewTrends,
  getSentimentByTopic,
  searchReviews
} from "@storefront/domain/tools/ReviewTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { wishesFor } from "../../dialogue/Understand.ts"
import { type ReviewFilters, type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { aboutProduct, aboutProducts, productsOf } from "../AboutProduct.ts"
import { aboutPurchases } from "../AboutPurchases.ts"
import { inParts, notAvailable, type AnswerPart, spoken } from "../AnswerParts.ts"
import { theProduct } from "../ProductWording.ts"
import * as Analysis from "./AnalysisWording.ts"
import * as Wording from "./Wording.ts"

/** How many reviews are quoted when the customer does not say. */
const listed = 3

const offer =
  "I can read you the reviews of a product, search them for a word, tell what customers think of it and how that changed, compare products by their reviews, and look for reviews that may not be genuine. Which product is it about?"

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

const reviewsNotAvailable = (name: string) => notAvailable(`the reviews of ${theProduct(name)}`)

/** Flagged reviews are left out unless somebody asks for them. */
const asksForFlagged = (text: string) => /\bflagged\b/iu.test(text)

const reviews = ({ limit, product, reviews: filters, text }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, {
      product_id,
      limit: limit ?? listed,
      ...matching(filters),
      ...(asksForFlagged(text) ? { include_flagged: true } : {})
    })
    return found instanceof ToolFailure
      ? reviewsNotAvailable(name)
      : Wording.reviews(found, sorts[filters.sort ?? "newest"], kindOf(filters))
  })

/** Reviews that contain a word, among those with certain stars or by verified buyers: the search tool can filter neither. */
const mentionsAmong = ({ limit, product, reviews: filters }: Wish, keyword: string): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getProductReviews, { product_id, limit: mostRows, ...matching(filters) })
    if (found instanceof ToolFailure) {
      return reviewsNotAvailable(name)
    }
    const word = keyword.toLowerCase()
    const mentioning = found.reviews.filter(({ body, title }) => `${title} ${body}`.toLowerCase().includes(word))
    return Wording.mentions(found, keyword, mentioning, limit ?? listed)
  })

const search = ({ limit, product }: Wish, keyword: string): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(searchReviews, { product_id, keyword: cut(keyword, 100), limit: limit ?? listed })
    return found instanceof ToolFailure ? reviewsNotAvailable(name) : Wording.searched(found, keyword)
  })

const mentions = (wish: Wish, keyword: string): AnswerPart =>
  wish.reviews.rating === null && !wish.reviews.verifiedOnly && keyword.length > 1
    ? search(wish, keyword)
    : mentionsAmong(wish, keyword)

/** Asks what others do not like. */
const asksForCriticism = (text: string) =>
  /\b(?:complain\w*|critici\w*|problems?|issues?|wrong|bad|negatives?|dislike\w*|hate\w*|flaws?|faults?|downsides?|drawbacks?|weak\w*|cons|worst)\b/iu.test(
    text
  )

const sentiment = ({ product, text }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(analyzeSentiment, { product_id })
    return found instanceof ToolFailure ? reviewsNotAvailable(name) : Wording.sentiment(found, asksForCriticism(text))
  })

const topics = ({ product, text }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getSentimentByTopic, { product_id })
    return found instanceof ToolFailure
      ? reviewsNotAvailable(name)
      : Analysis.topics(found, topicsIn({ title: "", body: text }))
  })

/** A period in days as calendar months: "the last year" is 12. */
const monthsOf = (days: number | null) =>
  days === null ? {} : { months: Math.min(24, Math.max(1, Math.round(days / 30.4))) }

const trends = ({ days, product }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getReviewTrends, { product_id, ...monthsOf(days) })
    return found instanceof ToolFailure ? reviewsNotAvailable(name) : Analysis.trends(found)
  })

const fakes = ({ limit, product }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(detectFakeReviews, { product_id, limit: limit ?? listed })
    return found instanceof ToolFailure ? reviewsNotAvailable(name) : Analysis.fakes(found)
  })

/** The most products that are compared at once. */
const compared = 3

const compare = (wish: Wish): AnswerPart =>
  aboutProducts(productsOf(wish).slice(0, compared), function* (products) {
    const ids = [...new Set(products.map(({ product_id }) => product_id))]
    const [only] = products
    if (ids.length < 2) {
      return only === undefined
        ? "Which products shall I compare? Please name two or three."
        : `Which product shall I compare the reviews of ${theProduct(only.name)} with?`
    }
    const found = yield* call(compareReviews, { product_ids: ids })
    return found instanceof ToolFailure ? notAvailable("the reviews of these products") : Analysis.compared(found)
  })

function* draft(review_id: string, { tone }: Wish): AnswerPart {
  const reply = yield* call(draftSellerResponse, { review_id, ...(tone === null ? {} : { tone }) })
  return reply instanceof ToolFailure ? Analysis.notDrafted(reply, review_id) : Analysis.draft(reply)
}

/** The review is known by its id, or it is the first one of a product, in the order asked for. */
const respond = (wish: Wish): AnswerPart =>
  wish.otherId !== null
    ? draft(wish.otherId, wish)
    : wish.product === null
      ? spoken("Which review shall I answer? Its id, or the product it is about, is enough.")
      : aboutProduct(wish.product, function* ({ name, product_id }) {
          const found = yield* call(getProductReviews, { product_id, limit: 1, ...matching(wish.reviews) })
          if (found instanceof ToolFailure) {
            return reviewsNotAvailable(name)
          }
          const [review] = found.reviews
          return review === undefined
            ? Wording.reviews(found, sorts[wish.reviews.sort ?? "newest"], kindOf(wish.reviews))
            : yield* draft(review.review_id, wish)
        })

/** "What do reviews say about the lamp?" is about the lamp, not about a word in its reviews. */
const saysAbout = /\b(?:say|think|feel)\b/iu

/** Answers one wish; those of other specialists are not answered here. */
export const answer = (wish: Wish): AnswerPart => {
  const { keyword } = wish.reviews
  switch (wish.intent) {
    case "reviews":
      return keyword === null ? reviews(wish) : mentions(wish, keyword)
    case "search_reviews":
      return keyword === null && wish.product !== null && saysAbout.test(wish.text)
        ? sentiment(wish)
        : keyword === null
          ? spoken("What shall I look for in the reviews? One word is enough, such as “battery”.")
          : mentions(wish, keyword)
    case "sentiment":
      return keyword === null ? sentiment(wish) : mentions(wish, keyword)
    case "review_topics":
      return topics(wish)
    case "compare_reviews":
      return compare(wish)
    case "fake_reviews":
      return fakes(wish)
    case "review_trends":
      return trends(wish)
    case "review_response":
      return respond(wish)
    case "profile":
      return aboutAccount()
    case "purchase_history":
      return aboutPurchases(wish.limit)
    default:
      return spoken(offer)
  }
}

/** Answers what customers say about products, and what is known of the customer. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "review-sentiment", ["profile", "purchase_history"])
  return wishes.length > 0 ? yield* inParts(wishes, answer) : offer
}
