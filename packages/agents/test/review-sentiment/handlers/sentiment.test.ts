import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import {
  compareReviews,
  detectFakeReviews,
  draftSellerResponse,
  getReviewTrends,
  getSentimentByTopic,
  searchReviews
} from "@storefront/domain/tools/ReviewTools"
import { DateTime, Effect, Layer } from "effect"
import { ada, atlas, bob, lamp, seller, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/review-sentiment/handlers.ts"
import { toolkit } from "../../../src/review-sentiment/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const call = callerOf(toolkit, ada)

const unknown = ProductId.make("aaaaaaaa-0000-4000-8000-00000000ffff")
const reviewId = (n: number) => `99999999-0000-4000-8000-${String(n).padStart(12, "0")}`
const userId = (n: number) => `77777777-0000-4000-8000-${String(n).padStart(12, "0")}`

/** Eight people to write reviews. */
const reviewers = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert(
      Array.from({ length: 8 }, (_, n) => ({
        id: userId(n),
        email: `writer${n}@example.com`,
        name: `Writer Number${n}`,
        password_hash: "-"
      }))
    )}`
  })
)

/** One review in a test: who wrote it, and what is not as usual. */
interface Written {
  readonly product?: { readonly id: string }
  readonly by: number
  readonly rating?: number
  readonly title?: string
  readonly body?: string
  readonly verified_purchase?: boolean
  readonly helpful_count?: number
  readonly is_flagged?: boolean
  readonly created_at?: Date
}

const bodies = ["It lights my desk", "Came as described", "We gave it away", "My aunt has two", "Stands in the hall"]

/** Replaces all reviews. They have numbers from 1 on, in order, and are ten days apart. */
const write = Effect.fnUntraced(function* (...written: ReadonlyArray<Written>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM reviews`
  yield* sql`INSERT INTO reviews ${sql.insert(
    written.map(({ by, product, ...fields }, index) => ({
      id: reviewId(index + 1),
      product_id: (product ?? lamp).id,
      user_id: userId(by),
      rating: 3,
      title: "",
      body: `${bodies[index % bodies.length]}, number ${index}`,
      verified_purchase: true,
      helpful_count: 0,
      is_flagged: false,
      created_at: new Date(Date.UTC(2025, 0, 1 + 10 * index)),
      ...fields
    }))
  )}`
  yield* sql`UPDATE products p SET
    review_count = (SELECT count(*) FROM reviews r WHERE r.product_id = p.id AND NOT is_flagged)`
})

