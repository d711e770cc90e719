import { ReviewTopic } from "@storefront/domain/Reviews"
import { dayOf, lines, list, plural, stars } from "@storefront/domain/Wording"
import { topicsIn } from "@storefront/domain/rules/ReviewTopics"
import {
  analyzeSentiment,
  compareReviews,
  detectFakeReviews,
  getReviewTrends,
  getSentimentByTopic
} from "@storefront/domain/tools/ReviewTools"
import { type Wish } from "../../Wish.ts"
import { aboutAccount, aboutPurchases } from "../About.ts"
import { bullets, listing, paragraph, phrases, theProduct, words } from "../Blocks.ts"
import { comparedIds, meantProduct, mostCompared, productsOf } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, call, each, known } from "../Steps.ts"
import { listed, mentions, quote, respond, reviewed, reviews } from "./Reading.ts"

/** "4.2 out of 5 from 17 reviews". */
const ratedBy = (rating: number | null, reviews: number): string =>
  `${rating === null ? "" : `${stars(rating)} from `}${plural(reviews, "review")}`

type Aspect = (typeof analyzeSentiment.successSchema.Type)["pros"][number]

/** "Praised: soft (2 reviews) and quiet (1 review)", and what one of them says. */
const aspects = (done: string, all: ReadonlyArray<Aspect>): string => {
  const [first] = all
  const named = all.map(({ mentions, term }) => `${term} (${plural(mentions, "review")})`)
  return `${done}: ${first === undefined ? "nothing typical." : `${list(named)}. For example: ${quote(first.example)}`}`
}

/** What customers think of a product as a whole, with an example of praise and of criticism. */
export function* sentiment({ product }: Wish): AnswerPart {
  const found = yield* reviewed(
    product,
    (product_id) => call(analyzeSentiment, { product_id }),
    ({ total_reviews }) => total_reviews
  )
  const { rating_distribution: byStars } = found
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} are ${words(found.overall_sentiment)}: ${ratedBy(found.average_rating, found.total_reviews)} (${byStars["5"]} with 5 stars, ${byStars["1"]} with 1).`,
    found.verified_reviews === 0
      ? null
      : `Verified purchases: ${ratedBy(found.verified_avg_rating, found.verified_reviews)}.`,
    aspects("Praised", found.pros),
    aspects("Criticised", found.cons)
  )
}

/** What customers say about some topics, or about all of them when none is named. */
export function* topics({ product, text }: Wish): AnswerPart {
  const { product_name, topics } = yield* reviewed(
    product,
    (product_id) => call(getSentimentByTopic, { product_id }),
    (found) => found.total_reviews_analyzed
  )
  const asked = topicsIn({ title: "", body: text })
  const opinions = (asked.length === 0 ? ReviewTopic.literals : asked).map((topic) => {
    const { average_rating, mentions, sentiment } = topics[topic]
    return `${topic}: ${mentions === 0 ? "not mentioned" : `${sentiment}, ${ratedBy(average_rating, mentions)}`}`
  })
  return listing(`What the reviews of ${theProduct(product_name)} say`, bullets(opinions))
}

/** How the ratings changed, month by month. */
export function* trends({ days, product }: Wish): AnswerPart {
  // The last year is 12 months.
  const months = days === null ? null : Math.min(24, Math.max(1, Math.round(days / 30.4)))
  const found = yield* reviewed(product, (product_id) => call(getReviewTrends, { product_id, months }))
  const { first_half_average: before, second_half_average: since } = found
  const rated = found.monthly_data.filter(({ review_count }) => review_count > 0)
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} in the last ${plural(found.period_months, "month")}: ${rated.length === 0 ? "none" : words(found.trend)}.`,
    before === null || since === null
      ? null
      : `They gave ${stars(before)} in the first half of that time and ${stars(since)} in the second.`,
    bullets([
      ...rated.map(({ average_rating, month, review_count }) => `${month}: ${ratedBy(average_rating, review_count)}`),
      ...found.highlights.map(({ month, rating, title }) =>
        phrases(`Most helpful in ${month}: ${plural(rating, "star")}`, title === "" ? null : quote(title))
      )
    ])
  )
}

/** Which reviews may not be genuine. */
export function* fakes({ limit, product }: Wish): AnswerPart {
  const { analyzed, product_name, reviews, risk_level, suspicious_count } = yield* reviewed(
    product,
    (product_id) => call(detectFakeReviews, { product_id, limit: limit ?? listed }),
    (found) => found.analyzed
  )
  const suspects = reviews.map(
    ({ body_preview, date, rating, reviewer, score, signals }) =>
      `${plural(rating, "star")} by ${reviewer}, ${dayOf(date)}, score ${score.toFixed(2)} (${list(signals.map(words))}): ${quote(body_preview)}`
  )
  return listing(
    `Suspicious reviews of ${theProduct(product_name)}, ${suspicious_count} of ${analyzed}, which makes the risk ${risk_level} (signs, not proofs)`,
    bullets(suspects)
  )
}

type Compared = (typeof compareReviews.successSchema.Type)["comparisons"][number]

const comparedLine = ({ average_rating, product_name, recent_avg_rating, top_con, top_pro, ...found }: Compared) =>
  average_rating === null
    ? `${product_name}, no reviews yet`
    : phrases(
        product_name,
        ratedBy(average_rating, found.review_count),
        words(found.sentiment),
        recent_avg_rating === null ? null : `${stars(recent_avg_rating)} of late`,
        top_pro === null ? null : `praised as “${top_pro}”`,
        top_con === null ? null : `criticised as “${top_con}”`
      )

/** What customers say of several products, and which of them is rated best. */
export function* compare(wish: Wish): AnswerPart {
  const products = yield* each(productsOf(wish).slice(0, mostCompared), meantProduct)
  const product_ids = yield* comparedIds(products, "the reviews of ")
  const found = yield* known(call(compareReviews, { product_ids }))
  const best = found.comparisons.find(({ product_id }) => product_id === found.best_rated_id)
  return paragraph(
    listing("This is how customers rate them", lines(found.comparisons.map(comparedLine))),
    best === undefined ? null : `The best rated is ${theProduct(best.product_name)}.`
  )
}

const offer =
  "I can read you the reviews of a product, search them for a word, tell what customers think of it and how that changed, compare products by their reviews, and look for reviews that may not be genuine. Which product is it about?"

/** "Look into the reviews of the lamp": for a word that is still to be said. */
const searches = /\b(?:search|look|find|check|scan|browse)(?:ing)?\b/iu

/** What mentions the word that was said; without a word something else. */
const byKeyword = (otherwise: (wish: Wish) => AnswerPart | string) => (wish: Wish) =>
  wish.reviews.keyword === null ? otherwise(wish) : mentions(wish, wish.reviews.keyword)

const answers: Answers = {
  reviews: byKeyword(reviews),
  search_reviews: byKeyword((wish) =>
    wish.product !== null && !searches.test(wish.text)
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

/** Answers what customers say about products, and what is known of the customer. */
export const { answer, playbook } = specialist("review-sentiment", answers, offer)
