import { Array } from "effect"
import { account, sellerOf } from "./Accounts.ts"
import { type Article, handWritten, positionOf } from "./Catalogue.ts"
import type { Opinion } from "./ReviewText.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, hour, type World } from "./World.ts"
import { hostileReviews } from "./vocabulary/HostileTexts.ts"
import { burst, copied, generic, shouting, type Stars } from "./vocabulary/ReviewTexts.ts"

/** The article that everybody reviews, its seller included. */
export const headphones = positionOf("Electronics", "Noise-Cancelling Headphones")

/** Seven reviews of one day are on this article; sold least, it has many who never bought it. */
const burstArticle = handWritten - 3

/** Whoever comes last among the customers copies one text under many articles, and never bought anything. */
export const copyist = (world: World) => account(world, world.users - 1).id

/** A review that has no row yet. */
export interface Draft extends Opinion {
  readonly rating: Stars
  readonly isFlagged?: boolean
  /** Where the author is not free to choose. */
  readonly author?: string
  readonly writtenMillis?: number
}

/** Articles with fewer reviews have no fakes. */
const fewest = 8

/** Reviews by people who never bought the article: shouting, bought praise, near-copies, a burst within a day. */
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

/** The review with an injected order that some of the hand-written articles have. */
export const hostileReview = ({ index }: Article) =>
  index < handWritten && index % 6 === 4 ? hostileReviews[(index - 4) / 6] : undefined
