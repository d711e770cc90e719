import { Array } from "effect"
import { account, sellerOf } from "./Accounts.ts"
import { type Article, handWritten, positionOf } from "./Catalogue.ts"
import type { Opinion } from "./ReviewText.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, hour, type World } from "./World.ts"
import { hostileReviews } from "./vocabulary/HostileTexts.ts"
import { burst, copied, generic, shouting, type Stars } from "./vocabulary/ReviewTexts.ts"

/** Position of the article that everybody reviews, its seller included. */
export const headphones = positionOf("Electronics", "Noise-Cancelling Headphones")

/**
 * Position of the article with seven reviews within a day; few bought it, so most accounts can review it unverified.
 */
const burstArticle = handWritten - 3

/**
 * Returns the id of the last customer, who never bought anything and posts near-copies of one text on many articles.
 */
export const copyist = (world: World) => account(world, world.users - 1).id

/** A review before it becomes a row. */
export interface Draft extends Opinion {
  readonly rating: Stars
  readonly isFlagged?: boolean
  /** Set where the author is not chosen freely. */
  readonly author?: string
  readonly writtenMillis?: number
}

/** Minimum number of reviews for an article to get fakes. */
const fewest = 8

/** Makes reviews by people who never bought the article: shouting, paid praise, near-copies, a burst within a day. */
export const fakes = (world: World, random: SeededRandom, { category, entry, index }: Article, count: number) => {
  if (count < fewest) {
    return []
  }
  const drafts = Array.empty<Draft>()
  if (index % 4 === 1) {
    const body = random.pick(shouting)
    drafts.push({ rating: /WORST|DO NOT/.test(body) ? 1 : 5, title: "!!!", body, isFlagged: true })
  }
  if (index % 3 === 0) {
    const own = index === headphones ? { author: account(world, sellerOf(index)).id } : {}
    drafts.push({ rating: 5, title: "Five stars", body: random.pick(generic), ...own })
  }
  if (index % 6 === 2 || index === headphones) {
    const thing = category === "Books" ? "book" : entry.kind.toLowerCase()
    drafts.push({ rating: 5, title: "Whole family delighted", body: copied(thing), author: copyist(world) })
  }
  if (index === burstArticle) {
    const start = ago(world, 41)
    drafts.push(
      ...burst.map((body, place): Draft => ({
        rating: 5,
        title: "Wow",
        body,
        writtenMillis: start + Math.round((place * 2.5 + random.real()) * hour)
      }))
    )
  }
  return drafts
}

/** Returns the review with a prompt injection that some handwritten articles have. */
export const hostileReview = ({ index }: Article) =>
  index < handWritten && index % 6 === 4 ? hostileReviews[(index - 4) / 6] : undefined
