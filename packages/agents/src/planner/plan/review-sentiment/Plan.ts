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
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { type ReviewFilters, type Wish } from "../../Wish.ts"
import { aboutAccount, aboutPurchases } from "../AboutAccount.ts"
import { aboutProduct, aboutProducts, productsOf } from "../AboutProduct.ts"
import { answering, type AnswerPart, type Answers, specialist, theProduct, told } from "../AnswerParts.ts"
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

/** Flagged reviews are left out unless somebody asks for them. */
const asksForFlagged = (text: string) => /\bflagged\b/iu.test(text)

/** Tells what a tool knows of the reviews of the product that is meant. */
const aboutReviews = <A>(
  product: Wish["product"],
  ask: (productId: string) => Calls<A | ToolFailure>,
  word: (found: A) => AnswerPart | string
): AnswerPart =>
  aboutProduct(product, ({ name, product_id }) => told(ask(product_id), `the reviews of ${theProduct(name)}`, word))

const reviews = ({ limit, product, reviews: filters, text }: Wish): AnswerPart =>
  aboutReviews(
    product,
    (product_id) =>
      call(getProductReviews, {
        product_id,
        limit: limit ?? listed,
        ...matching(filters),
        ...(asksForFlagged(text) ? { include_flagged: true } : {})
      }),
    (found) => Wording.reviews(found, sorts[filters.sort ?? "newest"], kindOf(filters))
  )

/** Reviews that contain a word, among those with certain stars or by verified buyers: the search tool can filter neither. */
const mentionsAmong = ({ limit, product, reviews: filters }: Wish, keyword: string): AnswerPart =>
  aboutReviews(
    product,
    (product_id) => call(getProductReviews, { product_id, limit: mostRows, ...matching(filters) }),
    (found) => {
      const word = keyword.toLowerCase()
      const mentioning = found.reviews.filter(({ body, title }) => `${title} ${body}`.toLowerCase().includes(word))
      return Wording.mentions(found, keyword, mentioning, limit ?? listed)
    }
  )

const search = ({ limit, product }: Wish, keyword: string): AnswerPart =>
  aboutReviews(
    product,
    (product_id) => call(searchReviews, { product_id, keyword: cut(keyword, 100), limit: limit ?? listed }),
    (found) => Wording.searched(found, keyword)
  )

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
  aboutReviews(
    product,
    (product_id) => call(analyzeSentiment, { product_id }),
    (found) => Wording.sentiment(found, asksForCriticism(text))
  )

const topics = ({ product, text }: Wish): AnswerPart =>
  aboutReviews(
    product,
    (product_id) => call(getSentimentByTopic, { product_id }),
    (found) => Analysis.topics(found, topicsIn({ title: "", body: text }))
  )

/** A period in days as calendar months: "the last year" is 12. */
const monthsOf = (days: number | null) =>
  days === null ? {} : { months: Math.min(24, Math.max(1, Math.round(days / 30.4))) }

const trends = ({ days, product }: Wish): AnswerPart =>
  aboutReviews(product, (product_id) => call(getReviewTrends, { product_id, ...monthsOf(days) }), Analysis.trends)

const fakes = ({ limit, product }: Wish): AnswerPart =>
  aboutReviews(product, (product_id) => call(detectFakeReviews, { product_id, limit: limit ?? listed }), Analysis.fakes)

/** The most products that are compared at once. */
const compared = 3

const compare = (wish: Wish): AnswerPart =>
  aboutProducts(productsOf(wish).slice(0, compared), (products) => {
    const ids = [...new Set(products.map(({ product_id }) => product_id))]
    const [only] = products
    if (ids.length < 2) {
      return only === undefined
        ? "Which products shall I compare? Please name two or three."
        : `Which product shall I compare the reviews of ${theProduct(only.name)} with?`
    }
    return told(call(compareReviews, { product_ids: ids }), "the reviews of these products", Analysis.compared)
  })

const draft = (review_id: string, { tone }: Wish): AnswerPart =>
  told(
    call(draftSellerResponse, { review_id, ...(tone === null ? {} : { tone }) }),
    (failure) => Analysis.notDrafted(failure, review_id),
    Analysis.draft
  )

/** The review is known by its id, or it is the first one of a product, in the order asked for. */
const respond = (wish: Wish): AnswerPart | string =>
  wish.otherId !== null
    ? draft(wish.otherId, wish)
    : wish.product === null
      ? "Which review shall I answer? Its id, or the product it is about, is enough."
      : aboutReviews(
          wish.product,
          (product_id) => call(getProductReviews, { product_id, limit: 1, ...matching(wish.reviews) }),
          (found) => {
            const [review] = found.reviews
            return review === undefined
              ? Wording.reviews(found, sorts[wish.reviews.sort ?? "newest"], kindOf(wish.reviews))
              : draft(review.review_id, wish)
          }
        )

/** "What do reviews say about the lamp?" is about the lamp, not about a word in its reviews. */
const saysAbout = /\b(?:say|think|feel)\b/iu

/** What mentions the word that was said; without a word something else. */
const byKeyword = (otherwise: (wish: Wish) => AnswerPart | string) => (wish: Wish) =>
  wish.reviews.keyword === null ? otherwise(wish) : mentions(wish, wish.reviews.keyword)

const answers: Answers = {
  reviews: byKeyword(reviews),
  search_reviews: byKeyword((wish) =>
    wish.product !== null && saysAbout.test(wish.text)
      ? sentiment(wish)
      : "What shall I look for in the reviews? One word is enough, such as “battery”."
  ),
  sentiment: byKeyword(sentiment),
  review_topics: topics,
  compare_reviews: compare,
  fake_reviews: fakes,
  review_trends: trends,
  review_response: respond,
  profile: aboutAccount,
  purchase_history: aboutPurchases
}

export const answer = answering(answers, offer)

/** Answers what customers say about products, and what is known of the customer. */
export const playbook = specialist("review-sentiment", answers, offer)
