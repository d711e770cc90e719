import { type ReplyTone, type ReviewTopic } from "../Reviews.ts"
import { list } from "../Wording.ts"

/** What a seller answers to: who wrote, about what, and what it was about. Nothing of the text itself. */
export interface ReviewAnswered {
  /** First name and initial. */
  readonly reviewer: string
  readonly productName: string
  readonly rating: number
  readonly topics: ReadonlyArray<ReviewTopic>
  readonly tone: ReplyTone
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

/** `" with the price and the delivery"`; nothing without topics. */
const about = (preposition: string, topics: ReadonlyArray<ReviewTopic>): string =>
  topics.length === 0 ? "" : ` ${preposition} ${list(topics.map((topic) => topicNames[topic]))}`

/** One paragraph by rating: apology and remedy, thanks and improvement, or thanks. */
const friendly = ({ productName, rating, topics }: ReviewAnswered): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for telling us how it went. We are sorry that ${product} let you down${about("with", topics)}. Please write to us about your order: we want to put this right, with a replacement or a refund, whichever helps you more. We are also looking into it, so that it does not happen again.`
    : rating === 3
      ? `Thank you for your honest review of ${product}. Some of it could clearly be better, and we want to improve it${about("when it comes to", topics)}. If there is anything we can do for you right now, just write to us about your order.`
      : `Thank you so much for your review of ${product}! It makes our day that you are happy${about("with", topics)}. Enjoy it, and write to us whenever we can help.`
}

const formal = ({ productName, rating, topics }: ReviewAnswered): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for your review. We apologise that ${product} did not meet your expectations${about("regarding", topics)}. Please contact us about your order, so that we can offer you a replacement or a refund. We have taken up the matter in order to prevent it from happening again.`
    : rating === 3
      ? `Thank you for your review of ${product}. We take your assessment seriously and will work on improvements${about("regarding", topics)}. Please contact us about your order if we can be of assistance in the meantime.`
      : `Thank you for your review of ${product}. We are pleased that it meets your expectations${about("regarding", topics)}. Please contact us at any time if we can be of assistance.`
}

/** What a seller may answer to a review, in words of the shop, at most 800 characters. */
export const draft = (review: ReviewAnswered): string => {
  const reviewer = cut(review.reviewer)
  return review.tone === "friendly"
    ? `Hi ${reviewer},\n\n${friendly(review)}\n\nWarm regards`
    : `Dear ${reviewer},\n\n${formal(review)}\n\nYours sincerely`
}
