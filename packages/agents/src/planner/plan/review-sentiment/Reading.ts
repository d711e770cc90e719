import { type ReviewSort } from "@storefront/domain/Reviews"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { draftSellerResponse, getProductReviews, searchReviews } from "@storefront/domain/tools/ReviewTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, plural, stars } from "@storefront/domain/Wording"
import { cut } from "@storefront/server/text/Text"
import { type ReviewFilters, type Wish } from "../../Wish.ts"
import { meantProduct } from "../Picking.ts"
import { bullets, excerpt, listing, theProduct } from "../Blocks.ts"
import { type AnswerPart, call, type Calls, instead, known, type Steps } from "../Steps.ts"

type Reviews = typeof getProductReviews.successSchema.Type
type Review = Reviews["reviews"][number]

/** How many reviews are quoted when the customer does not say. */
export const listed = 3

/** Somebody else's text on one line, so that it cannot pass for another review. */
export const quote = (text: string): string => `“${excerpt(text, 240)}”`

const reviewLine = ({ body, date, is_flagged, rating, reviewer, title, verified_purchase }: Review): string =>
  `${plural(rating, "star")} by ${reviewer}${verified_purchase ? ", who bought it here" : ""}, ${dayOf(date)}${is_flagged ? ", flagged as not genuine" : ""}: ${quote(title === "" ? body : `${title}: ${body}`)}`

/** What a tool knows of the reviews of the product that is meant, unless it counts none. */
export function* reviewed<A extends { readonly product_name: string }>(
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
      call(getProductReviews, {
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

/** "2-star verified reviews": which reviews, whatever their order. */
const kindOf = ({ rating, verifiedOnly }: ReviewFilters): string =>
  `${rating === null ? "" : `${rating}-star `}${verifiedOnly ? "verified " : ""}reviews`

/** Flagged reviews are left out unless somebody asks for them. */
const asksForFlagged = (text: string) => /\bflagged\b/iu.test(text)

export function* reviews(wish: Wish): AnswerPart {
  const { product_name, reviews, ...found } = yield* readAll(wish, wish.limit ?? listed, asksForFlagged(wish.text))
  const which = `${kindOf(wish.reviews)}, ${sorts[wish.reviews.sort ?? "newest"]} first`
  return listing(
    `${product_name}: ${stars(found.overall_rating)} from ${plural(found.total_reviews, "review")}. Its ${which}`,
    bullets(reviews.map(reviewLine))
  )
}

/** Reviews that mention something, the most helpful first; the search itself knows no stars and no verified buyers. */
export function* mentions({ limit, product, reviews: filters }: Wish, keyword: string): AnswerPart {
  const found = yield* reviewed(product, (product_id) =>
    call(searchReviews, { product_id, keyword: cut(keyword, 100), limit: mostRows })
  )
  const fitting = found.reviews
    .filter(({ rating }) => filters.rating === null || rating === filters.rating)
    .filter(({ verified_purchase }) => !filters.verifiedOnly || verified_purchase)
  const most = limit ?? listed
  const which = fitting.length > most ? `${most} most helpful of the ${fitting.length} ` : ""
  return listing(
    `The ${which}${kindOf(filters)} of ${theProduct(found.product_name)} that mention “${keyword}”`,
    bullets(fitting.slice(0, most).map(reviewLine))
  )
}

/** Drafts an answer to a review that is known by its id, or is the first one of a product, in the order asked for. */
export function* respond(wish: Wish): AnswerPart {
  if (wish.otherId === null && wish.product === null) {
    return "Which review shall I answer? Its id, or the product it is about, is enough."
  }
  const found = wish.otherId === null ? yield* readAll(wish, 1) : null
  const id = wish.otherId ?? found?.reviews[0]?.review_id
  if (id === undefined) {
    return `I found none of the ${kindOf(wish.reviews)} that you mean.`
  }
  const { draft, product_name, rating, reviewer } = yield* known(
    call(draftSellerResponse, { review_id: id, tone: wish.tone }),
    {
      forbidden: "Only sellers can have answers to reviews drafted. I can read you the reviews.",
      not_found: `I found no review ${id} of a product of yours. Ask me for the reviews of one of your products.`,
      invalid_argument: "That is not the id of a review. Tell me which product the review is about."
    }
  )
  const lead = `A draft for the review ${id} of ${theProduct(product_name)} (${plural(rating, "star")} by ${reviewer}):`
  return [lead, draft, "Nothing is published; change it as you like."].join("\n\n")
}
