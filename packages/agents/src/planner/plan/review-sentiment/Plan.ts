import { type Wish } from "../../Wish.ts"
import { aboutAccount, aboutPurchases } from "../About.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart } from "../Steps.ts"
import { compare, fakes, sentiment, topics, trends } from "./Opinions.ts"
import { mentions, respond, reviews } from "./Reading.ts"

const offer =
  "I can read you the reviews of a product, search them for a word, tell what customers think of it and how that changed, compare products by their reviews, and look for reviews that may not be genuine. Which product is it about?"

/** "Look into the reviews of the lamp": for a word that is still to be said. */
const searches = /\b(?:search|look|find|check|scan|browse)(?:ing)?\b/iu

/** What mentions the word that was said; without a word something else. */
const byKeyword = (otherwise: (wish: Wish) => AnswerPart | string) => (wish: Wish) =>
  wish.reviews.keyword === null ? otherwise(wish) : mentions(wish, wish.reviews.keyword)

const answers: Answers = {
  reviews: byKeyword(reviews),
  search_reviews: byKeyword((wish) =>
    wish.product !== null && !searches.test(wish.text)
      ? sentiment(wish)
      : "What shall I look for in the reviews? One word is enough, such as “battery”."
  ),
  sentiment: byKeyword(sentiment),
  review_topics: topics,
  compare_reviews: compare,
  fake_reviews: fakes,
  review_trends: trends,
  review_response: respond,
  profile: aboutAccount,
  purchase_history: aboutPurchases
}

/** Answers what customers say about products, and what is known of the customer. */
export const { answer, playbook } = specialist("review-sentiment", answers, offer)
