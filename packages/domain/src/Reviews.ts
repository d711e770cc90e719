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

/** First name plus initial of the last one: `"Bob Lindqvist"` is `"Bob L."`. */
export const reviewerName = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""]
  return last === "" ? first : `${first} ${[...last][0]}.`
}
