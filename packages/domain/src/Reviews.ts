import { Schema } from "effect"

/** Interpretation of a product's mean rating. */
export const SentimentLabel = Schema.Literal(
  "very_positive",
  "positive",
  "mixed",
  "negative",
  "very_negative",
  "no_data"
)
export type SentimentLabel = typeof SentimentLabel.Type

/** Sort order of reviews; ties in the last three go newest first. */
export const ReviewSort = Schema.Literal("newest", "helpful", "rating_high", "rating_low")
export type ReviewSort = typeof ReviewSort.Type

/** Number of reviews by stars. */
export const RatingDistribution = Schema.Struct({
  "1": Schema.Int,
  "2": Schema.Int,
  "3": Schema.Int,
  "4": Schema.Int,
  "5": Schema.Int
})

export const ReviewTopic = Schema.Literal("quality", "value", "shipping", "design", "durability")
export type ReviewTopic = typeof ReviewTopic.Type

/** Overall sentiment of the reviews that mention a topic. */
export const TopicSentiment = Schema.Literal("positive", "mixed", "negative", "no_data")
export type TopicSentiment = typeof TopicSentiment.Type

/** Trend of a product's ratings over time. */
export const ReviewTrendLabel = Schema.Literal("improving", "declining", "stable", "insufficient_data")
export type ReviewTrendLabel = typeof ReviewTrendLabel.Type

/** Reasons to suspect that a review is not genuine. */
export const FakeReviewSignal = Schema.Literal(
  "flagged",
  "near_duplicate",
  "unverified_five_star",
  "generic_phrase",
  "burst",
  "extreme_vs_mean"
)
export type FakeReviewSignal = typeof FakeReviewSignal.Type

/** Risk that a product's reviews mislead. */
export const ReviewRisk = Schema.Literal("low", "medium", "high")
export type ReviewRisk = typeof ReviewRisk.Type

/** Tone of a reply to a review. */
export const ReplyTone = Schema.Literal("friendly", "formal")
export type ReplyTone = typeof ReplyTone.Type

/** Names of a review's author, of which one is null. */
export const ReviewAuthor = Schema.Struct({
  /** Full name of the account; never leaves the server. */
  account_name: Schema.NullOr(Schema.String),
  /** Name given with a review that has no account; shown as it is. */
  author: Schema.NullOr(Schema.String)
})

/** Returns the first name and the initial of the last: `"Bob Lindqvist"` becomes `"Bob L."`. */
const reviewerName = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""]
  return last === "" ? first : `${first} ${[...last][0]}.`
}

/** Returns the public name of a review's author. */
export const reviewerOf = ({ account_name, author }: typeof ReviewAuthor.Type): string =>
  author ?? reviewerName(account_name ?? "")
