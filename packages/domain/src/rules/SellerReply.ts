import { type ReplyTone, type ReviewTopic } from "../Reviews.ts"
import { list } from "../Wording.ts"

/** A review that a seller answers: who wrote, about which product, and what about it. Nothing of the text itself. */
export interface ReviewAnswered {
  /** First name and initial. */
  readonly reviewer: string
  readonly productName: string
  readonly rating: number
  readonly topics: ReadonlyArray<ReviewTopic>
  readonly tone: ReplyTone
  /** The seller's own words, which the draft carries; null for none. */
  readonly ownWords: string | null
}

/** Names that are longer are cut; those of people and products are shorter nearly always. */
const nameLength = 120

const topicNames: { readonly [T in ReviewTopic]: string } = {
  quality: "the quality",
  value: "the price",
  shipping: "the delivery",
  design: "the design",
  durability: "how long it lasts"
}

const cut = (name: string): string => {
  const characters = Array.from(name)
  return characters.length <= nameLength ? name : `${characters.slice(0, nameLength - 1).join("")}…`
}

/** The longest words of the seller that a draft carries. */
export const longestOwnWords = 300

/** Names the topics that the review mentions: what it says of them is not known. */
const mentioned = (lead: string, topics: ReadonlyArray<ReviewTopic>): string =>
  topics.length === 0 ? "" : `${lead} ${list(topics.map((topic) => topicNames[topic]))}`

/** One paragraph by rating: an apology, thanks for the criticism, or thanks. Only the seller can promise anything. */
const friendly = ({ productName, rating, topics }: ReviewAnswered): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for telling us how it went${mentioned(", and for your words about", topics)}. We are sorry that ${product} let you down.`
    : rating === 3
      ? `Thank you for your honest review of ${product}${mentioned(" and for your words about", topics)}. We are sorry that it is not quite what you hoped for.`
      : `Thank you so much for your review of ${product}${mentioned(" and for your words about", topics)}! It makes our day that you are happy.`
}

const formal = ({ productName, rating, topics }: ReviewAnswered): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for your review${mentioned(" and your remarks regarding", topics)}. We apologise that ${product} did not meet your expectations.`
    : rating === 3
      ? `Thank you for your review of ${product}${mentioned(" and your remarks regarding", topics)}. We regret that it did not meet all of your expectations.`
      : `Thank you for your review of ${product}${mentioned(" and your remarks regarding", topics)}. We are pleased that it meets your expectations.`
}

/** Drafts a seller's answer to a review, in at most 800 characters: words of the shop that promise nothing, then the seller's own. */
export const draft = (review: ReviewAnswered): string => {
  const reviewer = cut(review.reviewer)
  const own = review.ownWords === null ? [] : [review.ownWords]
  return (
    review.tone === "friendly"
      ? [`Hi ${reviewer},`, friendly(review), ...own, "Warm regards"]
      : [`Dear ${reviewer},`, formal(review), ...own, "Yours sincerely"]
  ).join("\n\n")
}
