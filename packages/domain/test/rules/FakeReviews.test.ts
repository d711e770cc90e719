import { assert, describe, it } from "@effect/vitest"
import { FakeReviewSignal } from "../../src/Reviews.ts"
import {
  type Evidence,
  assess,
  isSuspicious,
  type ReviewFacts,
  riskOf,
  scoreOf,
  shareOf
} from "../../src/rules/FakeReviews.ts"
import { Effect, FastCheck, TestContext } from "effect"

const hour = 3_600_000

const review = (fields: Partial<ReviewFacts> = {}): ReviewFacts => ({
  author: "ada",
  rating: 3,
  body: "",
  isVerified: true,
  isFlagged: false,
  createdAtMillis: 0,
  ...fields
})

/** A month apart each, unless they say when. */
const reviews = (...fields: ReadonlyArray<Partial<ReviewFacts>>) =>
  fields.map((some, index) => review({ author: `author ${index}`, createdAtMillis: index * 720 * hour, ...some }))

const totals = (reviews: ReadonlyArray<ReviewFacts>) => ({
  count: reviews.length,
  sum: reviews.reduce((sum, { rating }) => sum + rating, 0)
})

/** On a clock that stands still, nobody is let in between. */
const judge = (evidence: Evidence<ReviewFacts>) =>
  Effect.runSync(Effect.provide(assess(evidence), TestContext.TestContext))

const signalsOf = (judged: ReadonlyArray<ReviewFacts>, more: Partial<Evidence<ReviewFacts>> = {}) =>
  judge({ reviews: judged, otherReviewsByAuthors: [], totals: totals(judged), ...more }).map(({ signals }) => signals)

describe("the signals of a fake review", () => {
  it("are none for an ordinary review", () => {
    assert.deepStrictEqual(signalsOf([review({ rating: 5, body: "It lights my desk" })]), [[]])
  })

  it("are a flag, and five stars without a purchase", () => {
    assert.deepStrictEqual(
      signalsOf(reviews({ isFlagged: true }, { rating: 5, isVerified: false }, { rating: 4, isVerified: false })),
      [["flagged"], ["unverified_five_star"], []]
    )
  })

  it("are a phrase of generic praise in a short text", () => {
    const phrase = "GREAT   Product!"
    assert.deepStrictEqual(
      signalsOf(
        reviews(
          { rating: 4, body: phrase },
          { rating: 3, body: phrase },
          { rating: 4, body: `${phrase} ${"x".repeat(100)}` }
        )
      ),
      [["generic_phrase"], [], []]
    )
  })

  it("are a text that nearly is another one of the product or of the author", () => {
    const text = "The light is warm, and the dimmer is easy to use."
    assert.deepStrictEqual(
      signalsOf(reviews({ body: text }, { body: text.toUpperCase() }, { body: "Something else entirely, honestly." })),
      [["near_duplicate"], ["near_duplicate"], []]
    )
    const mine = review({ body: text })
    const otherReviewsByAuthors = (author: string, body: string) =>
      signalsOf([mine], { otherReviewsByAuthors: [{ author, body }] })[0]
    assert.deepStrictEqual(otherReviewsByAuthors("ada", `${text}!!`), ["near_duplicate"])
    assert.deepStrictEqual(otherReviewsByAuthors("bob", text), [])
    assert.deepStrictEqual(otherReviewsByAuthors("ada", "Another product, another text altogether."), [])
  })

  it("are not that short texts are alike", () => {
    assert.deepStrictEqual(signalsOf(reviews({ body: "x".repeat(19) }, { body: "x".repeat(19) })), [[], []])
    assert.deepStrictEqual(signalsOf(reviews({ body: "x".repeat(20) }, { body: "x".repeat(20) })).flat(), [
      "near_duplicate",
      "near_duplicate"
    ])
    assert.deepStrictEqual(signalsOf(reviews({ body: "It is very good tea" }, { body: "It is very good tea!" })), [
      [],
      ["near_duplicate"]
    ])
  })

  it("are five reviews within a day", () => {
    const at = (...hours: ReadonlyArray<number>) =>
      signalsOf(reviews(...hours.map((hours) => ({ createdAtMillis: hours * hour })))).map(({ length }) => length)
    assert.deepStrictEqual(at(0, 6, 12, 18, 24, 49), [1, 1, 1, 1, 1, 0])
    assert.deepStrictEqual(at(30, 24, 18, 12, 6, 0), [1, 1, 1, 1, 1, 1])
    assert.deepStrictEqual(at(0, 6, 12, 18, 24.1), [0, 0, 0, 0, 0])
  })

  it("are one or five stars far from what at least five others gave", () => {
    const rated = (...ratings: ReadonlyArray<number>) =>
      signalsOf(reviews(...ratings.map((rating) => ({ rating })))).map(({ length }) => length)
    assert.deepStrictEqual(rated(1, 3, 3, 3, 3, 3), [1, 0, 0, 0, 0, 0])
    assert.deepStrictEqual(rated(5, 3, 3, 3, 3, 3), [1, 0, 0, 0, 0, 0])
    assert.deepStrictEqual(rated(2, 5, 5, 5, 5, 5), [0, 0, 0, 0, 0, 0])
    assert.deepStrictEqual(rated(1, 5, 5, 5, 5), [0, 0, 0, 0, 0])
    assert.deepStrictEqual(rated(1, 2, 3, 3, 3, 3), [0, 0, 0, 0, 0, 0])
  })

  it("count reviews that are too old to be judged", () => {
    assert.deepStrictEqual(signalsOf([review({ rating: 1 })], { totals: { count: 6, sum: 1 + 5 * 3 } }), [
      ["extreme_vs_mean"]
    ])
  })
})

