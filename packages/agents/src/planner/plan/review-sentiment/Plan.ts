import { ReviewTopic } from "@storefront/domain/Reviews"
import { dayOf, list, plural, stars } from "@storefront/domain/EnglishWording"
import * as ReviewTools from "@storefront/domain/tools/ReviewTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { cut, excerpt } from "@storefront/server/platform/text/Text"
import { type Wish } from "../../Wish.ts"
import { bullets, itemOf, listing, paragraph, phrases, theProduct, asWords } from "../Formatting.ts"
import { account, purchases, shopRule } from "../SharedAnswers.ts"
import { productIdsToCompare, resolveProduct } from "../ProductResolution.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type Calls } from "../../Playbook.ts"
import { type AnswerPart, askFor, call, resultOf, sayList, type Flow } from "../Flows.ts"

type Review = (typeof ReviewTools.getProductReviews.successSchema.Type)["reviews"][number]

/** Reviews quoted by default. */
const defaultLimit = 3

/** Quotes a text on one line, so that it cannot imitate another review. */
const quote = (text: string): string => `“${excerpt(text, 240)}”`

const reviewLine = ({ body, date, rating, reviewer, title, verified_purchase }: Review): string =>
  `${plural(rating, "star")} by ${reviewer}${verified_purchase ? ", who bought it here" : ""}, ${dayOf(date)}: ${quote(title === "" ? body : `${title}: ${body}`)}`

/** Resolves the product, and returns the result of a call about it. */
function* ofProduct<A>(product: Wish["product"], ask: (product_id: string) => Calls<A | ToolFailure>): Flow<A> {
  const { product_id } = yield* resolveProduct(product)
  return yield* resultOf(ask(product_id))
}

const readReviews = ({ product, reviews: { rating, sort, verifiedOnly } }: Wish, limit: number) =>
  ofProduct(product, (product_id) =>
    call(ReviewTools.getProductReviews, {
      product_id,
      limit,
      sort_by: sort,
      rating,
      verified_only: verifiedOnly ? true : null,
      // Flagged reviews are meant for moderators.
      include_flagged: null
    })
  )

function* reviews(wish: Wish): AnswerPart {
  const { rating, verifiedOnly } = wish.reviews
  const { overall_rating, product_name, reviews, total_reviews } = yield* readReviews(wish, wish.limit ?? defaultLimit)
  const kind = `${rating === null ? "" : `${rating}-star `}${verifiedOnly ? "verified " : ""}reviews`
  return listing(
    `${product_name}: ${ratedBy(overall_rating, total_reviews)}. Its ${kind}`,
    bullets(reviews, reviewLine)
  )
}

/** Lists reviews with a keyword, the most helpful first. */
function* mentions({ limit, product }: Wish, keyword: string): AnswerPart {
  const found = yield* ofProduct(product, (product_id) =>
    call(ReviewTools.searchReviews, { product_id, keyword: cut(keyword, 100), limit: limit ?? defaultLimit })
  )
  return listing(
    `Reviews of ${theProduct(found.product_name)} that mention “${keyword}”, the most helpful first`,
    bullets(found.reviews, reviewLine)
  )
}

/** Drafts a response to the review with the given id, or to the first one of a product in the requested order. */
function* draftResponse(wish: Wish): AnswerPart {
  const id = wish.otherId ?? (yield* readReviews(wish, 1)).reviews[0]?.review_id
  const none = "I found no such review of a product of yours. Ask me for the reviews of one of your products."
  if (id === undefined) {
    return none
  }
  const { draft, product_name } = yield* resultOf(
    call(ReviewTools.draftSellerResponse, { review_id: id, tone: wish.tone }),
    { not_found: none, invalid_argument: none }
  )
  return `A draft for a review of ${theProduct(product_name)}; nothing is published:\n\n${draft}`
}

const ratedBy = (rating: number | null, reviews: number): string =>
  `${rating === null || reviews === 0 ? "" : `${stars(rating)} from `}${plural(reviews, "review")}`

