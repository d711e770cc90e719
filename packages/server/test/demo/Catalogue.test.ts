import { assert, layer } from "@effect/vitest"
import { compareSync } from "bcryptjs"
import { Effect } from "effect"
import { ask, counts, Shop, value } from "./demoShop.ts"

layer(Shop, { excludeTestServices: true })("the demonstration shop", (it) => {
  it.effect("has 25 accounts that open with the demonstration password", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts("SELECT role AS key, count(*)::int AS count FROM users GROUP BY 1"), {
        customer: 21,
        seller: 2,
        power_user: 1,
        admin: 1
      })
      const hashes = yield* ask<{ hash: string }>("SELECT DISTINCT password_hash AS hash FROM users")
      assert.strictEqual(hashes.length, 1)
      assert.isTrue(compareSync("storefront-demo", hashes[0]!.hash))
      assert.deepStrictEqual(yield* ask("SELECT email FROM users WHERE NOT is_active"), [{ email: "dora@example.com" }])
      assert.strictEqual(
        yield* value("SELECT count(*)::int FROM users WHERE email ~ '^[a-z]+[.][a-z]+@example[.]com$'"),
        17
      )
    })
  )

  it.effect("has the named accounts in their tiers", () =>
    Effect.gen(function* () {
      const rows = yield* ask<{ email: string; name: string; tier: string; spend: number }>(
        `SELECT email, name, loyalty_tier AS tier, total_spend::float AS spend FROM users
         WHERE email IN ('alice@example.com', 'bob@example.com', 'carol@example.com', 'power@example.com') ORDER BY email`
      )
      assert.deepStrictEqual(
        rows.map(({ name, tier }) => [name, tier]),
        [
          ["Alice Moreno", "gold"],
          ["Bob Lindqvist", "silver"],
          ["Carol Adeyemi", "bronze"],
          ["Priya Raman", "silver"]
        ]
      )
      const bounds = [
        [3200, 4500],
        [1200, 2500],
        [0, 900],
        [1500, 2500]
      ]
      for (const [index, [least, most]] of bounds.entries()) {
        assert.isAtLeast(rows[index]!.spend, least!)
        assert.isBelow(rows[index]!.spend, most! + 0.01)
      }
    })
  )

  it.effect("has 60 products of 60 types and two inactive ones, one of them in an order", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask("SELECT category, active_count::int AS count FROM product_counts ORDER BY category"),
        ["Books", "Clothing", "Electronics", "Home", "Sports"].map((category) => ({ category, count: 12 }))
      )
      assert.strictEqual(yield* value("SELECT count(DISTINCT name)::int FROM products WHERE is_active"), 60)
      assert.strictEqual(
        yield* value(`SELECT count(DISTINCT p.id)::int FROM products p JOIN order_items i ON i.product_id = p.id
          WHERE NOT p.is_active`),
        1
      )
      assert.strictEqual(yield* value("SELECT count(*)::int FROM products WHERE NOT is_active"), 2)
      assert.strictEqual(
        yield* value("SELECT count(*)::int FROM products WHERE is_active AND price < original_price"),
        18
      )
      assert.strictEqual(
        yield* value("SELECT count(*)::int FROM products WHERE is_active AND char_length(description) > 200"),
        12
      )
      assert.deepStrictEqual(
        yield* ask(`SELECT u.email, count(*)::int FROM products p JOIN users u ON u.id = p.seller_id
          WHERE p.is_active GROUP BY 1 ORDER BY 1`),
        [
          { email: "seller2@example.com", count: 30 },
          { email: "seller@example.com", count: 30 }
        ]
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM products
          WHERE (SELECT count(*) FROM jsonb_object_keys(specs)) NOT BETWEEN 3 AND 6`),
        0
      )
      const ranges = yield* ask(
        "SELECT category, min(price)::float AS least, max(price)::float AS most FROM products GROUP BY 1 ORDER BY 1"
      )
      const limits = [
        [12, 49],
        [15, 259],
        [29, 1299],
        [19, 649],
        [12, 349]
      ]
      for (const [index, row] of (ranges as ReadonlyArray<{ least: number; most: number }>).entries()) {
        assert.isAtLeast(row.least, limits[index]![0]!)
        assert.isAtMost(row.most, limits[index]![1]!)
      }
    })
  )

  it.effect("has the named products at their prices", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(`SELECT name, category, price, original_price AS was FROM products WHERE name IN (
          'Kestrelon Hush 700 Noise-Cancelling Headphones', 'Voltarra K87 Mechanical Keyboard',
          'Oskaberg Nordvind Winter Jacket', 'Strydevale Ridge Runner Trail Shoes', 'Brindlecote Glide Cordless Vacuum',
          'The Slow Pantry Cookbook') ORDER BY price`),
        [
          { name: "The Slow Pantry Cookbook", category: "Books", price: "27.50", was: "27.50" },
          { name: "Voltarra K87 Mechanical Keyboard", category: "Electronics", price: "89.00", was: "119.00" },
          { name: "Strydevale Ridge Runner Trail Shoes", category: "Sports", price: "119.95", was: "119.95" },
          { name: "Oskaberg Nordvind Winter Jacket", category: "Clothing", price: "189.00", was: "189.00" },
          {
            name: "Kestrelon Hush 700 Noise-Cancelling Headphones",
            category: "Electronics",
            price: "249.00",
            was: "299.00"
          },
          { name: "Brindlecote Glide Cordless Vacuum", category: "Home", price: "329.00", was: "329.00" }
        ]
      )
    })
  )

  it.effect("has stock everywhere but of the vacuum, whose restocks are near", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM warehouse_inventory i JOIN products p ON p.id = i.product_id
          WHERE NOT (i.quantity BETWEEN 5 AND 200 AND i.reorder_threshold = 10) AND p.name !~ 'Glide|Hush'`),
        0
      )
      const stockOf = (name: string) =>
        ask(`SELECT w.region, i.quantity FROM warehouse_inventory i JOIN products p ON p.id = i.product_id
          JOIN warehouses w ON w.id = i.warehouse_id WHERE p.name ~ '${name}' AND i.quantity < 5 ORDER BY 1`)
      assert.deepStrictEqual(yield* stockOf("Hush"), [{ region: "west", quantity: 2 }])
      assert.deepStrictEqual(
        yield* stockOf("Glide"),
        ["central", "east", "west"].map((region) => ({ region, quantity: 0 }))
      )
      const restocks = yield* ask(`SELECT p.name ~ 'Glide' AS vacuum, p.name ~ 'Hush' AS headphones,
          s.expected_quantity AS quantity, s.expected_date - $now::date AS days
        FROM restock_schedule s JOIN products p ON p.id = s.product_id ORDER BY expected_date`)
      const rows = restocks as ReadonlyArray<{ vacuum: boolean; headphones: boolean; quantity: number; days: number }>
      assert.deepStrictEqual(
        rows.filter((row) => row.vacuum).map(({ days, quantity }) => [days, quantity]),
        [
          [4, 50],
          [9, 30],
          [15, 40]
        ]
      )
      assert.deepStrictEqual(
        rows.filter((row) => row.headphones).map(({ days, quantity }) => [days, quantity]),
        [[7, 100]]
      )
      const others = rows.filter((row) => !row.vacuum && !row.headphones)
      assert.strictEqual(others.length, 8)
      assert.isTrue(others.every(({ days }) => days >= 5 && days <= 20))
    })
  )

  it.effect("has 27 shipping rates by carrier and distance", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(`SELECT c.name, r.region_to AS to, r.price, r.days_min AS least, r.days_max AS most
          FROM shipping_rates r JOIN carriers c ON c.id = r.carrier_id
          WHERE r.region_from = 'east' ORDER BY c.base_rate, r.price`),
        [
          { name: "Pigeon Ground", to: "east", price: "5.95", least: 3, most: 5 },
          { name: "Pigeon Ground", to: "central", price: "7.95", least: 4, most: 6 },
          { name: "Pigeon Ground", to: "west", price: "9.95", least: 5, most: 7 },
          { name: "Swift Courier", to: "east", price: "14.95", least: 1, most: 2 },
          { name: "Swift Courier", to: "central", price: "17.95", least: 2, most: 3 },
          { name: "Swift Courier", to: "west", price: "20.95", least: 3, most: 4 },
          { name: "Nightjar Air", to: "east", price: "29.95", least: 1, most: 1 },
          { name: "Nightjar Air", to: "central", price: "34.95", least: 1, most: 2 },
          { name: "Nightjar Air", to: "west", price: "39.95", least: 1, most: 3 }
        ]
      )
      assert.strictEqual(yield* value("SELECT count(*)::int FROM shipping_rates"), 27)
      assert.strictEqual(yield* value("SELECT count(*)::int FROM delivery_areas WHERE country = 'US'"), 51)
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM orders o LEFT JOIN delivery_areas d
            ON d.country = o.shipping_address->>'country' AND d.state = o.shipping_address->>'state'
          WHERE d.region IS DISTINCT FROM o.delivery_region`),
        0
      )
    })
  )

  it.effect("has a price for each of the last 90 days, today's being the price", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM (
          SELECT product_id FROM price_history GROUP BY product_id
          HAVING count(*) = 90 AND min(day) = $now::date - 89 AND max(day) = $now::date) complete`),
        62
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM price_history h JOIN products p ON p.id = h.product_id
          WHERE CASE WHEN day = $now::date THEN h.price <> p.price ELSE
            round(h.price / p.price, 2) NOT BETWEEN 0.80 AND 0.95 AND round(h.price / p.price, 2) NOT BETWEEN 0.97 AND 1.03 END`),
        0
      )
      const offers = yield* value<number>(`SELECT avg((h.price < 0.96 * p.price)::int)::float
        FROM price_history h JOIN products p ON p.id = h.product_id`)
      assert.closeTo(offers, 0.1, 0.02)
    })
  )
})
