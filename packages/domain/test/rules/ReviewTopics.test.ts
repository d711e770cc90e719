import { assert, describe, it } from "@effect/vitest"
import { mean } from "../../src/rules/Ratings.ts"
import { byTopic, rateTopics, type ReviewWords, topicsIn } from "../../src/rules/ReviewTopics.ts"
import { Schema } from "effect"

const review = (rating: number, body: string, title = "") => ({ rating, body, title })

const opinions = (reviews: ReadonlyArray<ReviewWords>) => byTopic(reviews.map(rateTopics))

describe("the mean rating", () => {
  it("is rounded half-up to hundredths, and unknown without ratings", () => {
    assert.deepStrictEqual([mean(0, 0), mean(9, 2), mean(1, 3), mean(1, 8), mean(36, 8)], [null, 4.5, 0.33, 0.13, 4.5])
  })
})

describe("the topics of a review", () => {
  it("are told by whole words of title and body, in any letter case and form", () => {
    assert.deepStrictEqual(topicsIn(review(3, "The ＰＲＩＣＥ is fine; the courier's box broke.", "Looks")), [
      "value",
      "shipping",
      "design",
      "durability"
    ])
    assert.deepStrictEqual(topicsIn(review(3, "Boxing in costly, worthless outfits")), [])
  })
})

describe("the opinion by topic", () => {
  it("counts a review once per topic and judges the mean of those that mention it", () => {
    const topics = opinions([
      review(5, "Solid build, made of solid material"),
      review(2, "Flimsy"),
      review(2, "Late delivery"),
      review(1, "The price!"),
      review(4, "Nothing to say")
    ])
    assert.deepStrictEqual(topics, {
      quality: { mentions: 2, average_rating: 3.5, sentiment: "positive" },
      value: { mentions: 1, average_rating: 1, sentiment: "negative" },
      shipping: { mentions: 1, average_rating: 2, sentiment: "negative" },
      design: { mentions: 0, average_rating: null, sentiment: "no_data" },
      durability: { mentions: 0, average_rating: null, sentiment: "no_data" }
    })
  })

  it("changes exactly at its borders", () => {
    const at = (...ratings: ReadonlyArray<number>) =>
      opinions(ratings.map((rating) => review(rating, "price"))).value.sentiment
    assert.deepStrictEqual([at(3, 4), at(3, 3, 4), at(2, 3), at(2, 2, 3)], ["positive", "mixed", "mixed", "negative"])
  })

  it.prop(
    "does not depend on the order of the reviews",
    [
      Schema.Array(
        Schema.Struct({
          rating: Schema.Int.pipe(Schema.between(1, 5)),
          title: Schema.Literal("", "Price", "Late"),
          body: Schema.Literal("ok", "fits my style", "it broke", "Solid deal")
        })
      )
    ],
    ([reviews]) => {
      assert.deepStrictEqual(opinions(reviews.toReversed()), opinions(reviews))
    }
  )
})
