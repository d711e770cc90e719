import { type ReplyTone, type ReviewTopic } from "../Reviews.ts"
import { list } from "../EnglishWording.ts"

/** Facts about a review that its seller replies to. None of the review's text is used. */
export interface ReplyFacts {
  /** First name and initial of the last name. */
  readonly reviewer: string
  readonly productName: string
  readonly rating: number
  readonly topics: ReadonlyArray<ReviewTopic>
  readonly tone: ReplyTone
  /** The seller's own words to include in the draft; null for none. */
  readonly ownWords: string | null
}

/** Maximum length of a name in a draft; longer names are truncated, which hardly ever happens. */
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

/** Maximum length of the seller's own words in a draft. */
export const maxOwnWords = 300

/** Names the topics that the review mentions, without judging, because its opinion on them is unknown. */
const topicPhrase = (lead: string, topics: ReadonlyArray<ReviewTopic>): string =>
  topics.length === 0 ? "" : `${lead} ${list(topics.map((topic) => topicNames[topic]))}`

/** Words an apology, thanks for criticism, or thanks, by rating. It promises nothing, because only the seller can. */
const friendly = ({ productName, rating, topics }: ReplyFacts): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for telling us how it went${topicPhrase(", and for your words about", topics)}. We are sorry that ${product} let you down.`
    : rating === 3
      ? `Thank you for your honest review of ${product}${topicPhrase(" and for your words about", topics)}. We are sorry that it is not quite what you hoped for.`
      : `Thank you so much for your review of ${product}${topicPhrase(" and for your words about", topics)}! It makes our day that you are happy.`
}

const formal = ({ productName, rating, topics }: ReplyFacts): string => {
  const product = cut(productName)
  return rating <= 2
    ? `Thank you for your review${topicPhrase(" and your remarks regarding", topics)}. We apologise that ${product} did not meet your expectations.`
    : rating === 3
      ? `Thank you for your review of ${product}${topicPhrase(" and your remarks regarding", topics)}. We regret that it did not meet all of your expectations.`
      : `Thank you for your review of ${product}${topicPhrase(" and your remarks regarding", topics)}. We are pleased that it meets your expectations.`
}

/** Drafts a reply of at most 800 characters: the shop's words, which promise nothing, then the seller's own. */
export const draft = (review: ReplyFacts): string => {
  const reviewer = cut(review.reviewer)
  const ownWords = review.ownWords === null ? [] : [review.ownWords]
  return (
    review.tone === "friendly"
      ? [`Hi ${reviewer},`, friendly(review), ...ownWords, "Warm regards"]
      : [`Dear ${reviewer},`, formal(review), ...ownWords, "Yours sincerely"]
  ).join("\n\n")
}
