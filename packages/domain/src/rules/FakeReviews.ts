import { Array, Effect, Order } from "effect"
import * as CooperativeMap from "../CooperativeMap.ts"
import { FakeReviewSignal, type ReviewRisk } from "../Reviews.ts"
import * as NearDuplicates from "./NearDuplicates.ts"
import { divideHalfUp } from "./Rounding.ts"
import { normalise } from "./Sentiment.ts"

/** Weight of each signal, in hundredths. */
const weights: { readonly [S in FakeReviewSignal]: number } = {
  flagged: 90,
  near_duplicate: 50,
  unverified_five_star: 35,
  generic_phrase: 30,
  burst: 30,
  extreme_vs_mean: 20
}

/** Score from which a review is suspicious, in hundredths. */
const suspiciousFrom = 50

/** Minimum length of normalised texts to be compared; shorter ones coincide by chance. */
const comparableLength = 20

/** Length from which praise is no longer generic, because it says something of its own. */
const genericLength = 100

const genericPhrases = [
  "great product",
  "highly recommend",
  "five stars",
  "5 stars",
  "best ever",
  "love it",
  "amazing product",
  "perfect product",
  "must buy",
  "worth every penny"
]

/** Number of reviews within a day that makes a burst. */
const burstSize = 5
const dayMillis = 24 * 60 * 60 * 1000

/** Minimum number of other reviews before a rating is compared with their mean. */
const minOtherReviews = 5

/** Facts about a review that it is judged by. */
export interface ReviewFacts {
  /** Account of the author; null for a review without one. */
  readonly author: string | null
  readonly rating: number
  readonly body: string
  readonly isVerified: boolean
  readonly isFlagged: boolean
  readonly createdAtMillis: number
}

/** The reviews of one product, and other reviews by their authors. */
export interface Evidence<Review extends ReviewFacts> {
  /** The reviews to judge, newest first. */
  readonly reviews: ReadonlyArray<Review>
  /** Reviews of other products by the same authors. */
  readonly otherReviewsByAuthors: ReadonlyArray<{ readonly author: string; readonly body: string }>
  /** Totals over all reviews of the product, including those not judged. */
  readonly totals: { readonly count: number; readonly sum: number }
}

/** The signals found in a review, and the score that they add up to. */
export interface Verdict<Review extends ReviewFacts> {
  readonly review: Review
  readonly signals: ReadonlyArray<FakeReviewSignal>
  /** 0 to 1, with 2 decimals. */
  readonly score: number
}

const codePoints = (text: string) => Array.fromIterable(text).length

/** Returns 1 − Π (1 − weight) in hundredths, rounded half up. */
const hundredths = (signals: ReadonlyArray<FakeReviewSignal>): number => {
  const scale = 100 ** signals.length
  const left = signals.reduce((left, signal) => left * (100 - weights[signal]), 1)
  return divideHalfUp(100 * (scale - left), scale)
}

/** Returns 1 − Π (1 − weight) over the signals: 0 to 1, with 2 decimals. */
export const scoreOf = (signals: ReadonlyArray<FakeReviewSignal>): number => hundredths(signals) / 100

const isGenericPraise = ({ body, rating }: ReviewFacts) => {
  if (rating < 4 || codePoints(body) >= genericLength) {
    return false
  }
  const text = normalise(body).toLowerCase()
  return genericPhrases.some((phrase) => text.includes(phrase))
}

const isExtreme = ({ rating }: ReviewFacts, all: Evidence<ReviewFacts>["totals"]) => {
  const others = all.count - 1
  return (
    (rating === 1 || rating === 5) &&
    others >= minOtherReviews &&
    Math.abs(rating * others - (all.sum - rating)) >= 2 * others
  )
}

/** Finds reviews that are among at least five within 24 hours. */
const inBursts = <Review extends ReviewFacts>(reviews: ReadonlyArray<Review>): ReadonlySet<Review> => {
  const inOrder = Array.sortBy(Order.mapInput(Order.number, ({ createdAtMillis }: Review) => createdAtMillis))(reviews)
  return new Set(
    inOrder.flatMap((first, index) => {
      const next = inOrder.slice(index, index + burstSize)
      const last = next[burstSize - 1]
      return last !== undefined && last.createdAtMillis - first.createdAtMillis <= dayMillis ? next : []
    })
  )
}

/** Finds reviews that nearly duplicate another review of the product, or one by the same author elsewhere. */
const nearDuplicates = Effect.fnUntraced(function* <Review extends ReviewFacts>(evidence: Evidence<Review>) {
  const { otherReviewsByAuthors, reviews } = evidence
  const read = yield* CooperativeMap.map(reviews, (review) => {
    const text = normalise(review.body)
    return { review, isComparable: codePoints(text) >= comparableLength, text: NearDuplicates.trigrams(text) }
  })
  const within = yield* NearDuplicates.findSimilar(read.map(({ text }) => text))
  const found = new Set(reviews.filter((_, position) => within.has(position)))
  const byAuthor = Array.groupBy(
    read.flatMap(({ review, text }) => (review.author === null ? [] : [{ author: review.author, review, text }])),
    ({ author }) => author
  )
  yield* CooperativeMap.map(otherReviewsByAuthors, ({ author, body }) => {
    const others = (byAuthor[author] ?? []).filter(({ review }) => !found.has(review))
    const copied = NearDuplicates.trigrams(others.length > 0 ? normalise(body) : "")
    for (const { review, text } of others) {
      if (NearDuplicates.areSimilar(text, copied)) {
        found.add(review)
      }
    }
  })
  return new Set(read.flatMap(({ isComparable, review }) => (isComparable && found.has(review) ? [review] : [])))
})

/** Judges each review once, in the given order, and yields to the event loop in between. */
export const assess = Effect.fnUntraced(function* <Review extends ReviewFacts>(evidence: Evidence<Review>) {
  const copies = yield* nearDuplicates(evidence)
  const bursts = inBursts(evidence.reviews)
  return yield* CooperativeMap.map(evidence.reviews, (review): Verdict<Review> => {
    const hasSignal: { readonly [S in FakeReviewSignal]: boolean } = {
      flagged: review.isFlagged,
      near_duplicate: copies.has(review),
      unverified_five_star: review.rating === 5 && !review.isVerified,
      generic_phrase: isGenericPraise(review),
      burst: bursts.has(review),
      extreme_vs_mean: isExtreme(review, evidence.totals)
    }
    const signals = FakeReviewSignal.literals.filter((signal) => hasSignal[signal])
    return { review, signals, score: scoreOf(signals) }
  })
})

export const isSuspicious = ({ signals }: Pick<Verdict<ReviewFacts>, "signals">): boolean =>
  hundredths(signals) >= suspiciousFrom

/** Returns the share of suspicious reviews, rounded half up to 3 decimals; 0 if none were analysed. */
export const shareOf = (suspicious: number, analysed: number): number =>
  analysed === 0 ? 0 : divideHalfUp(1000 * suspicious, analysed) / 1000

/** Rates the risk that a product's reviews mislead, by the share of suspicious ones. */
export const riskOf = (suspicious: number, analysed: number): ReviewRisk =>
  10 * suspicious > 3 * analysed ? "high" : 10 * suspicious > analysed ? "medium" : "low"