const numbersOf = (reviews: ReadonlyArray<{ readonly review_id: string }>) =>
  reviews.map(({ review_id }) => Number(review_id.slice(-12)))

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(Layer.provideMerge(reviewers, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the tools that judge reviews on ${engine.name}`, (it) => {
    it.effect("tell what unflagged reviews say about each topic", () =>
      Effect.gen(function* () {
        yield* write(
          { by: 0, rating: 5, body: "Solid build, good price" },
          { by: 1, rating: 2, title: "Expensive", body: "and it broke" },
          { by: 2, rating: 1, body: "poor quality", is_flagged: true }
        )
        const found = decodeAs(getSentimentByTopic.successSchema)(
          yield* call("get_sentiment_by_topic", { product_id: lamp.id })
        )
        assert.deepStrictEqual(found, {
          product_id: lamp.id,
          product_name: lamp.name as typeof found.product_name,
          total_reviews_analyzed: 2,
          topics: {
            quality: { mentions: 1, average_rating: 5, sentiment: "positive" },
            value: { mentions: 2, average_rating: 3.5, sentiment: "positive" },
            shipping: { mentions: 0, average_rating: null, sentiment: "no_data" },
            design: { mentions: 0, average_rating: null, sentiment: "no_data" },
            durability: { mentions: 1, average_rating: 2, sentiment: "negative" }
          }
        })
        assert.deepInclude(yield* call("get_sentiment_by_topic", { product_id: shoes.id }), {
          total_reviews_analyzed: 0,
          message: "The product has no reviews yet."
        })
      })
    )

    it.effect("show calendar months with the most helpful review of the first and the last one", () =>
      Effect.gen(function* () {
        const now = yield* DateTime.now
        const month = (ago: number) => DateTime.subtract(DateTime.startOf(now, "month"), { months: ago })
        const name = (ago: number) => DateTime.formatIso(month(ago)).slice(0, 7)
        const firstMoment = (ago: number) => DateTime.toDate(month(ago))
        const lastMoment = (ago: number) => DateTime.toDate(DateTime.subtract(month(ago - 1), { millis: 1 }))
        yield* write(
          { by: 0, rating: 1, created_at: lastMoment(4), helpful_count: 99 },
          { by: 1, rating: 2, title: "Meh", created_at: firstMoment(3), helpful_count: 3 },
          { by: 2, rating: 3, created_at: lastMoment(3), helpful_count: 1 },
          { by: 3, rating: 5, title: "Wow", created_at: firstMoment(0), helpful_count: 1 },
          { by: 4, rating: 4, created_at: firstMoment(0) },
          { by: 5, rating: 1, created_at: firstMoment(0), helpful_count: 50, is_flagged: true }
        )
        const read = (months: number) =>
          Effect.map(
            call("get_review_trends", { product_id: lamp.id, months }),
            decodeAs(getReviewTrends.successSchema)
          )
        const { highlights, monthly_data, ...rest } = yield* read(4)
        assert.deepInclude(rest, {
          period_months: 4,
          trend: "improving",
          first_half_average: 2.5,
          second_half_average: 4.5
        })
        assert.deepStrictEqual(monthly_data, [
          { month: name(3), average_rating: 2.5, review_count: 2 },
          { month: name(2), average_rating: null, review_count: 0 },
          { month: name(1), average_rating: null, review_count: 0 },
          { month: name(0), average_rating: 4.5, review_count: 2 }
        ])
        assert.deepStrictEqual(
          highlights.map(({ month, title }) => [month, title]),
          [
            [name(3), "Meh"],
            [name(0), "Wow"]
          ]
        )
        const one = yield* read(1)
        assert.deepStrictEqual([one.trend, one.monthly_data.length, one.highlights.length], ["insufficient_data", 1, 1])
        const byDefault = decodeAs(getReviewTrends.successSchema)(
          yield* call("get_review_trends", { product_id: shoes.id })
        )
        assert.strictEqual(byDefault.monthly_data.length, 6)
        assert.strictEqual(byDefault.message, "The product got no reviews in these months.")
      })
    )

    const judge = (params: Tool.ParametersEncoded<typeof detectFakeReviews>) =>
      Effect.map(call("detect_fake_reviews", params), decodeAs(detectFakeReviews.successSchema))

    it.effect("find suspicious reviews with their signals, the highest score first", () =>
      Effect.gen(function* () {
        const copied = "This lamp is the light of my evenings"
        yield* write(
          { by: 0, rating: 5, verified_purchase: false, body: "Great product, must buy!" },
          { by: 1, body: copied },
          { by: 2, body: "SHOUTING LOUDLY ABOUT NOTHING", is_flagged: true },
          { by: 3, rating: 5, verified_purchase: false },
          { by: 4 },
          { by: 5, body: "Another unremarkable text" },
          { by: 1, product: shoes, body: `${copied}!` },
          { by: 2, product: shoes, body: copied }
        )
        const found = yield* judge({ product_id: lamp.id })
        assert.deepInclude(found, {
          total_reviews: 6,
          analyzed: 6,
          suspicious_count: 3,
          suspicious_share: 0.5,
          risk_level: "high"
        })
        assert.deepStrictEqual(
          found.reviews.map(({ review_id, score, signals }) => [numbersOf([{ review_id }])[0], score, signals]),
          [
            [3, 0.9, ["flagged"]],
            [1, 0.55, ["unverified_five_star", "generic_phrase"]],
            [2, 0.5, ["near_duplicate"]]
          ]
        )
        assert.strictEqual(found.reviews[0]?.reviewer, "Writer N.")
        const one = yield* judge({ product_id: lamp.id, limit: 1 })
        assert.deepStrictEqual([one.suspicious_count, one.reviews.length], [3, 1])
      })
    )

    it.effect("find bursts and copies within one product, and count each review once", () =>
      Effect.gen(function* () {
        const at = (hours: number) => new Date(Date.UTC(2025, 5, 1, hours))
        const text = "So happy with my new lamp, it is a joy"
        yield* write(
          ...[0, 1, 2, 3, 4].map((by) => ({ by, rating: 5, body: text, created_at: at(by) })),
          { by: 5, rating: 4, created_at: at(200) },
          { by: 6, rating: 4, created_at: at(300), body: `${"x".repeat(150)}` }
        )
        const found = yield* judge({ product_id: lamp.id })
        assert.deepStrictEqual(numbersOf(found.reviews), [5, 4, 3, 2, 1])
        assert.deepStrictEqual(found.reviews[0]?.signals, ["near_duplicate", "burst"])
        assert.deepStrictEqual([found.suspicious_count, found.suspicious_share], [5, 0.714])
        const none = yield* judge({ product_id: shoes.id })
        assert.deepInclude(none, { analyzed: 0, suspicious_share: 0, risk_level: "low" })
        assert.strictEqual(none.message, "The product has no reviews yet.")
        yield* write({ by: 0 })
        assert.strictEqual((yield* judge({ product_id: lamp.id })).message, "None of the reviews looks suspicious.")
      })
    )

    it.effect("search title and text for a word, its wildcards taken literally", () =>
      Effect.gen(function* () {
        yield* write(
          { by: 0, title: "Bulb", helpful_count: 1 },
          { by: 1, body: `${"y".repeat(1_100)} the BULB`, helpful_count: 4 },
          { by: 2, body: "bulbous", helpful_count: 1 },
          { by: 3, body: "a bulb", is_flagged: true, helpful_count: 9 },
          { by: 4, body: "100% bright_ish" }
        )
        const search = (keyword: string, limit?: number) =>
          Effect.map(
            call("search_reviews", { product_id: lamp.id, keyword, ...(limit === undefined ? {} : { limit }) }),
            decodeAs(searchReviews.successSchema)
          )
        const found = yield* search("bulb")
        assert.deepStrictEqual(numbersOf(found.reviews), [2, 3, 1])
        assert.deepStrictEqual([found.total_matches, found.count], [3, 3])
        assert.strictEqual(found.reviews[0]?.body.length, 1_000)
        const first = yield* search("bulb", 1)
        assert.deepStrictEqual([first.total_matches, first.count], [3, 1])
        assert.deepStrictEqual(numbersOf((yield* search("0%")).reviews), [5])
        assert.deepStrictEqual(numbersOf((yield* search("t_i")).reviews), [5])
        const none = yield* search("%%")
        assert.deepStrictEqual([none.total_matches, none.count], [0, 0])
        assert.strictEqual(none.message, "None of the reviews mention that. They may use another word for it.")
      })
    )

    it.effect("draft replies to reviews of the seller's own products only, without words of the review", () =>
      Effect.gen(function* () {
        yield* write({ by: 0, rating: 1, title: "Awful", body: `The quality stinks. ${"z".repeat(600)}` })
        const review_id = reviewId(1)
        const reply = decodeAs(draftSellerResponse.successSchema)(
          yield* call("draft_seller_response", { review_id }, seller)
        )
        assert.deepStrictEqual([reply.review_id, reply.product_id, reply.rating], [review_id, lamp.id, 1])
        assert.strictEqual(reply.reviewer, "Writer N.")
        assert.strictEqual(reply.review_body.length, 500)
        assert.match(reply.draft, /^Hi Writer N\.,\n\n.*your words about the quality\./u)
        assert.notMatch(reply.draft, /Awful|stinks|zz/u)
        assert.isAtMost(reply.draft.length, 800)
        assert.match(
          reply.note,
          /promises nothing beyond their own words.*neither the assistant nor the shop publishes/u
        )
        const own_words = "Send it back: we pay for it."
        const offered = yield* call("draft_seller_response", { review_id, own_words }, seller)
        assert.include(decodeAs(draftSellerResponse.successSchema)(offered).draft, `\n\n${own_words}\n\n`)
        assert.deepStrictEqual(
          (yield* ToolArguments.check(toolkit.tools.draft_seller_response, {
            review_id,
            own_words: "x".repeat(301)
          })).map(({ field }) => field),
          ["own_words"]
        )

        const other = { ...seller, id: bob.id } as User
        const missing = { error: "not_found", entity: "review", id: review_id }
        assert.deepInclude(yield* call("draft_seller_response", { review_id }, other), missing)
        const admin = { ...bob, role: "admin" } as User
        const formal = decodeAs(draftSellerResponse.successSchema)(
          yield* call("draft_seller_response", { review_id, tone: "formal" }, admin)
        )
        assert.match(formal.draft, /^Dear Writer N\.,/u)
        assert.deepInclude(yield* call("draft_seller_response", { review_id: reviewId(2) }, admin), {
          error: "not_found"
        })
        yield* write({ by: 0, product: atlas })
        assert.deepInclude(yield* call("draft_seller_response", { review_id }, seller), missing)
      })
    )

    it.effect("compare products in the order asked for", () =>
      Effect.gen(function* () {
        const now = DateTime.toDate(yield* DateTime.now)
        yield* write(
          { by: 0, rating: 5, body: "Great and quiet", created_at: now },
          { by: 1, rating: 2, body: "flimsy", verified_purchase: false },
          { by: 2, rating: 1, is_flagged: true },
          { by: 0, product: shoes, rating: 4, body: "soft" }
        )
        const result = decodeAs(compareReviews.successSchema)(
          yield* call("compare_reviews", { product_ids: [shoes.id, unknown, lamp.id] })
        )
        assert.deepStrictEqual(result, {
          comparisons: [
            {
              product_id: shoes.id,
              product_name: shoes.name as (typeof result.comparisons)[0]["product_name"],
              average_rating: 4,
              review_count: 1,
              sentiment: "positive",
              rating_distribution: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 0 },
              verified_reviews: 1,
              recent_avg_rating: null,
              top_pro: "soft",
              top_con: null
            },
            {
              product_id: lamp.id,
              product_name: lamp.name as (typeof result.comparisons)[0]["product_name"],
              average_rating: 3.5,
              review_count: 2,
              sentiment: "positive",
              rating_distribution: { "1": 0, "2": 1, "3": 0, "4": 0, "5": 1 },
              verified_reviews: 1,
              recent_avg_rating: 5,
              top_pro: "great",
              top_con: "flimsy"
            }
          ],
          count: 2,
          missing_ids: [unknown],
          best_rated_id: shoes.id
        })
        assert.deepInclude(yield* call("compare_reviews", { product_ids: [atlas.id, lamp.id, unknown] }), {
          error: "not_found",
          missing_ids: [atlas.id, unknown]
        })
        yield* write({ by: 0, is_flagged: true })
        assert.deepInclude(yield* call("compare_reviews", { product_ids: [lamp.id, shoes.id] }), {
          best_rated_id: null
        })
      })
    )
  })
}
