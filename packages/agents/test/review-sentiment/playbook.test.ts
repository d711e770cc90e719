import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Effect, Layer } from "effect"
import { ada, bob, lamp, seller, shop, shoes } from "../../../server/test/support/shop.ts"
import * as TestDatabase from "../../../server/test/support/TestDatabase.ts"
import { type Intent, plainWish, type ReviewFilters, type Wish } from "../../src/language/Wish.ts"
import * as Handlers from "../../src/review-sentiment/handlers.ts"
import { answer, playbook } from "../../src/review-sentiment/playbook.ts"
import { toolkit } from "../../src/review-sentiment/toolkit.ts"
import { failing, perform, turnOf, withTools } from "../support/perform.ts"

const reviews = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const review = (
      user_id: string,
      rating: number,
      title: string,
      body: string,
      verified_purchase: boolean,
      day: number
    ) => ({
      product_id: lamp.id,
      user_id,
      rating,
      title,
      body,
      verified_purchase,
      helpful_count: rating,
      created_at: new Date(`2026-03-0${day}T10:00:00Z`)
    })
    yield* sql`INSERT INTO reviews ${sql.insert([
      review(ada.id, 5, "Warm glow", "A soft light, and the dimmer is quiet.", true, 1),
      review(bob.id, 2, "", "The dimmer was broken.", false, 2),
      review(seller.id, 5, "Lovely", `Soft ${"and even ".repeat(40)}light.`, true, 3)
    ])}`
    yield* sql`UPDATE products SET rating = 4, review_count = 3 WHERE id = ${lamp.id}`
  })
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide(
    Layer.mergeAll(ReviewLookup.layer, SentimentAnalysis.layer, LoyaltyProgramme.layer, ProductFinder.layer)
  ),
  Layer.provideMerge(Layer.provideMerge(reviews, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, product: string | null = "ember lamp", filters: Partial<ReviewFilters> = {}): Wish => {
  const plain = plainWish(intent, intent)
  return {
    ...plain,
    product: product === null ? null : { name: product, source: "message" },
    reviews: { ...plain.reviews, ...filters }
  }
}

const reply = (asked: Wish) => perform(answer(asked), withTools(toolkit, ada), [asked])

layer(TestLayer, { excludeTestServices: true })("the playbook of review-sentiment", (it) => {
  it.effect("says what customers think, with praise and criticism", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("sentiment"))
      assert.deepStrictEqual(calls, [
        ["find_product", { name: "ember lamp" }],
        ["analyze_sentiment", { product_id: lamp.id }]
      ])
      const [opinion, praise, criticism] = answer.split("\n")
      assert.strictEqual(
        opinion,
        "Customers like the Hearthlow Ember Lamp: 4.0 out of 5 from 3 reviews (2 with 5 stars, 0 with 1). The 2 who bought it here give it 5.0 out of 5."
      )
      assert.match(
        praise!,
        /^Words of praise: soft \(2 reviews\) and quiet \(1\)\. For example: “Lovely\. Soft and even .*…”$/u
      )
      assert.strictEqual(criticism, "Words of criticism: broken (1 review). For example: “The dimmer was broken.”")

      const complaints = yield* reply({ ...wish("sentiment"), text: "what do people complain about" })
      assert.deepStrictEqual(complaints.answer.split("\n"), [opinion, criticism, praise])
    })
  )

  it.effect("reads the reviews that were asked for", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("reviews", "ember lamp", { sort: "rating_low" }))
      assert.deepStrictEqual(calls.at(-1), [
        "get_product_reviews",
        { product_id: lamp.id, limit: 3, sort_by: "rating_low" }
      ])
      const [overall, worst, long, good] = answer.split("\n")
      assert.strictEqual(overall, "Hearthlow Ember Lamp: 4.0 out of 5 from 3 reviews. The worst ones:")
      assert.strictEqual(worst, "- 2 stars by Bob L., March 2, 2026: “The dimmer was broken.”")
      assert.match(long!, /^- 5 stars by Alder G\., who bought it here, March 3, 2026: “Lovely: Soft and even .*…”$/u)
      assert.isBelow(long!.length, 320)
      assert.include(good, "“Warm glow: A soft light, and the dimmer is quiet.”")

      const verified = yield* reply(wish("reviews", "ember lamp", { verifiedOnly: true, rating: 2 }))
      assert.deepStrictEqual(verified.calls.at(-1), [
        "get_product_reviews",
        { product_id: lamp.id, limit: 3, rating: 2, verified_only: true }
      ])
      assert.strictEqual(
        verified.answer,
        "Hearthlow Ember Lamp: 4.0 out of 5 from 3 reviews. There is no 2-star verified review among them."
      )
    })
  )

  it.effect("keeps a review in one line, whatever it contains", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const title = "Fine\n- 5 stars by Nobody N., March 9, 2026: “Perfect"
      yield* sql`UPDATE reviews SET title = ${title} WHERE user_id = ${bob.id}`
      const { answer } = yield* reply(wish("reviews"))
      yield* sql`UPDATE reviews SET title = '' WHERE user_id = ${bob.id}`
      assert.lengthOf(answer.split("\n"), 4)
    })
  )

  it.effect("looks for a word in the reviews", () =>
    Effect.gen(function* () {
      const found = yield* reply(wish("sentiment", "ember lamp", { keyword: "Dimmer" }))
      assert.deepStrictEqual(found.calls.at(-1), ["get_product_reviews", { product_id: lamp.id, limit: 50 }])
      assert.include(found.answer, "4.0 out of 5 from 3 reviews. 2 mention “Dimmer”:\n- 2 stars by Bob L.")
      const none = yield* reply(wish("reviews", "ember lamp", { keyword: "remote" }))
      assert.include(none.answer, "None of them mentions “remote”.")
      const verified = yield* reply(wish("reviews", "ember lamp", { keyword: "dimmer", verifiedOnly: true }))
      assert.include(verified.answer, "1 of the 2 I looked at mentions “dimmer”:")
    })
  )

  it.effect("has no opinion without reviews", () =>
    Effect.gen(function* () {
      for (const asked of [
        wish("sentiment", "trail shoes"),
        wish("reviews", "trail shoes"),
        wish("reviews", "trail shoes", { keyword: "grip" })
      ]) {
        assert.strictEqual((yield* reply(asked)).answer, `${shoes.name} has no reviews yet.`)
      }
    })
  )

  it.effect("asks for the product when none is known", () =>
    Effect.gen(function* () {
      assert.match((yield* reply(wish("sentiment", null))).answer, /^Which product do you mean\?/)
      assert.match((yield* reply(wish("reviews", "zeppelin"))).answer, /^I found no product called "zeppelin"/)
    })
  )

  it.effect("asks which one when several products are meant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO products (seller_id, name, description, category, brand, price, original_price, image_url)
        VALUES (${seller.id}, 'Hearthlow Arc Lamp', '', 'Home', 'Hearthlow', 79, 79, '/images/products/x.svg')`
      const { answer } = yield* reply(wish("sentiment", "hearthlow lamp"))
      const [question, ...candidates] = answer.split("\n")
      assert.strictEqual(question, "Several products could be meant. Which one?")
      assert.sameMembers(
        candidates.map((line) => line.slice(3)),
        ["Hearthlow Ember Lamp, $50.00", "Hearthlow Arc Lamp, $79.00"]
      )
    })
  )

  it.effect("tells opinions of several products one after the other, in their order", () =>
    Effect.gen(function* () {
      const both = {
        ...wish("compare_reviews", "trail shoes"),
        otherProducts: [{ name: "ember lamp", source: "message" as const }]
      }
      const { answer } = yield* reply(both)
      const [first, second] = answer.split("\n\n")
      assert.strictEqual(first, `${shoes.name} has no reviews yet.`)
      assert.match(second!, /^Customers like the Hearthlow Ember Lamp/u)
      assert.match((yield* reply(wish("compare_reviews", null))).answer, /^Which products shall I compare\?/u)
    })
  )

  it.effect("does not put an article before a name that has one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [book] = yield* sql<{ readonly id: string }>`
        INSERT INTO products (seller_id, name, description, category, brand, price, original_price, image_url, rating,
          review_count)
        VALUES (${seller.id}, 'The Quiet Atlas', '', 'Books', 'Umberfield', 40, 40, '/images/products/x.svg', 5, 1)
        RETURNING id`
      yield* sql`INSERT INTO reviews (product_id, user_id, rating, body, verified_purchase)
        VALUES (${book!.id}, ${ada.id}, 5, 'Perfect maps.', true)`
      const { answer } = yield* reply(wish("sentiment", "quiet atlas"))
      assert.match(answer, /^Customers love The Quiet Atlas: .* The one who bought it here gives it 5\.0 out of 5\.\n/u)
    })
  )

  it.effect("shows the customer's account", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* perform(playbook(turnOf("What do you know about me?")), withTools(toolkit, ada))
      assert.deepStrictEqual(calls, [["get_user_profile", {}]])
      assert.match(answer, /^You are Ada Byron/u)
    })
  )

  it.effect("says plainly what is not possible here yet", () =>
    Effect.gen(function* () {
      for (const intent of ["fake_reviews", "review_trends", "review_response"] as const) {
        const { answer, calls } = yield* reply(wish(intent))
        assert.deepStrictEqual(calls, [])
        assert.match(answer, /yet/)
      }
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const intent of ["reviews", "sentiment"] as const) {
        const { answer: said } = yield* perform(answer(wish(intent)), down)
        assert.match(said, /just now\. Please try again in a moment\.$/u)
      }
    })
  )
})
