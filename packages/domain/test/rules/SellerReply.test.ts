import { assert, describe, it } from "@effect/vitest"
import { ReplyTone, ReviewTopic } from "../../src/Reviews.ts"
import { topicsIn } from "../../src/rules/ReviewTopics.ts"
import { draft, type ReviewAnswered } from "../../src/rules/SellerReply.ts"
import { FastCheck } from "effect"

const review = (fields: Partial<ReviewAnswered> = {}): ReviewAnswered => ({
  reviewer: "Bob L.",
  productName: "Hearthlow Ember Lamp",
  rating: 5,
  topics: [],
  tone: "friendly",
  ...fields
})

describe("a seller's reply", () => {
  it("apologises with a remedy, promises to improve, or gives thanks, by rating", () => {
    for (const tone of ["friendly", "formal"] as const) {
      for (const rating of [1, 2]) {
        assert.match(draft(review({ rating, tone })), /sorry|apologise/u)
        assert.include(draft(review({ rating, tone })), "a replacement or a refund")
      }
      assert.match(draft(review({ rating: 3, tone })), /\n\nThank you[^]*improve/u)
      for (const rating of [4, 5]) {
        assert.match(draft(review({ rating, tone })), /\n\nThank you/u)
        assert.notMatch(draft(review({ rating, tone })), /sorry|apologise|refund|improve/u)
      }
    }
  })

  it("names reviewer, product and topics, in the tone asked for", () => {
    const topics = ["value", "shipping", "durability"] as const
    assert.match(
      draft(review({ rating: 1, topics })),
      /^Hi Bob L\.,\n\n.*Hearthlow Ember Lamp let you down with the price, the delivery and how long it lasts\./u
    )
    assert.match(
      draft(review({ rating: 4, topics: ["design"], tone: "formal" })),
      /^Dear Bob L\.,\n\n.*expectations regarding the design\./u
    )
  })

  const answered = FastCheck.record({
    reviewer: FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 104 }),
    productName: FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
    rating: FastCheck.integer({ min: 1, max: 5 }),
    topics: FastCheck.subarray([...ReviewTopic.literals]),
    tone: FastCheck.constantFrom(...ReplyTone.literals)
  })

  it.prop("has at most 800 characters", [answered], ([asked]) => {
    assert.isAtMost(Array.from(draft(asked)).length, 800)
  })

  const words = FastCheck.string({ unit: FastCheck.constantFrom(..."abcdefgh <>\n"), minLength: 8, maxLength: 200 })

  it.prop("has nothing of the review's own words", [answered, words, words], ([asked, title, body]) => {
    const told = draft({ ...asked, reviewer: "R.", productName: "P", topics: topicsIn({ title, body }) })
    assert.strictEqual(told, draft({ ...asked, reviewer: "R.", productName: "P", topics: [] }))
    assert.notInclude(told, body)
    assert.notInclude(told, title)
  })
})
