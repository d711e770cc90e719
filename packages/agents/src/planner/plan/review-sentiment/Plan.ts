import { type ReviewSort, ReviewTopic } from "@storefront/domain/Reviews"
import { dayOf, lines, list, plural, stars } from "@storefront/domain/Wording"
import { topicsIn } from "@storefront/domain/rules/ReviewTopics"
import { mostRows } from "@storefront/domain/tools/Parameters"
import * as ReviewTools from "@storefront/domain/tools/ReviewTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { cut } from "@storefront/server/text/Text"
import { type ReviewFilters, type Wish } from "../../Wish.ts"
import { bullets, excerpt, itemOf, listing, paragraph, phrases, theProduct, words } from "../Blocks.ts"
import { account, purchases } from "../About.ts"
import { comparedIds, meantProduct } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type Calls } from "../../Playbook.ts"
import { type AnswerPart, asking, call, instead, known, saying, type Steps } from "../Steps.ts"

type Reviews = typeof ReviewTools.getProductReviews.successSchema.Type
type Review = Reviews["reviews"][number]

/** How many reviews are quoted when the customer does not say. */
const listed = 3

/** Somebody else's text on one line, so that it cannot pass for another review. */
const quote = (text: string): string => `“${excerpt(text, 240)}”`

const reviewLine = ({ body, date, is_flagged, rating, reviewer, title, verified_purchase }: Review): string =>
  `${plural(rating, "star")} by ${reviewer}${verified_purchase ? ", who bought it here" : ""}, ${dayOf(date)}${is_flagged ? ", flagged as not genuine" : ""}: ${quote(title === "" ? body : `${title}: ${body}`)}`

/** What a tool knows of the reviews of the product that is meant, unless it counts none. */
function* reviewed<A extends { readonly product_name: string }>(
  product: Wish["product"],
  ask: (productId: string) => Calls<A | ToolFailure>,
  count: (found: A) => number = () => 1
): Steps<A> {
  const { product_id } = yield* meantProduct(product)
  const found = yield* known(ask(product_id))
  return count(found) > 0 ? found : yield* instead(`${found.product_name} has no reviews yet.`)
}

const readAll = (wish: Wish, limit: number, withFlagged = false): Steps<Reviews> =>
  reviewed(
    wish.product,
    (product_id) =>
      call(ReviewTools.getProductReviews, {
        product_id,
        limit,
        sort_by: wish.reviews.sort,
        rating: wish.reviews.rating,
        verified_only: wish.reviews.verifiedOnly ? true : null,
        include_flagged: withFlagged ? true : null
      }),
    ({ total_reviews }) => total_reviews
  )

const sorts: { readonly [S in ReviewSort]: string } = {
  newest: "newest",
  helpful: "most helpful",
  rating_high: "best",
  rating_low: "worst"
}

const kindOf = ({ rating, verifiedOnly }: ReviewFilters): string =>
  `${rating === null ? "" : `${rating}-star `}${verifiedOnly ? "verified " : ""}reviews`

function* reviews(wish: Wish): AnswerPart {
  // Flagged reviews are left out unless somebody asks for them.
  const withFlagged = /\bflagged\b/iu.test(wish.text)
  const { product_name, reviews, ...found } = yield* readAll(wish, wish.limit ?? listed, withFlagged)
  const which = `${kindOf(wish.reviews)}, ${sorts[wish.reviews.sort ?? "newest"]} first`
  return listing(
    `${product_name}: ${stars(found.overall_rating)} from ${plural(found.total_reviews, "review")}. Its ${which}`,
    bullets(reviews, reviewLine)
  )
}

/** Reviews that mention something, the most helpful first; the search itself knows no stars and no verified buyers. */
function* mentions({ limit, product, reviews: filters }: Wish, keyword: string): AnswerPart {
  const found = yield* reviewed(product, (product_id) =>
    call(ReviewTools.searchReviews, { product_id, keyword: cut(keyword, 100), limit: mostRows })
  )
  const fitting = found.reviews
    .filter(({ rating }) => filters.rating === null || rating === filters.rating)
    .filter(({ verified_purchase }) => !filters.verifiedOnly || verified_purchase)
  const most = limit ?? listed
  const which = fitting.length > most ? `${most} most helpful of the ${fitting.length} ` : ""
  return listing(
    `The ${which}${kindOf(filters)} of ${theProduct(found.product_name)} that mention “${keyword}”`,
    bullets(fitting.slice(0, most), reviewLine)
  )
}

/** Drafts an answer to a review that is known by its id, or is the first one of a product, in the order asked for. */
function* respond(wish: Wish): AnswerPart {
  if (wish.otherId === null && wish.product === null) {
    return yield* asking("Which review shall I answer? Its id, or the product it is about, is enough.")
  }
  const found = wish.otherId === null ? yield* readAll(wish, 1) : null
  const id = wish.otherId ?? found?.reviews[0]?.review_id
  if (id === undefined) {
    return `I found none of the ${kindOf(wish.reviews)} that you mean.`
  }
  const { draft, product_name, rating, reviewer } = yield* known(
    call(ReviewTools.draftSellerResponse, { review_id: id, tone: wish.tone }),
    {
      not_found: "I found no such review of a product of yours. Ask me for the reviews of one of your products.",
      invalid_argument: "That is not the id of a review. Tell me which product the review is about."
    }
  )
  const lead = `A draft for the review of ${theProduct(product_name)} by ${reviewer} (${plural(rating, "star")}):`
  return [lead, draft, "Nothing is published; change it as you like."].join("\n\n")
}

const ratedBy = (rating: number | null, reviews: number): string =>
  `${rating === null ? "" : `${stars(rating)} from `}${plural(reviews, "review")}`