const aspectList = (done: string, all: (typeof ReviewTools.analyzeSentiment.successSchema.Type)["pros"]): string =>
  `${done}: ${all.length === 0 ? "nothing typical" : list(all.map(({ mentions, term }) => `${term} (${plural(mentions, "review")})`))}.`

function* sentiment({ product }: Wish): AnswerPart {
  const found = yield* ofProduct(product, (product_id) => call(ReviewTools.analyzeSentiment, { product_id }))
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} are ${asWords(found.overall_sentiment)}: ${ratedBy(found.average_rating, found.total_reviews)}.`,
    aspectList("Praised", found.pros),
    aspectList("Criticised", found.cons)
  )
}

function* topics({ product }: Wish): AnswerPart {
  const { product_name, topics } = yield* ofProduct(product, (product_id) =>
    call(ReviewTools.getSentimentByTopic, { product_id })
  )
  const opinions = ReviewTopic.literals.map((topic) => {
    const { average_rating, mentions, sentiment } = topics[topic]
    return `${topic}: ${mentions === 0 ? "not mentioned" : `${sentiment}, ${ratedBy(average_rating, mentions)}`}`
  })
  return listing(`What the reviews of ${theProduct(product_name)} say`, bullets(opinions))
}

function* trends({ days, product }: Wish): AnswerPart {
  // The last year is 12 months.
  const months = days === null ? null : Math.min(24, Math.max(1, Math.round(days / 30.4)))
  const found = yield* ofProduct(product, (product_id) => call(ReviewTools.getReviewTrends, { product_id, months }))
  const rated = found.monthly_data.filter(({ review_count }) => review_count > 0)
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} in the last ${plural(found.period_months, "month")}: ${rated.length === 0 ? "none" : asWords(found.trend)}.`,
    bullets(rated, ({ average_rating, month, review_count }) => `${month}: ${ratedBy(average_rating, review_count)}`)
  )
}

function* suspicious({ limit, product }: Wish): AnswerPart {
  const { analyzed, product_name, reviews, risk_level, suspicious_count } = yield* ofProduct(product, (product_id) =>
    call(ReviewTools.detectFakeReviews, { product_id, limit: limit ?? defaultLimit })
  )
  const suspects = reviews.map(
    ({ body_preview, date, rating, reviewer, score, signals }) =>
      `${plural(rating, "star")} by ${reviewer}, ${dayOf(date)}, score ${score.toFixed(2)} (${list(signals.map(asWords))}): ${quote(body_preview)}`
  )
  return listing(
    `Suspicious reviews of ${theProduct(product_name)}, ${suspicious_count} of ${analyzed}, which makes the risk ${risk_level} (signs, not proofs)`,
    bullets(suspects)
  )
}

function* compare(wish: Wish): AnswerPart {
  const product_ids = yield* productIdsToCompare(wish, resolveProduct, "the reviews of ")
  const found = yield* resultOf(call(ReviewTools.compareReviews, { product_ids }))
  return yield* sayList(
    "This is how customers rate them",
    found.comparisons,
    ({ average_rating, product_name, review_count, sentiment }) =>
      phrases(product_name, ratedBy(average_rating, review_count), asWords(sentiment)),
    ({ average_rating: rating, product_name: name }) => itemOf({ name, rating })
  )
}

const offer = () =>
  askFor(
    "I can read you the reviews of a product, search them for a word, tell what customers think of it and how that changed, compare products by their reviews, and look for reviews that may not be genuine. Which product is it about?"
  )

const answers: Answers = {
  shop_rule: shopRule,
  reviews,
  search_reviews: (wish) => (wish.reviews.keyword === null ? sentiment(wish) : mentions(wish, wish.reviews.keyword)),
  sentiment,
  review_topics: topics,
  compare_reviews: compare,
  fake_reviews: suspicious,
  review_trends: trends,
  review_response: draftResponse,
  purchase_history: purchases,
  profile: account
}

/** Answers about reviews. */
export const { answer, playbook } = specialist("review-sentiment", answers, offer)
