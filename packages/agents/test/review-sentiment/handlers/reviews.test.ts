import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { getMyReviews, getProductReviews } from "@storefront/domain/tools/ReviewTools"
import { Effect, Layer } from "effect"
import { ada, atlas, bob, lamp, seller, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/review-sentiment/handlers.ts"
import { toolkit } from "../../../src/review-sentiment/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const call = callerOf(toolkit, ada)

const asReviews = decodeAs(getProductReviews.successSchema)

const reviewId = (n: number) => `99999999-0000-4000-8000-00000000000${n}`

/** Four reviews of the lamp, one of them flagged. Two have the same moment. */
const reviews = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const carol = "44444444-0000-4000-8000-000000000000"
    yield* sql`INSERT INTO users (id, email, name, password_hash) VALUES (${carol}, 'carol@example.com', 'Carol', '-')`
    const review = (n: number, author: string, rating: number, fields: object) => ({
      id: reviewId(n),
      product_id: lamp.id,
      user_id: author,
      rating,
      title: "",
      body: "It glows",
      verified_purchase: false,
      helpful_count: 0,
      is_flagged: false,
      created_at: new Date(`2026-03-0${n}T10:00:00Z`),
      ...fields
    })
    yield* sql`INSERT INTO reviews ${sql.insert([
      review(1, ada.id, 5, {
        title: "Lovely",
        body: `Soft light and quiet. ${"x".repeat(1_200)}`,
        verified_purchase: true,
        helpful_count: 2
      }),
      review(2, bob.id, 2, {
        body: "Not sturdy, a bit noisy",
        helpful_count: 9,
        created_at: new Date("2026-03-01T10:00:00Z")
      }),
      review(3, seller.id, 4, { body: "Quiet, but flimsy", verified_purchase: true }),
      review(4, carol, 1, { body: "BUY MY LAMPS", is_flagged: true, helpful_count: 50 })
    ])}`
    yield* sql`UPDATE products SET rating = 3.67, review_count = 3 WHERE id = ${lamp.id}`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(Layer.provideMerge(reviews, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the review tools on ${engine.name}`, (it) => {
    const order = Effect.fnUntraced(function* (params: Tool.ParametersEncoded<typeof getProductReviews>) {
      const { reviews } = asReviews(yield* call("get_product_reviews", params))
      return reviews.map(({ review_id }) => Number(review_id.slice(-1)))
    })

    it.effect("list the reviews of a seller's own products, the worst first, without flagged ones", () =>
      Effect.gen(function* () {
        const admin = { ...bob, role: "admin" as const }
        const mine = (params: object, caller: User = seller) =>
          Effect.map(call("get_my_reviews", params, caller), decodeAs(getMyReviews.successSchema))
        const worst = yield* mine({ sort_by: "rating_low", limit: 2 })
        assert.deepStrictEqual(
          worst.reviews.map(({ rating, review_id }) => [Number(review_id.slice(-1)), rating]),
          [
            [2, 2],
            [3, 4]
          ]
        )
        assert.deepInclude(worst.reviews[0], {
          product_id: lamp.id,
          product_name: lamp.name,
          reviewer: "Bob L."
        } as object)
        assert.deepInclude(worst, { count: 2, total: 3 })
        assert.deepInclude(yield* mine({ rating: 5 }, admin), { count: 1, total: 1 })
        assert.deepInclude(yield* mine({ seller_id: bob.id }, admin), { count: 0, total: 0 })
        assert.deepInclude(yield* mine({ offset: 3 }), { count: 0, total: null })
        assert.deepInclude(yield* call("get_my_reviews", { seller_id: bob.id }, seller), { error: "forbidden" })
      })
    )

    it.effect("read reviews newest first, with the reviewer's first name and initial", () =>
      Effect.gen(function* () {
        const result = yield* call("get_product_reviews", { product_id: lamp.id, limit: 2 })
        assert.deepStrictEqual(result, {
          product_id: lamp.id,
          product_name: lamp.name,
          overall_rating: 3.67,
          total_reviews: 3,
          count: 2,
          offset: 0,
          reviews: [
            {
              review_id: reviewId(3),
              rating: 4,
              title: "",
              body: "Quiet, but flimsy",
              verified_purchase: true,
              helpful_count: 0,
              is_flagged: false,
              reviewer: "Alder G.",
              date: "2026-03-03T10:00:00.000Z"
            },
            {
              review_id: reviewId(2),
              rating: 2,
              title: "",
              body: "Not sturdy, a bit noisy",
              verified_purchase: false,
              helpful_count: 9,
              is_flagged: false,
              reviewer: "Bob L.",
              date: "2026-03-01T10:00:00.000Z"
            }
          ]
        })
      })
    )

    it.effect("cut a body to 1,000 characters", () =>
      Effect.gen(function* () {
        const { reviews } = asReviews(yield* call("get_product_reviews", { product_id: lamp.id, rating: 5 }))
        assert.strictEqual(reviews[0]?.body.length, 1_000)
      })
    )

    it.effect("sort, filter and page", () =>
      Effect.gen(function* () {
        const product_id = lamp.id
        assert.deepStrictEqual(yield* order({ product_id }), [3, 2, 1])
        assert.deepStrictEqual(yield* order({ product_id, sort_by: "helpful" }), [2, 1, 3])
        assert.deepStrictEqual(yield* order({ product_id, sort_by: "rating_high" }), [1, 3, 2])
        assert.deepStrictEqual(yield* order({ product_id, sort_by: "rating_low" }), [2, 3, 1])
        assert.deepStrictEqual(yield* order({ product_id, verified_only: true }), [3, 1])
        assert.deepStrictEqual(yield* order({ product_id, rating: 2 }), [2])
        assert.deepStrictEqual(yield* order({ product_id, include_flagged: true, sort_by: "helpful" }), [4, 2, 1, 3])
        assert.deepStrictEqual(yield* order({ product_id, offset: 1, limit: 1 }), [2])
      })
    )

    it.effect("say what an empty list means", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("get_product_reviews", { product_id: lamp.id, rating: 3 }), {
          reviews: [],
          count: 0,
          message: "The product has reviews, but none of them match."
        })
        assert.deepInclude(yield* call("get_product_reviews", { product_id: lamp.id, offset: 3 }), {
          reviews: [],
          message: "There are no more matching reviews beyond this offset."
        })
        assert.deepInclude(yield* call("get_product_reviews", { product_id: shoes.id }), {
          reviews: [],
          overall_rating: 0,
          total_reviews: 0,
          message: "The product has no reviews yet."
        })
      })
    )

    it.effect("sum up what unflagged reviews say", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* call("analyze_sentiment", { product_id: lamp.id }), {
          product_id: lamp.id,
          product_name: lamp.name,
          overall_sentiment: "positive",
          average_rating: 3.67,
          total_reviews: 3,
          flagged_left_out: 1,
          rating_distribution: { "1": 0, "2": 1, "3": 0, "4": 1, "5": 1 },
          verified_reviews: 2,
          unverified_reviews: 1,
          verified_avg_rating: 4.5,
          lexicon: { positive: 1, negative: 1, neutral: 1 },
          pros: [
            { term: "quiet", mentions: 2, example: "Lovely. Soft light and quiet.…" },
            { term: "soft", mentions: 1, example: "Lovely. Soft light and quiet.…" }
          ],
          cons: [
            { term: "noisy", mentions: 1, example: "Not sturdy, a bit noisy" },
            { term: "not sturdy", mentions: 1, example: "Not sturdy, a bit noisy" }
          ]
        })
      })
    )

    it.effect("say which reviews they count", () =>
      Effect.gen(function* () {
        const product = { product_id: lamp.id }
        assert.deepInclude(yield* call("analyze_sentiment", product), { total_reviews: 3, flagged_left_out: 1 })
        assert.deepInclude(yield* call("detect_fake_reviews", product), { total_reviews: 4, flagged_included: 1 })
        assert.deepInclude(yield* call("search_reviews", { ...product, keyword: "lamps" }), {
          reviews_searched: 3,
          total_matches: 0
        })
      })
    )

    it.effect("have no opinion on a product without reviews", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("analyze_sentiment", { product_id: shoes.id }), {
          overall_sentiment: "no_data",
          average_rating: null,
          total_reviews: 0,
          verified_avg_rating: null,
          pros: [],
          cons: [],
          message: "The product has no reviews yet."
        })
      })
    )

    it.effect("do not know products that are unknown or no longer sold", () =>
      Effect.gen(function* () {
        for (const id of [atlas.id, ProductId.make("aaaaaaaa-0000-4000-8000-00000000ffff")]) {
          for (const tool of [
            "get_product_reviews",
            "analyze_sentiment",
            "get_sentiment_by_topic",
            "get_review_trends",
            "detect_fake_reviews",
            "search_reviews"
          ] as const) {
            assert.deepInclude(yield* call(tool, { product_id: id, keyword: "light" }), {
              error: "not_found",
              entity: "product",
              id
            })
          }
        }
      })
    )
  })
}
