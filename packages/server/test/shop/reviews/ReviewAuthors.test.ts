import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ReviewId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { AccountOperations } from "../../../src/shop/accounts/AccountOperations.ts"
import { Profiles } from "../../../src/shop/accounts/Profiles.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import { ReviewAuthenticity } from "../../../src/shop/reviews/ReviewAuthenticity.ts"
import { ReviewLookup } from "../../../src/shop/reviews/ReviewLookup.ts"
import { ReviewOperations } from "../../../src/shop/reviews/ReviewOperations.ts"
import { SellerReplies } from "../../../src/shop/reviews/SellerReplies.ts"
import { SentimentAnalysis } from "../../../src/shop/reviews/SentimentAnalysis.ts"
import { ada, bob, lamp, seller, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const reviewId = (n: number) => ReviewId.make(`99999999-0000-4000-8000-00000000000${n}`)

const copied = "Warm light, sturdy foot, and the switch is where a hand finds it in the dark"

/** One review by an account and two without one, by the same name; the account's review of the shoes is a copy. */
const reviews = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const review = (n: number, fields: object) => ({
      id: reviewId(n),
      product_id: lamp.id,
      user_id: null,
      author: null,
      rating: 4,
      body: "Light for a whole room",
      verified_purchase: false,
      created_at: new Date(`2026-03-0${n}T10:00:00Z`),
      ...fields
    })
    yield* sql`INSERT INTO reviews ${sql.insert([
      review(1, { user_id: bob.id }),
      review(2, { author: "Maria from Bonn am Rhein", rating: 2, verified_purchase: true, body: copied }),
      review(3, { author: "Maria from Bonn am Rhein", rating: 3, body: "Glows" }),
      review(4, { product_id: shoes.id, user_id: bob.id, body: copied })
    ])}`
    yield* sql`UPDATE products SET rating = 3, review_count = 3 WHERE id = ${lamp.id}`
  })
)

const Services = Layer.mergeAll(
  AccountOperations.layer,
  CatalogRepository.layer,
  Profiles.layer,
  ReviewAuthenticity.layer,
  ReviewLookup.layer,
  ReviewOperations.layer,
  SellerReplies.layer,
  SentimentAnalysis.layer
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Services.pipe(
    Layer.provideMerge(Layer.provideMerge(reviews, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`reviews without account on ${engine.name}`, (it) => {
    const authors = ["Maria from Bonn am Rhein", "Maria from Bonn am Rhein", "Bob L."]
    const query = {
      productId: lamp.id,
      sort: "newest" as const,
      rating: null,
      verifiedOnly: false,
      includeFlagged: false,
      limit: 10,
      offset: 0
    }

    it.effect("are read like others, under the name that came with them", () =>
      Effect.gen(function* () {
        const lookup = yield* ReviewLookup
        const { reviews: detailed } = yield* (yield* CatalogRepository).find(lamp.id)
        assert.deepStrictEqual(
          detailed.map(({ reviewer, verified }) => [reviewer, verified]),
          authors.map((author, index) => [author, index === 1])
        )
        const { reviews: listed, total_reviews } = yield* lookup.list(query)
        assert.deepStrictEqual(
          listed.map(({ reviewer }) => reviewer as string),
          authors
        )
        assert.strictEqual(total_reviews, 3)
        assert.notProperty(listed[0], "author")
        const verified = yield* lookup.list({ ...query, verifiedOnly: true })
        assert.deepStrictEqual(
          verified.reviews.map(({ review_id }) => review_id),
          [reviewId(2)]
        )
        const found = yield* lookup.search({ productId: lamp.id, keyword: "sturdy", limit: 5 })
        assert.deepStrictEqual(
          found.reviews.map(({ reviewer }) => reviewer as string),
          authors.slice(0, 1)
        )
        const ofSeller = yield* lookup.ofSeller({
          seller: seller.id,
          sort: "newest",
          rating: null,
          limit: 9,
          offset: 0
        })
        assert.strictEqual(ofSeller.total, 4)
      })
    )

    it.effect("are counted, and answered by name", () =>
      Effect.gen(function* () {
        const sentiment = yield* (yield* SentimentAnalysis).analyze(lamp.id)
        assert.strictEqual(sentiment.total_reviews, 3)
        assert.strictEqual(sentiment.verified_reviews, 1)
        const replies = yield* SellerReplies
        const { draft, reviewer } = yield* replies.draft(seller, reviewId(2), { tone: "friendly", ownWords: null })
        assert.strictEqual<string>(reviewer, "Maria from Bonn am Rhein")
        assert.include(draft, "Maria from Bonn am Rhein")
      })
    )

    it.effect("are judged each for itself: the same name is not the same author", () =>
      Effect.gen(function* () {
        const { analyzed, reviews, suspicious_count } = yield* (yield* ReviewAuthenticity).analyze(lamp.id, 10)
        assert.deepStrictEqual([analyzed, suspicious_count, reviews], [3, 0, []])
      })
    )

    it.effect("are flagged like others, and stay when a customer is deleted", () =>
      Effect.gen(function* () {
        const flagged = yield* (yield* ReviewOperations).setFlagged(reviewId(3), true)
        assert.deepStrictEqual([flagged.rating, flagged.review_count], [3, 2])
        yield* (yield* ReviewOperations).setFlagged(reviewId(3), false)
        assert.strictEqual((yield* (yield* Profiles).find(bob.id)).review_count, 2)
        assert.strictEqual((yield* (yield* Profiles).find(ada.id)).review_count, 0)
        yield* (yield* AccountOperations).delete({ _tag: "Id", id: bob.id })
        assert.lengthOf((yield* (yield* ReviewLookup).list(query)).reviews, 3)
      })
    )
  })
}
