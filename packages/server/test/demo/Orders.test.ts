import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, counts, Shop, value } from "./demoShop.ts"

layer(Shop, { excludeTestServices: true })("the orders of the demonstration", (it) => {
  it.effect("has 15 coupons with their terms", () =>
    Effect.gen(function* () {
      const rows = yield* ask<{ terms: string }>(
        `SELECT concat_ws(' ', code, discount_type, discount_value::float, 'min', min_spend::float, 'cap', max_discount::float,
            'limit', usage_limit, array_to_string(applicable_categories, ','), user_specific_email,
            (extract(epoch FROM valid_from - $now) / 86400)::int, (extract(epoch FROM valid_until - $now) / 86400)::int,
            CASE WHEN NOT is_active THEN 'paused' END) AS terms
         FROM coupons ORDER BY code`
      )
      assert.deepStrictEqual(
        rows.map((row) => row.terms),
        [
          "ALICE15 percentage 15 min 50 cap 40 limit 1 alice@example.com -180 365",
          "COZY15 percentage 15 min 100 cap 60 limit 100 Home -180 365",
          "FIRST10 fixed 10 min 25 cap limit -180 365",
          "GADGET15 percentage 15 min 100 cap 75 limit 200 Electronics -180 365",
          "HELLO10 percentage 10 min 0 cap 50 limit -180 365",
          "LASTYEAR10 percentage 10 min 0 cap limit -180 -30",
          "LOYAL20 percentage 20 min 200 cap 100 limit -180 365",
          "NONELEFT5 fixed 5 min 0 cap limit 0 -180 365",
          "PAGES10 percentage 10 min 0 cap 20 limit 100 Books -180 365",
          "PAUSED15 percentage 15 min 0 cap limit -180 365 paused",
          "POWER50 fixed 50 min 200 cap limit 10 power@example.com -180 365",
          "SOON20 fixed 20 min 0 cap limit 14 365",
          "TAKE25 fixed 25 min 150 cap limit 500 -180 45",
          "THREADS30 percentage 30 min 50 cap 80 limit Clothing -180 60",
          "TRAIL10 percentage 10 min 0 cap 30 limit 150 Sports -180 365"
        ]
      )
    })
  )

  it.effect("has coupons, used by about 15 % of the orders, but not the personal ones", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* value("SELECT count(*)::int FROM coupons"), 15)
      assert.closeTo(yield* value<number>("SELECT avg((coupon_code IS NOT NULL)::int)::float FROM orders"), 0.15, 0.02)
      assert.deepStrictEqual(
        yield* ask(`SELECT code, times_used AS used, usage_limit AS limit FROM coupons
          WHERE user_specific_email IS NOT NULL OR usage_limit = 0 OR NOT is_active OR valid_from > $now ORDER BY code`),
        [
          { code: "ALICE15", used: 0, limit: 1 },
          { code: "NONELEFT5", used: 0, limit: 0 },
          { code: "PAUSED15", used: 0, limit: null },
          { code: "POWER50", used: 0, limit: 10 },
          { code: "SOON20", used: 0, limit: null }
        ]
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM orders o LEFT JOIN coupon_redemptions r ON r.order_id = o.id
          LEFT JOIN coupons c ON c.id = r.coupon_id
          WHERE o.coupon_code IS DISTINCT FROM c.code OR o.discount_amount <> coalesce(r.amount, 0)
            OR o.created_at NOT BETWEEN c.valid_from AND c.valid_until OR o.subtotal < c.min_spend`),
        0
      )
    })
  )

  it.effect("runs five promotions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(`SELECT name, type, extract(day FROM end_date - $now)::int AS days FROM promotions
          WHERE start_date = $now - interval '5 days' ORDER BY name`),
        [
          { name: "Cosy Evening", type: "bundle", days: 45 },
          { name: "Desk Duo", type: "bundle", days: 30 },
          { name: "Read Three", type: "buy_x_get_y", days: 60 },
          { name: "Sock Drawer", type: "buy_x_get_y", days: 30 },
          { name: "Trail Weekend", type: "flash_sale", days: 7 }
        ]
      )
    })
  )

  it.effect("has 240 orders in exact numbers", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts("SELECT status AS key, count(*)::int AS count FROM orders GROUP BY 1"), {
        placed: 20,
        confirmed: 24,
        shipped: 28,
        out_for_delivery: 16,
        delivered: 104,
        cancelled: 24,
        returned: 24
      })
      assert.deepStrictEqual(yield* counts("SELECT status AS key, count(*)::int AS count FROM returns GROUP BY 1"), {
        requested: 4,
        approved: 5,
        shipped_back: 4,
        received: 4,
        refunded: 11,
        denied: 3
      })
      assert.strictEqual(
        yield* value("SELECT count(*)::int FROM orders WHERE created_at < $now - interval '180 days'"),
        0
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM (
          SELECT 1 FROM order_items GROUP BY order_id HAVING count(*) > 4 OR max(quantity) > 3) large`),
        0
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM (
          SELECT recorded_at, lag(recorded_at) OVER (PARTITION BY order_id ORDER BY id) AS before
          FROM order_status_history) steps WHERE recorded_at <= before OR recorded_at > $now`),
        0
      )
    })
  )

  it.effect("asks for approval of returns above the limit only", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM returns r WHERE (refund_amount > 500) <> EXISTS (
          SELECT 1 FROM return_status_history h WHERE h.return_id = r.id AND h.status = 'requested')`),
        0
      )
      assert.deepStrictEqual(
        yield* ask(`SELECT r.status, o.status AS order FROM returns r JOIN orders o ON o.id = r.order_id
          JOIN users u ON u.id = r.user_id WHERE u.email = 'bob@example.com' AND refund_amount > 500`),
        [{ status: "requested", order: "delivered" }]
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM return_status_history h JOIN returns r ON r.id = h.return_id
          WHERE h.recorded_at > $now OR h.recorded_at < r.created_at OR (h.status = 'denied' AND h.note = '')`),
        0
      )
    })
  )

  it.effect("gives Alice an order in each status, the newest of which can be cancelled", () =>
    Effect.gen(function* () {
      const own = "FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email = 'alice@example.com'"
      assert.strictEqual(yield* value(`SELECT count(DISTINCT status)::int ${own}`), 7)
      assert.deepStrictEqual(
        yield* ask(
          `SELECT o.status, o.created_at > $now - interval '1 day' AS fresh ${own} ORDER BY o.created_at DESC LIMIT 1`
        ),
        [{ status: "placed", fresh: true }]
      )
      assert.strictEqual(
        yield* value(`SELECT array_agg(round(extract(epoch FROM $now - h.recorded_at) / 86400)::int ORDER BY h.recorded_at DESC)
          FROM order_status_history h JOIN orders o ON o.id = h.order_id JOIN users u ON u.id = o.user_id
          WHERE u.email = 'alice@example.com' AND o.status = 'delivered' AND h.status = 'delivered'
            AND h.recorded_at >= $now - interval '46 days'`).pipe(Effect.map(String)),
        "5,45"
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM returns r JOIN users u ON u.id = r.user_id
          WHERE u.email = 'alice@example.com' AND r.status = 'refunded'`),
        1
      )
    })
  )
})
