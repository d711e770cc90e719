import type { Stars } from "./vocabulary/ReviewTexts.ts"

/** Target shares of reviews with at most 1, 2, 3 and 4 stars: 5, 8, 15, 34 and 38 % for 1 to 5. */
const targetShares = [0.05, 0.13, 0.28, 0.62] as const

/** Quantiles of the standard normal distribution at `targetShares`. */
const quantiles = [-1.645, -1.126, -0.583, 0.305] as const

/** Shift of a threshold per review above the target. */
const correction = 0.05

/**
 * Converts likings into stars so that the whole shop meets the target shares. The thresholds start at the quantiles,
 * and shift against the surplus so far.
 */
export class StarBalance {
  private total = 0
  /** Number of reviews so far with at most 1, 2, 3 and 4 stars. */
  private readonly atMost = [0, 0, 0, 0]

  /** Counts a review whose stars were decided elsewhere. */
  count(stars: Stars): void {
    this.total += 1
    for (let limit = stars - 1; limit < this.atMost.length; limit++) {
      this.atMost[limit] = (this.atMost[limit] ?? 0) + 1
    }
  }

  /** Returns the stars for a liking (mean 0, deviation 1), and counts them. */
  starsFor(liking: number): Stars {
    const limitIndex = quantiles.findIndex(
      (quantile, limit) =>
        liking < quantile - correction * ((this.atMost[limit] ?? 0) - (targetShares[limit] ?? 1) * this.total)
    )
    const stars = starsBelowFive[limitIndex] ?? 5
    this.count(stars)
    return stars
  }
}

const starsBelowFive: ReadonlyArray<Stars> = [1, 2, 3, 4]