describe("the score", () => {
  it("is what the signals leave of a doubt", () => {
    assert.deepStrictEqual(
      [
        scoreOf([]),
        scoreOf(["near_duplicate"]),
        scoreOf(["unverified_five_star", "generic_phrase"]),
        scoreOf(["generic_phrase", "burst"]),
        scoreOf(["unverified_five_star", "extreme_vs_mean"]),
        scoreOf(FakeReviewSignal.literals)
      ],
      [0, 0.5, 0.55, 0.51, 0.48, 0.99]
    )
    assert.isTrue(isSuspicious({ signals: ["near_duplicate"] }))
    assert.isFalse(isSuspicious({ signals: ["unverified_five_star", "extreme_vs_mean"] }))
  })

  const signals = FastCheck.uniqueArray(FastCheck.constantFrom(...FakeReviewSignal.literals))

  it.prop("is between 0 and 1, and only grows with more signals", [signals, signals], ([some, more]) => {
    const both = [...new Set([...some, ...more])]
    assert.isAtLeast(scoreOf(both), scoreOf(some))
    assert.isTrue(scoreOf(both) >= 0 && scoreOf(both) <= 1)
    assert.strictEqual(isSuspicious({ signals: both }), scoreOf(both) >= 0.5)
  })

  const facts = FastCheck.record({
    author: FastCheck.constantFrom("ada", "bob", "eve"),
    rating: FastCheck.integer({ min: 1, max: 5 }),
    body: FastCheck.constantFrom("", "Great product", "The lamp lights my desk well", "the LAMP lights my desk well."),
    isVerified: FastCheck.boolean(),
    isFlagged: FastCheck.boolean(),
    createdAtMillis: FastCheck.integer({ min: 0, max: 100 }).map((hours) => hours * hour)
  })
  const many = FastCheck.array(facts, { maxLength: 12 })

  it.prop("judges every review once, in the order given", [many, many], ([judged, otherReviewsByAuthors]) => {
    const verdicts = judge({ reviews: judged, otherReviewsByAuthors, totals: totals(judged) })
    assert.deepStrictEqual(
      verdicts.map(({ review }) => review),
      judged
    )
    for (const { score, signals } of verdicts) {
      assert.strictEqual(new Set(signals).size, signals.length)
      assert.strictEqual(score, scoreOf(signals))
    }
    const suspicious = verdicts.filter(isSuspicious).length
    assert.isAtMost(shareOf(suspicious, judged.length), 1)
  })
})

describe("the risk of a product", () => {
  it("changes exactly above its borders", () => {
    assert.deepStrictEqual(
      [riskOf(0, 0), riskOf(10, 100), riskOf(11, 100), riskOf(30, 100), riskOf(31, 100)],
      ["low", "low", "medium", "medium", "high"]
    )
    assert.deepStrictEqual([shareOf(0, 0), shareOf(1, 3), shareOf(1, 16), shareOf(2, 3)], [0, 0.333, 0.063, 0.667])
  })
})
