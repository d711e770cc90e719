import { Schema } from "effect"

/** What the mean rating of a product says. */
export const SentimentLabel = Schema.Literal(
  "very_positive",
  "positive",
  "mixed",
  "negative",
  "very_negative",
  "no_data"
)
export type SentimentLabel = typeof SentimentLabel.Type

/** `helpful`, `rating_high` and `rating_low` go on with the newest. */
export const ReviewSort = Schema.Literal("newest", "helpful", "rating_high", "rating_low")
export type ReviewSort = typeof ReviewSort.Type

/** How many reviews have how many stars. */
export const RatingDistribution = Schema.Struct({
  "1": Schema.Int,
  "2": Schema.Int,
  "3": Schema.Int,
  "4": Schema.Int,
  "5": Schema.Int
})

/** What reviews talk about. */
export const ReviewTopic = Schema.Literal("quality", "value", "shipping", "design", "durability")
export type ReviewTopic = typeof ReviewTopic.Type

/** What the reviews that mention a topic say about it. */
export const TopicSentiment = Schema.Literal("positive", "mixed", "negative", "no_data")
export type TopicSentiment = typeof TopicSentiment.Type

/** How the ratings of a product change over time. */
export const ReviewTrendLabel = Schema.Literal("improving", "declining", "stable", "insufficient_data")
export type ReviewTrendLabel = typeof ReviewTrendLabel.Type

/** Why a review may not be genuine. */
export const FakeReviewSignal = Schema.Literal(
  "flagged",
  "near_duplicate",
  "unverified_five_star",
  "generic_phrase",
  "burst",
  "extreme_vs_mean"
)
export type FakeReviewSignal = typeof FakeReviewSignal.Type

/** How likely it is that the reviews of a product mislead. */
export const ReviewRisk = Schema.Literal("low", "medium", "high")
export type ReviewRisk = typeof ReviewRisk.Type

/** How an answer to a review sounds. */
export const ReplyTone = Schema.Literal("friendly", "formal")
export type ReplyTone = typeof ReplyTone.Type

/** First name plus initial of the last one: `"Bob Lindqvist"` is `"Bob L."`. */
export const reviewerName = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""]
  return last === "" ? first : `${first} ${[...last][0]}.`
}