const aspects = (done: string, all: (typeof ReviewTools.analyzeSentiment.successSchema.Type)["pros"]): string => {
  const [first] = all
  const named = all.map(({ mentions, term }) => `${term} (${plural(mentions, "review")})`)
  return `${done}: ${first === undefined ? "nothing typical." : `${list(named)}. For example: ${quote(first.example)}`}`
}

function* sentiment({ product }: Wish): AnswerPart {
  const found = yield* reviewed(
    product,
    (product_id) => call(ReviewTools.analyzeSentiment, { product_id }),
    ({ total_reviews }) => total_reviews
  )
  const { rating_distribution: byStars } = found
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} are ${words(found.overall_sentiment)}: ${ratedBy(found.average_rating, found.total_reviews)} (${byStars["5"]} with 5 stars, ${byStars["1"]} with 1).`,
    aspects("Praised", found.pros),
    aspects("Criticised", found.cons)
  )
}

function* topics({ product, text }: Wish): AnswerPart {
  const { product_name, topics } = yield* reviewed(
    product,
    (product_id) => call(ReviewTools.getSentimentByTopic, { product_id }),
    (found) => found.total_reviews_analyzed
  )
  const asked = topicsIn({ title: "", body: text })
  const opinions = (asked.length === 0 ? ReviewTopic.literals : asked).map((topic) => {
    const { average_rating, mentions, sentiment } = topics[topic]
    return `${topic}: ${mentions === 0 ? "not mentioned" : `${sentiment}, ${ratedBy(average_rating, mentions)}`}`
  })
  return listing(`What the reviews of ${theProduct(product_name)} say`, bullets(opinions))
}

function* trends({ days, product }: Wish): AnswerPart {
  // The last year is 12 months.
  const months = days === null ? null : Math.min(24, Math.max(1, Math.round(days / 30.4)))
  const found = yield* reviewed(product, (product_id) => call(ReviewTools.getReviewTrends, { product_id, months }))
  const rated = found.monthly_data.filter(({ review_count }) => review_count > 0)
  return paragraph(
    `The reviews of ${theProduct(found.product_name)} in the last ${plural(found.period_months, "month")}: ${rated.length === 0 ? "none" : words(found.trend)}.`,
    bullets(rated, ({ average_rating, month, review_count }) => `${month}: ${ratedBy(average_rating, review_count)}`)
  )
}

function* fakes({ limit, product }: Wish): AnswerPart {
  const { analyzed, product_name, reviews, risk_level, suspicious_count } = yield* reviewed(
    product,
    (product_id) => call(ReviewTools.detectFakeReviews, { product_id, limit: limit ?? listed }),
    (found) => found.analyzed
  )
  const suspects = reviews.map(
    ({ body_preview, date, rating, reviewer, score, signals }) =>
      `${plural(rating, "star")} by ${reviewer}, ${dayOf(date)}, score ${score.toFixed(2)} (${list(signals.map(words))}): ${quote(body_preview)}`
  )
  return listing(
    `Suspicious reviews of ${theProduct(product_name)}, ${suspicious_count} of ${analyzed}, which makes the risk ${risk_level} (signs, not proofs)`,
    bullets(suspects)
  )
}

type Compared = (typeof ReviewTools.compareReviews.successSchema.Type)["comparisons"][number]

const comparedLine = ({ average_rating, product_name, recent_avg_rating, top_con, top_pro, ...found }: Compared) =>
  average_rating === null
    ? `${product_name}, no reviews yet`
    : phrases(
        product_name,
        ratedBy(average_rating, found.review_count),
        words(found.sentiment),
        recent_avg_rating === null ? null : `${stars(recent_avg_rating)} of late`,
        top_pro === null ? null : `praised as “${top_pro}”`,
        top_con === null ? null : `criticised as “${top_con}”`
      )

function* compare(wish: Wish): AnswerPart {
  const product_ids = yield* comparedIds(wish, meantProduct, "the reviews of ")
  const found = yield* known(call(ReviewTools.compareReviews, { product_ids }))
  const best = found.comparisons.find(({ product_id }) => product_id === found.best_rated_id)
  const rated = found.comparisons.map(({ average_rating: rating, product_name: name }) => itemOf({ name, rating }))
  return yield* saying(
    paragraph(
      listing("This is how customers rate them", lines(found.comparisons, comparedLine)),
      best === undefined ? null : `The best rated is ${theProduct(best.product_name)}.`
    ),
    { list: rated, products: best === undefined ? [] : [itemOf({ name: best.product_name })] }
  )
}

const offer = () =>
  asking(
    "I can read you the reviews of a product, search them for a word, tell what customers think of it and how that changed, compare products by their reviews, and look for reviews that may not be genuine. Which product is it about?"
  )

/** "Look into the reviews of the lamp": for a word that is still to be said. */
const searches = /\b(?:search|look|find|check|scan|browse)(?:ing)?\b/iu

const byKeyword = (otherwise: (wish: Wish) => AnswerPart | string) => (wish: Wish) =>
  wish.reviews.keyword === null ? otherwise(wish) : mentions(wish, wish.reviews.keyword)

const answers: Answers = {
  reviews: byKeyword(reviews),
  search_reviews: byKeyword((wish) =>
    wish.product !== null && !searches.test(wish.text)
      ? sentiment(wish)
      : asking("What shall I look for in the reviews? One word is enough, such as “battery”.")
  ),
  sentiment: byKeyword(sentiment),
  review_topics: topics,
  compare_reviews: compare,
  fake_reviews: fakes,
  review_trends: trends,
  review_response: respond,
  purchase_history: purchases,
  profile: account
}

/** Answers what customers say about products, and what is known of the customer. */
export const { answer, playbook } = specialist("review-sentiment", answers, offer)
