import {
  type FakeReviewSignal,
  ReviewTopic,
  type ReviewTrendLabel,
  type SentimentLabel,
  type TopicSentiment
} from "@storefront/domain/Reviews"
import {
  type compareReviews,
  type detectFakeReviews,
  type draftSellerResponse,
  type getReviewTrends,
  type getSentimentByTopic
} from "@storefront/domain/tools/ReviewTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, list, plural, stars } from "@storefront/domain/Wording"
import { notAvailable, theProduct } from "../AnswerParts.ts"
import { none, quote } from "./Wording.ts"

type Topics = typeof getSentimentByTopic.successSchema.Type
type Trends = typeof getReviewTrends.successSchema.Type
type Fakes = typeof detectFakeReviews.successSchema.Type
type Comparison = (typeof compareReviews.successSchema.Type)["comparisons"][number]

const topicOpinions: { readonly [S in TopicSentiment]: string } = {
  positive: "positive",
  mixed: "mixed",
  negative: "negative",
  no_data: "not mentioned"
}

const topicLine = ({ topics }: Topics, topic: ReviewTopic): string => {
  const { average_rating, mentions, sentiment } = topics[topic]
  const name = `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`
  return `- ${name}: ${topicOpinions[sentiment]}${average_rating === null ? "" : `, ${stars(average_rating)} from the ${plural(mentions, "review")} that ${mentions === 1 ? "mentions" : "mention"} it`}`
}

/** What customers say about some topics, or about all of them when none is named. */
export const topics = (found: Topics, asked: ReadonlyArray<ReviewTopic>): string =>
  found.total_reviews_analyzed === 0
    ? none(found.product_name)
    : [
        `What ${plural(found.total_reviews_analyzed, "review")} of ${theProduct(found.product_name)} ${found.total_reviews_analyzed === 1 ? "says" : "say"}:`,
        ...(asked.length === 0 ? ReviewTopic.literals : asked).map((topic) => topicLine(found, topic))
      ].join("\n")

/** What happened to the reviews of a product. */
const changes: { readonly [T in Exclude<ReviewTrendLabel, "insufficient_data">]: string } = {
  improving: "got better",
  declining: "got worse",
  stable: "stayed about the same"
}

/** A trend needs reviews from two months, and some in both halves of the period. */
const changeOf = (trend: ReviewTrendLabel, monthsWithReviews: number): string =>
  trend !== "insufficient_data"
    ? changes[trend]
    : monthsWithReviews < 2
      ? "came in too few months for a trend"
      : "all came in one half of that time, so I can tell no trend"

const halves = ({ first_half_average, second_half_average }: Trends): string =>
  first_half_average === null || second_half_average === null
    ? ""
    : ` On average they gave ${stars(first_half_average)} in the first half of that time and ${stars(second_half_average)} in the second.`

const highlight = ({ month, rating, title }: Trends["highlights"][number]): string =>
  `- Most helpful in ${month}: ${plural(rating, "star")}${title === "" ? "" : `, “${quote(title)}”`}`

/** How the ratings changed, month by month. */
export const trends = (found: Trends): string => {
  const rated = found.monthly_data.filter(({ review_count }) => review_count > 0)
  return rated.length === 0
    ? `${found.product_name} got no reviews in the last ${plural(found.period_months, "month")}.`
    : [
        `Over the last ${plural(found.period_months, "month")}, the reviews of ${theProduct(found.product_name)} ${changeOf(found.trend, rated.length)}.${halves(found)}`,
        ...rated.map(
          ({ average_rating, month, review_count }) =>
            `- ${month}: ${average_rating === null ? "" : `${stars(average_rating)} from `}${plural(review_count, "review")}`
        ),
        ...found.highlights.map(highlight)
      ].join("\n")
}

const signalNames: { readonly [S in FakeReviewSignal]: string } = {
  flagged: "it was flagged",
  near_duplicate: "nearly the same text exists elsewhere",
  unverified_five_star: "five stars without a purchase here",
  generic_phrase: "only generic praise",
  burst: "one of many within a day",
  extreme_vs_mean: "far from what others say"
}

const fakeLine = ({ body_preview, date, rating, reviewer, score, signals }: Fakes["reviews"][number]): string =>
  `- ${plural(rating, "star")} by ${reviewer}, ${dayOf(date)}, score ${score.toFixed(2)} (${list(signals.map((signal) => signalNames[signal]))}): “${quote(body_preview)}”`

/** Which reviews may not be genuine. */
export const fakes = (found: Fakes): string => {
  const { analyzed, product_name, reviews, risk_level, suspicious_count } = found
  if (analyzed === 0) {
    return none(product_name)
  }
  const product = theProduct(product_name)
  return suspicious_count === 0
    ? `None of the ${plural(analyzed, "review")} of ${product} looks suspicious to me.`
    : [
        `${suspicious_count} of ${plural(analyzed, "review")} of ${product} ${suspicious_count === 1 ? "looks" : "look"} suspicious, so the risk is ${risk_level}. ${suspicious_count === 1 ? "It is a sign, not a proof" : "These are signs, not proofs"}${reviews.length < suspicious_count ? `; the ${reviews.length} with the highest score` : ""}:`,
        ...reviews.map(fakeLine)
      ].join("\n")
}

const sentiments: { readonly [L in Exclude<SentimentLabel, "no_data">]: string } = {
  very_positive: "very positive",
  positive: "positive",
  mixed: "mixed",
  negative: "negative",
  very_negative: "very negative"
}

const comparisonLine = (found: Comparison): string => {
  const { average_rating, product_name, recent_avg_rating, review_count, sentiment, top_con, top_pro } = found
  if (average_rating === null || sentiment === "no_data") {
    return `${product_name}, no reviews yet`
  }
  return [
    `${product_name}, ${stars(average_rating)} from ${plural(review_count, "review")}`,
    sentiments[sentiment],
    ...(recent_avg_rating === null ? [] : [`${stars(recent_avg_rating)} of late`]),
    ...(top_pro === null ? [] : [`praised as “${top_pro}”`]),
    ...(top_con === null ? [] : [`criticised as “${top_con}”`])
  ].join(", ")
}

/** What customers say of several products, and which of them is rated best. */
export const compared = ({ best_rated_id, comparisons }: typeof compareReviews.successSchema.Type): string => {
  const best = comparisons.find(({ product_id }) => product_id === best_rated_id)
  return [
    best === undefined
      ? "None of them has reviews yet:"
      : `Customers rate ${theProduct(best.product_name)} best. By their reviews:`,
    ...comparisons.map((comparison, index) => `${index + 1}. ${comparisonLine(comparison)}`)
  ].join("\n")
}

/** A draft for the seller, and what it answers. */
export const draft = (reply: typeof draftSellerResponse.successSchema.Type): string =>
  [
    `A draft for the review ${reply.review_id} of ${theProduct(reply.product_name)} (${plural(reply.rating, "star")} by ${reply.reviewer}):`,
    reply.draft,
    "Nothing is published; change it as you like."
  ].join("\n\n")

/** Why there is no draft. */
export const notDrafted = (failure: ToolFailure, reviewId: string): string => {
  switch (failure.error) {
    case "forbidden":
      return "Only sellers can have answers to reviews drafted. I can read you the reviews."
    case "not_found":
      return `I found no review ${reviewId} of a product of yours. Ask me for the reviews of one of your products.`
    case "invalid_argument":
      return "That is not the id of a review. Tell me which product the review is about."
    default:
      return notAvailable("this review")
  }
}
