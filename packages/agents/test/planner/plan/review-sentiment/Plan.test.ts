import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, bob, lamp, seller, shop, shoes } from "@storefront/server/testing/SmallShop"
import * as FixedClock from "@storefront/server/testing/FixedClock"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type ReviewFilters, type Wish } from "../../../../src/planner/Wish.ts"
import * as Handlers from "../../../../src/review-sentiment/handlers.ts"
import { answer, playbook } from "../../../../src/planner/plan/review-sentiment/Plan.ts"
import { toolkit } from "../../../../src/review-sentiment/toolkit.ts"
import { listOf, rated } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const bobsReview = "99999999-0000-4000-8000-000000000002"

const reviews = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const review = (
      n: number,
      user_id: string,
      rating: number,
      title: string,
      body: string,
      verified_purchase: boolean,
      day: number
    ) => ({
      id: `99999999-0000-4000-8000-00000000000${n}`,
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
      review(1, ada.id, 5, "Warm glow", "A soft light, and the dimmer is quiet.", true, 1),
      review(2, bob.id, 2, "", "The dimmer was broken.", false, 2),
      review(3, seller.id, 5, "Lovely", `Soft ${"and even ".repeat(40)}light.`, true, 3)
    ])}`
    yield* sql`UPDATE products SET rating = 4, review_count = 3 WHERE id = ${lamp.id}`
  })
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(Layer.provideMerge(reviews, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, product: string | null = "ember lamp", filters: Partial<ReviewFilters> = {}): Wish => {
  const plain = wishOf(intent, intent)
  return {
    ...plain,
    product: product === null ? null : { name: product, source: "message" },
    reviews: { ...plain.reviews, ...filters }
  }
}

const reply = (asked: Wish) => perform(answer(turnOf(asked.text), asked), withTools(toolkit, ada), [asked])

layer(TestLayer, { excludeTestServices: true })("the playbook of review-sentiment", (it) => {
  it.effect("says what customers think, with praise and criticism", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("sentiment"))
      assert.deepStrictEqual(calls, [
        ["find_product", { name: "ember lamp" }],
        ["analyze_sentiment", { product_id: lamp.id }]
      ])
      const [opinion, praise, criticism] = answer.split("\n")
      assert.strictEqual(opinion, "The reviews of the Hearthlow Ember Lamp are positive: 4.0 out of 5 from 3 reviews.")
      assert.strictEqual(praise, "Praised: soft (2 reviews) and quiet (1 review).")
      assert.strictEqual(criticism, "Criticised: broken (1 review).")
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
      assert.strictEqual(overall, "Hearthlow Ember Lamp: 4.0 out of 5 from 3 reviews. Its reviews:")
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
        "Hearthlow Ember Lamp: 4.0 out of 5 from 3 reviews. Its 2-star verified reviews: none."
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
      const found = yield* reply(wish("search_reviews", "ember lamp", { keyword: "Dimmer" }))
      assert.deepStrictEqual(found.calls.at(-1), [
        "search_reviews",
        { product_id: lamp.id, keyword: "Dimmer", limit: 3 }
      ])
      assert.include(
        found.answer,
        "Reviews of the Hearthlow Ember Lamp that mention “Dimmer”, the most helpful first:\n- 5 stars by Ada B., who bought it here"
      )
      const most = yield* reply({ ...wish("search_reviews", "ember lamp", { keyword: "dimmer" }), limit: 1 })
      assert.match(
        most.answer,
        /^Reviews .* that mention “dimmer”, the most helpful first:\n- 5 stars by Ada B\.[^\n]*$/u
      )
      const none = yield* reply(wish("search_reviews", "ember lamp", { keyword: "remote" }))
      assert.strictEqual(
        none.answer,
        "Reviews of the Hearthlow Ember Lamp that mention “remote”, the most helpful first: none."
      )
      const feel = { ...wish("search_reviews"), text: "is it scratchy, according to the people who own it?" }
      assert.match((yield* reply(feel)).answer, /^The reviews of the Hearthlow Ember Lamp are positive/u)
      const long = yield* reply(wish("search_reviews", "ember lamp", { keyword: `${"x".repeat(99)}😀 and more` }))
      assert.deepInclude(long.calls.at(-1)?.[1], { keyword: `${"x".repeat(99)}😀` })
    })
  )

  it.effect("has no opinion without reviews", () =>
    Effect.gen(function* () {
      for (const [intent, answer] of [
        ["reviews", "Strydevale Trail Shoes: 0 reviews. Its reviews: none."],
        [
          "review_response",
          "I found no such review of a product of yours. Ask me for the reviews of one of your products."
        ]
      ] as const) {
        assert.strictEqual((yield* reply(wish(intent, "trail shoes"))).answer, answer)
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

  it.effect("compares products by their reviews", () =>
    Effect.gen(function* () {
      const both = {
        ...wish("compare_reviews", "trail shoes"),
        otherProducts: [{ name: "ember lamp", source: "message" as const }]
      }
      const { answer, calls, state } = yield* reply(both)
      assert.deepStrictEqual(calls.at(-1), ["compare_reviews", { product_ids: [shoes.id, lamp.id] }])
      assert.deepStrictEqual(state.list, listOf(shoes.name, rated(lamp.name, 4)).list)
      assert.deepStrictEqual(answer.split("\n"), [
        "This is how customers rate them:",
        "1. Strydevale Trail Shoes, 0 reviews, no data",
        "2. Hearthlow Ember Lamp, 4.0 out of 5 from 3 reviews, positive"
      ])
      assert.match((yield* reply(wish("compare_reviews", null))).answer, /^Which products shall I compare\?/u)
      assert.strictEqual(
        (yield* reply(wish("compare_reviews"))).answer,
        "Which product shall I compare the reviews of the Hearthlow Ember Lamp with?"
      )
    })
  )

  it.effect("tells what reviews say about all topics", () =>
    Effect.gen(function* () {
      const all = yield* reply(wish("review_topics"))
      assert.deepStrictEqual(all.calls.at(-1), ["get_sentiment_by_topic", { product_id: lamp.id }])
      assert.deepStrictEqual(all.answer.split("\n"), [
        "What the reviews of the Hearthlow Ember Lamp say:",
        "- quality: not mentioned",
        "- value: not mentioned",
        "- shipping: not mentioned",
        "- design: not mentioned",
        "- durability: negative, 2.0 out of 5 from 1 review"
      ])
    })
  )

  it.effect("tells how the opinion changed", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* Effect.provide(
        reply({ ...wish("review_trends"), days: 600 }),
        FixedClock.at("2026-04-10T12:00:00Z")
      )
      assert.deepStrictEqual(calls.at(-1), ["get_review_trends", { product_id: lamp.id, months: 20 }])
      assert.match(answer, /^The reviews of the Hearthlow Ember Lamp in the last 20 months: insufficient data\.\n/u)
      assert.include(answer, "- 2026-03: 4.0 out of 5 from 3 reviews")
      const recent = yield* reply({ ...wish("review_trends", "trail shoes"), days: 20 })
      assert.strictEqual(recent.answer, `The reviews of the ${shoes.name} in the last 1 month: none.`)
    })
  )

  it.effect("names reviews that may not be genuine, and why", () =>
    Effect.gen(function* () {
      const clean = yield* reply(wish("fake_reviews"))
      assert.deepStrictEqual(clean.calls.at(-1), ["detect_fake_reviews", { product_id: lamp.id, limit: 3 }])
      assert.strictEqual(
        clean.answer,
        "Suspicious reviews of the Hearthlow Ember Lamp, 0 of 3, which makes the risk low (signs, not proofs): none."
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE reviews SET is_flagged = true WHERE user_id = ${bob.id}`
      const flagged = yield* reply(wish("fake_reviews"))
      yield* sql`UPDATE reviews SET is_flagged = false WHERE user_id = ${bob.id}`
      assert.strictEqual(
        flagged.answer,
        "Suspicious reviews of the Hearthlow Ember Lamp, 1 of 3, which makes the risk high (signs, not proofs):\n- 2 stars by Bob L., March 2, 2026, score 0.90 (flagged): “The dimmer was broken.”"
      )
    })
  )

  it.effect("drafts an answer to a review by its id, or to the one a product and an order mean", () =>
    Effect.gen(function* () {
      const ask = (asked: Wish) => perform(answer(turnOf(asked.text), asked), withTools(toolkit, seller), [asked])
      const worst = yield* ask({ ...wish("review_response", "ember lamp", { sort: "rating_low" }), tone: "formal" })
      assert.deepStrictEqual(worst.calls.slice(1), [
        ["get_product_reviews", { product_id: lamp.id, limit: 1, sort_by: "rating_low" }],
        ["draft_seller_response", { review_id: bobsReview, tone: "formal" }]
      ])
      assert.match(
        worst.answer,
        /^A draft for a review of the Hearthlow Ember Lamp; nothing is published:\n\nDear Bob L\.,/u
      )
      const byId = yield* ask({ ...wish("review_response", null), otherId: bobsReview })
      assert.deepStrictEqual(byId.calls, [["draft_seller_response", { review_id: bobsReview }]])
      const unknown = "99999999-0000-4000-8000-0000000000ff"
      assert.match(
        (yield* ask({ ...wish("review_response", null), otherId: unknown })).answer,
        /^I found no such review of a product of yours/u
      )
      assert.match((yield* ask(wish("review_response", null))).answer, /^Which product do you mean\?/u)
    })
  )

  it.effect("says that drafts are for sellers", () =>
    Effect.gen(function* () {
      const refused = failing({ error: "forbidden", message: "-", allowed_roles: ["seller", "admin"] })
      const { answer: said } = yield* perform(
        answer(turnOf(""), { ...wish("review_response", null), otherId: bobsReview }),
        refused
      )
      assert.match(said, /^Only sellers can/u)
    })
  )

  it.effect("tells what was bought before", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply({ ...wish("purchase_history", null), limit: 2 })
      assert.deepStrictEqual(calls, [["get_purchase_history", { limit: 2 }]])
      assert.strictEqual(answer, "You have not ordered anything yet.")
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
      assert.match(answer, /^The reviews of The Quiet Atlas are very positive: 5\.0 out of 5 from 1 review\./u)
    })
  )

  it.effect("shows the customer's account", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* perform(playbook(turnOf("What do you know about me?")), withTools(toolkit, ada))
      assert.deepStrictEqual(calls, [["get_user_profile", {}]])
      assert.match(answer, /^You are Ada Byron/u)
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const intent of [
        "reviews",
        "sentiment",
        "review_topics",
        "review_trends",
        "fake_reviews",
        "compare_reviews",
        "review_response"
      ] as const) {
        const { answer: said } = yield* perform(answer(turnOf(""), wish(intent)), down)
        assert.match(said, /just now\. Please try again in a moment\.$/u)
      }
    })
  )
})
