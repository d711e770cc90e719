import { Array } from "effect"
import { account, sellerOf } from "./Accounts.ts"
import { type SeededProduct, handWrittenCount, positionOf } from "./Catalogue.ts"
import type { Opinion } from "./ReviewText.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, hour, type World } from "./World.ts"
import { hostileReviews } from "./vocabulary/HostileTexts.ts"
import { burstReviews, repostedText, emptyPraise, shoutedReviews, type Stars } from "./vocabulary/ReviewTexts.ts"

/** Position of the product that everybody may review, even its seller. */
export const headphones = positionOf("Electronics", "Noise-Cancelling Headphones")

/** Position of the product with seven reviews within a day. Few accounts bought it, so most can review it. */
const burstProduct = handWrittenCount - 3

/** Returns the id of the last customer, who never orders and posts near-copies of one text on many products. */
export const copyist = (world: World) => account(world, world.users - 1).id

/** A review before it becomes a row. */
export interface ReviewDraft extends Opinion {
  readonly rating: Stars
  readonly isFlagged?: boolean
  /** Id of a fixed author; absent means any. */
  readonly author?: string
  readonly writtenMillis?: number
}

/** Minimum number of reviews of a product with fakes. */
const minReviews = 8

/** Drafts reviews by people who never bought the product: shouting, paid praise, near-copies, a burst within a day. */
export const fakeReviews = (
  world: World,
  random: SeededRandom,
  { category, entry, index }: SeededProduct,
  count: number
) => {
  if (count < minReviews) {
    return []
  }
  const drafts = Array.empty<ReviewDraft>()
  if (index % 4 === 1) {
    const body = random.pick(shoutedReviews)
    drafts.push({ rating: /WORST|DO NOT/.test(body) ? 1 : 5, title: "!!!", body, isFlagged: true })
  }
  if (index % 3 === 0) {
    const fixedAuthor = index === headphones ? { author: account(world, sellerOf(index)).id } : {}
    drafts.push({ rating: 5, title: "Five stars", body: random.pick(emptyPraise), ...fixedAuthor })
  }
  if (index % 6 === 2 || index === headphones) {
    const productNoun = category === "Books" ? "book" : entry.kind.toLowerCase()
    drafts.push({ rating: 5, title: "Whole family delighted", body: repostedText(productNoun), author: copyist(world) })
  }
  if (index === burstProduct) {
    const start = ago(world, 41)
    drafts.push(
      ...burstReviews.map((body, place): ReviewDraft => ({
        rating: 5,
        title: "Wow",
        body,
        writtenMillis: start + Math.round((place * 2.5 + random.real()) * hour)
      }))
    )
  }
  return drafts
}

/** Returns the product's review with a prompt injection, if it has one. */
export const hostileReview = ({ index }: SeededProduct) =>
  index < handWrittenCount && index % 6 === 4 ? hostileReviews[(index - 4) / 6] : undefined
