import { assert, layer } from "@effect/vitest"
import * as Sentiment from "@storefront/domain/rules/Sentiment"
import { Effect } from "effect"
import { hostileReviews } from "../../src/demo/vocabulary/HostileTexts.ts"
import { ask, counts, Shop, value } from "./demoShop.ts"

layer(Shop, { excludeTestServices: true })("the reviews of the demonstration", (it) => {
  it.effect("has 900 reviews with the wanted stars, verified exactly where the author has the product", () =>
    Effect.gen(function* () {
      const stars = yield* counts("SELECT rating AS key, count(*)::int AS count FROM reviews GROUP BY 1")
      for (const [index, percent] of [5, 8, 15, 34, 38].entries()) {
        assert.closeTo(stars[index + 1]! / 9, percent, 1)
      }
      assert.strictEqual(yield* value("SELECT count(*)::int FROM reviews"), 900)
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM reviews r WHERE verified_purchase <> EXISTS (
          SELECT 1 FROM orders o JOIN order_items i ON i.order_id = o.id
          WHERE o.user_id = r.user_id AND i.product_id = r.product_id AND o.status IN ('delivered', 'returned'))`),
        0
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM reviews r JOIN users u ON u.id = r.user_id
          WHERE r.created_at > $now OR r.created_at < u.created_at`),
        0
      )
    })
  )

  it.effect("lets people write what they give stars for", () =>
    Effect.gen(function* () {
      const rows = yield* ask<{ rating: number; text: string }>(
        "SELECT rating, title || '. ' || body AS text FROM reviews WHERE NOT is_flagged"
      )
      const moods = rows.map(({ rating, text }) => {
        const hits = Sentiment.hits(text)
        const positive = hits.filter((hit) => hit.isPositive).length
        return { rating, mood: Math.sign(2 * positive - hits.length) }
      })
      const share = (ratings: ReadonlyArray<number>, mood: number) => {
        const chosen = moods.filter(({ rating }) => ratings.includes(rating))
        return chosen.filter((review) => review.mood === mood).length / chosen.length
      }
      assert.isAbove(share([4, 5], 1), 0.85)
      assert.isAbove(share([1, 2], -1), 0.85)
      assert.isBelow(share([4, 5], -1), 0.02)
      assert.isBelow(share([1, 2], 1), 0.05)
    })
  )

  it.effect("has opinions of everybody about the headphones", () =>
    Effect.gen(function* () {
      const rows = yield* ask<{ count: number; rating: string; kinds: number }>(
        `SELECT p.review_count AS count, p.rating, count(DISTINCT r.rating)::int AS kinds
         FROM products p JOIN reviews r ON r.product_id = p.id WHERE p.name ~ 'Hush 700' GROUP BY p.id`
      )
      assert.deepStrictEqual(rows, [{ count: 25, rating: "4.16", kinds: 5 }])
      assert.isAbove(yield* value<number>("SELECT review_count FROM products WHERE name ~ 'Glide'"), 5)
    })
  )

  it.effect("has fakes of every kind and no near-copies but the planted ones", () =>
    Effect.gen(function* () {
      assert.isAbove(
        yield* value<number>("SELECT count(*)::int FROM reviews WHERE is_flagged AND body = upper(body)"),
        5
      )
      const copies = yield* ask<{ authors: number; verified: boolean; count: number }>(
        `SELECT count(DISTINCT user_id)::int AS authors, bool_or(verified_purchase) AS verified, count(*)::int AS count
         FROM reviews WHERE body LIKE 'I bought this % for my whole family%'`
      )
      assert.deepStrictEqual(copies, [{ authors: 1, verified: false, count: 11 }])
      const bursts = yield* ask<{ count: number; verified: boolean }>(
        `SELECT count(*)::int AS count, bool_or(verified_purchase) AS verified FROM reviews WHERE title = 'Wow'
         GROUP BY product_id HAVING max(created_at) - min(created_at) < interval '1 day'`
      )
      assert.deepStrictEqual(bursts, [{ count: 7, verified: false }])
      const fakes = yield* value<number>(`SELECT count(*)::int FROM reviews
        WHERE is_flagged OR title IN ('Wow', 'Five stars', 'Whole family delighted')`)
      assert.closeTo(fakes / 900, 0.06, 0.015)
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM reviews a JOIN reviews b ON b.product_id = a.product_id AND b.id > a.id
          WHERE similarity(a.body, b.body) >= 0.8`),
        0
      )
    })
  )

  it.effect("has hostile texts where customers and sellers write", () =>
    Effect.gen(function* () {
      const bodies = yield* ask<{ body: string }>("SELECT body FROM reviews")
      const written = bodies.filter(({ body }) => hostileReviews.some((review) => review.body === body))
      assert.strictEqual(written.length, hostileReviews.length)
      assert.strictEqual(hostileReviews.length, 10)
      const places = [
        "SELECT count(*)::int FROM orders WHERE note ~ 'SYSTEM'",
        "SELECT count(*)::int FROM order_status_history WHERE status = 'cancelled' AND notes ~ 'administrator'",
        "SELECT count(*)::int FROM agent_memories WHERE content ~ 'system prompt'",
        "SELECT count(*)::int FROM products WHERE description ~ 'previous instructions'"
      ]
      for (const place of places) {
        assert.strictEqual(yield* value(place), 1)
      }
    })
  )
})
