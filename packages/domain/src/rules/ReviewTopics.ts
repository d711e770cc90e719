import { Record } from "effect"
import { ReviewTopic, type TopicSentiment } from "../Reviews.ts"
import { mean } from "./Ratings.ts"
import { normalise } from "./Sentiment.ts"

const topicWords: { readonly [T in ReviewTopic]: ReadonlySet<string> } = {
  quality: new Set(["quality", "material", "build", "made", "finish", "stitching", "solid", "flimsy"]),
  value: new Set(["price", "value", "worth", "money", "expensive", "cheap", "cost", "deal"]),
  shipping: new Set(["shipping", "delivery", "arrived", "package", "packaging", "box", "courier", "late"]),
  design: new Set(["design", "look", "looks", "colour", "color", "style", "size", "fit"]),
  durability: new Set(["durable", "durability", "lasted", "broke", "broken", "wear", "tear", "months"])
}

/** The parts of a review needed to find its topics. */
export interface ReviewWords {
  readonly rating: number
  readonly title: string
  readonly body: string
}

/** Finds the topics that a review mentions by whole words, in the order of `ReviewTopic`. */
export const topicsIn = ({ body, title }: Pick<ReviewWords, "title" | "body">): ReadonlyArray<ReviewTopic> => {
  const words = new Set(
    normalise(`${title} ${body}`)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
  )
  return ReviewTopic.literals.filter((topic) => [...topicWords[topic]].some((word) => words.has(word)))
}

/** Opinion on a topic in the reviews that mention it. */
export interface TopicOpinion {
  readonly mentions: number
  readonly average_rating: number | null
  readonly sentiment: TopicSentiment
}

/** Classifies the mean in integer arithmetic, so that it is not rounded first. */
const sentimentOf = (sum: number, count: number): TopicSentiment =>
  count === 0 ? "no_data" : 2 * sum >= 7 * count ? "positive" : 2 * sum < 5 * count ? "negative" : "mixed"

/** The rating and topics of a review. */
export interface Reading {
  readonly rating: number
  readonly topics: ReadonlyArray<ReviewTopic>
}

/** Extracts the rating and topics of a review. */
export const rateTopics = (review: ReviewWords): Reading => ({ rating: review.rating, topics: topicsIn(review) })

/** Aggregates reviews by topic. */
export const byTopic = (readings: ReadonlyArray<Reading>): { readonly [T in ReviewTopic]: TopicOpinion } =>
  Record.map(topicWords, (_, topic): TopicOpinion => {
    const mentioning = readings.filter(({ topics }) => topics.includes(topic))
    const sum = mentioning.reduce((sum, { rating }) => sum + rating, 0)
    return {
      mentions: mentioning.length,
      average_rating: mean(sum, mentioning.length),
      sentiment: sentimentOf(sum, mentioning.length)
    }
  })
