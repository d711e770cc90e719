import { type SentimentLabel } from "@storefront/domain/Reviews"
import { type analyzeSentiment, type getProductReviews } from "@storefront/domain/tools/ReviewTools"
import { dayOf, list, plural, stars } from "../language/Answers.ts"

type Reviews = typeof getProductReviews.successSchema.Type
type Review = Reviews["reviews"][number]
type Sentiment = typeof analyzeSentiment.successSchema.Type

/** The longest part of a review that is quoted, in characters. */
const quoted = 240

const quote = (text: string): string => {
  const characters = Array.from(text.replace(/\s+/gu, " ").trim())
  return characters.length <= quoted
    ? characters.join("")
    : `${characters
        .slice(0, quoted - 1)
        .join("")
        .replace(/\s\S*$/u, "")}…`
}

const reviewLine = ({ body, date, rating, reviewer, title, verified_purchase }: Review): string =>
  `- ${plural(rating, "star")} by ${reviewer}${verified_purchase ? ", who bought it here" : ""}, ${dayOf(date)}: “${title === "" ? "" : `${title}: `}${quote(body)}”`

const overall = ({ overall_rating, product_name, total_reviews }: Reviews): string =>
  `${product_name}: ${stars(overall_rating)} from ${plural(total_reviews, "review")}.`

const none = (product: string) => `${product} has no reviews yet.`

/** Reviews as they were asked for; `kind` says which: "newest", "most helpful verified". */
export const reviews = (found: Reviews, kind: string): string => {
  if (found.total_reviews === 0) {
    return none(found.product_name)
  }
  return found.reviews.length === 0
    ? `${overall(found)} None of them fits what you asked for.`
    : [`${overall(found)} The ${kind} ones:`, ...found.reviews.map(reviewLine)].join("\n")
}

/** Reviews that mention something, of those that were read. */
export const mentions = (found: Reviews, keyword: string, mentioning: ReadonlyArray<Review>, shown: number): string => {
  if (found.total_reviews === 0) {
    return none(found.product_name)
  }
  const read = found.total_reviews > found.count ? ` of the newest ${found.count}` : ""
  return mentioning.length === 0
    ? `${overall(found)} None${read === "" ? " of them" : read} mentions “${keyword}”.`
    : [
        `${overall(found)} ${mentioning.length}${read} ${mentioning.length === 1 ? "mentions" : "mention"} “${keyword}”:`,
        ...mentioning.slice(0, shown).map(reviewLine)
      ].join("\n")
}

const opinions: { readonly [L in SentimentLabel]: string } = {
  very_positive: "Customers love the",
  positive: "Customers like the",
  mixed: "Customers are divided about the",
  negative: "Customers are not happy with the",
  very_negative: "Customers are very unhappy with the",
  no_data: "There are no reviews yet of the"
}

const aspects = (said: Sentiment["pros"]): string => list(said.map(({ mentions, term }) => `${term} (${mentions})`))

/** What customers think of a product as a whole, with an example of praise and of criticism. */
export const sentiment = (found: Sentiment): string => {
  if (found.average_rating === null) {
    return none(found.product_name)
  }
  const { cons, pros, rating_distribution: stars5 } = found
  const [best] = pros
  const [worst] = cons
  const verified =
    found.verified_avg_rating === null
      ? ""
      : ` Those ${found.verified_reviews} who bought it here give it ${stars(found.verified_avg_rating)}.`
  return [
    `${opinions[found.overall_sentiment]} ${found.product_name}: ${stars(found.average_rating)} from ${plural(found.total_reviews, "review")} (${stars5["5"]} with 5 stars, ${stars5["1"]} with 1).${verified}`,
    ...(best === undefined ? [] : [`They praise: ${aspects(pros)}. For example: “${best.example}”`]),
    ...(worst === undefined ? [] : [`They criticise: ${aspects(cons)}. For example: “${worst.example}”`])
  ].join("\n")
}
