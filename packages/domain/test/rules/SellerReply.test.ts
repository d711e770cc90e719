import { assert, describe, it } from "@effect/vitest"
import { ReplyTone, ReviewTopic } from "../../src/Reviews.ts"
import { topicsIn } from "../../src/rules/ReviewTopics.ts"
import { draft, maxOwnWords, type ReplyFacts } from "../../src/rules/SellerReply.ts"
import { FastCheck } from "effect"

const review = (fields: Partial<ReplyFacts> = {}): ReplyFacts => ({
  reviewer: "Bob L.",
  productName: "Hearthlow Ember Lamp",
  rating: 5,
  topics: [],
  tone: "friendly",
  ownWords: null,
  ...fields
})

describe("a seller's reply", () => {
  it("apologises, regrets or gives thanks, by rating, and promises nothing", () => {
    for (const tone of ["friendly", "formal"] as const) {
      for (const rating of [1, 2]) {
        assert.match(draft(review({ rating, tone })), /sorry|apologise/u)
      }
      assert.match(draft(review({ rating: 3, tone })), /\n\nThank you[^]*(?:sorry|regret)/u)
      for (const rating of [4, 5]) {
        assert.match(draft(review({ rating, tone })), /\n\nThank you/u)
        assert.notMatch(draft(review({ rating, tone })), /sorry|apologise|regret/u)
      }
      for (const rating of [1, 2, 3, 4, 5]) {
        const told = draft(review({ rating, tone, topics: ReviewTopic.literals }))
        assert.notMatch(told, /refund|replace|improve|put .*right|contact|write to|look into|will|want|offer/u)
      }
    }
  })

  it("names reviewer, product and topics, in the tone asked for", () => {
    const topics = ["value", "shipping", "durability"] as const
    assert.match(
      draft(review({ rating: 1, topics })),
      /^Hi Bob L\.,\n\n.*your words about the price, the delivery and how long it lasts\. .*Hearthlow Ember Lamp let you down\./u
    )
    assert.match(
      draft(review({ rating: 4, topics: ["design"], tone: "formal" })),
      /^Dear Bob L\.,\n\n.*remarks regarding the design\. .*expectations\./u
    )
  })

  it("carries the seller's own words, and only then an offer", () => {
    const ownWords = "We will send you a new one."
    for (const tone of ["friendly", "formal"] as const) {
      const without = draft(review({ rating: 1, tone })).split("\n\n")
      assert.deepStrictEqual(draft(review({ rating: 1, tone, ownWords })).split("\n\n"), [
        ...without.slice(0, 2),
        ownWords,
        ...without.slice(2)
      ])
    }
  })

  const answered = FastCheck.record({
    reviewer: FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 104 }),
    productName: FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
    rating: FastCheck.integer({ min: 1, max: 5 }),
    topics: FastCheck.subarray([...ReviewTopic.literals]),
    tone: FastCheck.constantFrom(...ReplyTone.literals),
    ownWords: FastCheck.option(FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: maxOwnWords }))
  })

  it.prop("has at most 800 characters", [answered], ([asked]) => {
    assert.isAtMost(Array.from(draft(asked)).length, 800)
  })

  const words = FastCheck.string({ unit: FastCheck.constantFrom(..."abcdefgh <>\n"), minLength: 8, maxLength: 200 })

  it.prop("has nothing of the review's own words", [answered, words, words], ([asked, title, body]) => {
    const told = draft({
      ...asked,
      reviewer: "R.",
      productName: "P",
      topics: topicsIn({ title, body }),
      ownWords: null
    })
    assert.strictEqual(told, draft({ ...asked, reviewer: "R.", productName: "P", topics: [], ownWords: null }))
    assert.notInclude(told, body)
    assert.notInclude(told, title)
  })
})
