import { type SentimentLabel } from "@storefront/domain/Reviews"
import { type analyzeSentiment, type getProductReviews, type searchReviews } from "@storefront/domain/tools/ReviewTools"
import { Array } from "effect"
import { theProduct } from "../AnswerParts.ts"
import { dayOf, list, plural, stars } from "@storefront/domain/Wording"

type Reviews = typeof getProductReviews.successSchema.Type
type Review = Reviews["reviews"][number]
type Sentiment = typeof analyzeSentiment.successSchema.Type

/** The longest part of a text that is quoted, in characters. */
const quoted = 240

/** Somebody else's text on one line, so that it cannot pass for another review. */
export const quote = (text: string): string => {
  const characters = Array.fromIterable(text.replace(/\s+/gu, " ").trim())
  return characters.length <= quoted
    ? characters.join("")
    : `${characters
        .slice(0, quoted - 1)
        .join("")
        .replace(/\s\S*$/u, "")}…`
}

const reviewLine = ({ body, date, is_flagged, rating, reviewer, title, verified_purchase }: Review): string =>
  `- ${plural(rating, "star")} by ${reviewer}${verified_purchase ? ", who bought it here" : ""}, ${dayOf(date)}${is_flagged ? ", flagged as not genuine" : ""}: “${title === "" ? "" : `${quote(title)}: `}${quote(body)}”`

const overall = ({ overall_rating, product_name, total_reviews }: Reviews): string =>
  `${product_name}: ${stars(overall_rating)} from ${plural(total_reviews, "review")}.`

/** There is nothing to tell. */
export const none = (product: string): string => `${product} has no reviews yet.`

/** Reviews in an order such as "most helpful"; `kind` says which ones: "5-star verified", or empty for all. */
export const reviews = (found: Reviews, order: string, kind: string): string => {
  if (found.total_reviews === 0) {
    return none(found.product_name)
  }
  const which = kind === "" ? order : `${order} ${kind}`
  return found.reviews.length === 0
    ? `${overall(found)} There is no ${kind === "" ? "" : `${kind} `}review among them.`
    : [`${overall(found)} The ${which} ${found.count === 1 ? "one" : "ones"}:`, ...found.reviews.map(reviewLine)].join(
        "\n"
      )
}

/** Reviews that mention something, of those that were read. */
export const mentions = (found: Reviews, keyword: string, mentioning: ReadonlyArray<Review>, shown: number): string => {
  if (found.total_reviews === 0) {
    return none(found.product_name)
  }
  const read = found.total_reviews > found.count ? ` of the ${found.count} I looked at` : ""
  return mentioning.length === 0
    ? `${overall(found)} None${read === "" ? " of them" : read} mentions “${keyword}”.`
    : [
        `${overall(found)} ${mentioning.length}${read} ${mentioning.length === 1 ? "mentions" : "mention"} “${keyword}”:`,
        ...mentioning.slice(0, shown).map(reviewLine)
      ].join("\n")
}

/** Reviews that a search found. */
export const searched = (found: typeof searchReviews.successSchema.Type, keyword: string): string => {
  const { count, product_name, reviews, total_matches } = found
  const which = count < total_matches ? `. The ${count} most helpful:` : ":"
  return total_matches === 0
    ? `No review of ${theProduct(product_name)} mentions “${keyword}”.`
    : [
        `${plural(total_matches, "review")} of ${theProduct(product_name)} ${total_matches === 1 ? "mentions" : "mention"} “${keyword}”${which}`,
        ...reviews.map(reviewLine)
      ].join("\n")
}

/** What the mean rating says, before the name of the product. */
export const opinions: { readonly [L in Exclude<SentimentLabel, "no_data">]: string } = {
  very_positive: "Customers love",
  positive: "Customers like",
  mixed: "Customers are divided about",
  negative: "Customers are not happy with",
  very_negative: "Customers are very unhappy with"
}

/** "perfect (9 reviews), fast (2) and worth (1)", and what one of them says. */
const aspects = ([first, ...others]: Array.NonEmptyReadonlyArray<Sentiment["pros"][number]>): string =>
  `${list([
    `${first.term} (${plural(first.mentions, "review")})`,
    ...others.map(({ mentions, term }) => `${term} (${mentions})`)
  ])}. For example: “${first.example}”`

const verifiedBuyers = ({ verified_avg_rating, verified_reviews }: Sentiment): string =>
  verified_avg_rating === null
    ? ""
    : verified_reviews === 1
      ? ` The one who bought it here gives it ${stars(verified_avg_rating)}.`
      : ` The ${verified_reviews} who bought it here give it ${stars(verified_avg_rating)}.`

/** What customers think of a product as a whole, with an example of praise and of criticism. */
export const sentiment = (found: Sentiment, criticismFirst: boolean): string => {
  if (found.average_rating === null || found.overall_sentiment === "no_data") {
    return none(found.product_name)
  }
  const { cons, pros, rating_distribution: stars5 } = found
  const praise = Array.isNonEmptyReadonlyArray(pros) ? [`Words of praise: ${aspects(pros)}`] : []
  const criticism = Array.isNonEmptyReadonlyArray(cons)
    ? [`Words of criticism: ${aspects(cons)}`]
    : criticismFirst
      ? ["I found no typical complaint in them."]
      : []
  return [
    `${opinions[found.overall_sentiment]} ${theProduct(found.product_name)}: ${stars(found.average_rating)} from ${plural(found.total_reviews, "review")} (${stars5["5"]} with 5 stars, ${stars5["1"]} with 1).${verifiedBuyers(found)}`,
    ...(criticismFirst ? [...criticism, ...praise] : [...praise, ...criticism])
  ].join("\n")
}
