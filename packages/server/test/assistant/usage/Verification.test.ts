import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { seed, SeedOptions } from "../../../src/demo/Seed.ts"
import { invariants, verify } from "../../../src/assistant/usage/Verification.ts"
import { amounts } from "../../../src/shop/verification/Amounts.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { verdictsAfter } from "../../support/damage.ts"

const Seeded = Layer.effectDiscard(seed(new SeedOptions({}))).pipe(Layer.provideMerge(TestDatabase.layer))

const verifyAfter = verdictsAfter(verify)

const order = (status: string) => `(SELECT id FROM orders WHERE status = '${status}' ORDER BY id LIMIT 1)`
const user = (name: string) => `(SELECT id FROM users WHERE email = '${name}@example.com')`
const oneItem = "(SELECT id FROM order_items ORDER BY id LIMIT 1)"
const oneLog = "(SELECT id FROM usage_logs WHERE tool_calls_count > 1 ORDER BY id LIMIT 1)"
const oneAnswer = "(SELECT id FROM messages WHERE agents_involved <> '{}' ORDER BY id LIMIT 1)"

const columnsOfGoods = "(kind, name, description, category, brand, price, original_price, image_url)"
const goods = (kind: string) => `'${kind}', 'Boots', '', 'Home', '', 5, 5, '/images/products/boots.svg'`

/** What breaks which invariant. */
const damages: ReadonlyArray<readonly [number: number, what: string, ...statements: ReadonlyArray<string>]> = [
  [1, "a wrong spend", `UPDATE users SET total_spend = total_spend + 1 WHERE id = ${user("alice")}`],
  [1, "an order that nobody added up", `UPDATE orders SET status = 'placed' WHERE id = ${order("cancelled")}`],
  [
    1,
    "a refund that nobody took off",
    "UPDATE returns SET status = 'received', resolved_at = NULL WHERE id = (SELECT id FROM returns WHERE status = 'refunded' LIMIT 1)"
  ],
  [
    1,
    "a tier that was not earned",
    "ALTER TABLE users DISABLE TRIGGER USER",
    `UPDATE users SET loyalty_tier = 'gold' WHERE id = ${user("carol")}`
  ],
  [
    2,
    "a changed quantity",
    `UPDATE order_items SET quantity = quantity + 1, subtotal = subtotal + unit_price WHERE id = ${oneItem}`
  ],
  [
    2,
    "a discount share too many",
    "UPDATE order_items SET discount_share = 0.01 WHERE id = (SELECT id FROM order_items WHERE discount_share = 0 LIMIT 1)"
  ],
  [
    2,
    "an allocation too large",
    `UPDATE order_item_allocations SET quantity = quantity + 1 WHERE order_item_id = ${oneItem}`
  ],
  [2, "a line without allocation", `DELETE FROM order_item_allocations WHERE order_item_id = ${oneItem}`],
  [2, "an order without lines", `DELETE FROM order_items WHERE order_id = ${order("placed")}`],
  [
    3,
    "a history without its beginning",
    `DELETE FROM order_status_history WHERE status = 'placed' AND order_id = ${order("delivered")}`
  ],
  [3, "an order without history", `DELETE FROM order_status_history WHERE order_id = ${order("placed")}`],
  [
    3,
    "a step that skips others",
    `DELETE FROM order_status_history WHERE status = 'shipped' AND order_id = ${order("delivered")}`
  ],
  [
    3,
    "a repeated status once the order has left",
    `INSERT INTO order_status_history (order_id, status, recorded_at) VALUES (${order("delivered")}, 'delivered', now() + interval '1 day')`
  ],
  [
    3,
    "a step back in time",
    `UPDATE order_status_history SET recorded_at = '2000-01-01' WHERE status = 'confirmed' AND order_id = ${order("confirmed")}`
  ],
  [3, "another status than the history's", `UPDATE orders SET status = 'confirmed' WHERE id = ${order("placed")}`],
  [4, "a returned order without return", `DELETE FROM returns WHERE order_id = ${order("returned")}`],
  [
    4,
    "an approved return of an order that is not returned",
    "UPDATE returns SET status = 'approved' WHERE status = 'requested'"
  ],
  [
    4,
    "an order with one unit more than went back",
    `UPDATE return_lines SET quantity = quantity + 1 WHERE return_id = (SELECT id FROM returns WHERE order_id = ${order("returned")})`
  ],
  [
    4,
    "a refund for more than its lines",
    "UPDATE returns SET refund_amount = refund_amount + 0.01 WHERE status = 'requested'"
  ],
  [
    4,
    "a unit that went back twice",
    `WITH again AS (
      INSERT INTO returns (order_id, user_id, reason, status, refund_amount, resolved_at)
      SELECT order_id, user_id, reason, 'denied', 0, now() FROM returns WHERE status = 'denied' LIMIT 1 RETURNING *
    )
    INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount)
    SELECT again.id, i.id, 1, 0 FROM again JOIN order_items i USING (order_id)`
  ],
  [
    4,
    "a return of another order's unit",
    `UPDATE return_lines SET order_item_id = (SELECT id FROM order_items WHERE order_id = ${order("placed")} LIMIT 1)
      WHERE return_id = (SELECT return_id FROM return_lines GROUP BY return_id HAVING count(*) = 1 LIMIT 1)`
  ],
  [4, "a return of nothing", "DELETE FROM return_lines WHERE return_id = (SELECT id FROM returns LIMIT 1)"],
  [4, "more shipping than was paid", "UPDATE returns SET shipping_refund = shipping_refund + 100"],
  [
    4,
    "a refunded return without date",
    "ALTER TABLE returns DROP CONSTRAINT returns_check",
    "UPDATE returns SET resolved_at = NULL WHERE status = 'refunded'"
  ],
  [5, "a use too many", "UPDATE coupons SET times_used = times_used + 1 WHERE code = 'HELLO10'"],
  [5, "a use of a coupon without redemption", "UPDATE coupons SET times_used = 1 WHERE code = 'ALICE15'"],
  [
    5,
    "a cancelled order that keeps its coupon",
    `UPDATE coupons SET times_used = times_used + 1
     WHERE id = (SELECT coupon_id FROM coupon_redemptions WHERE released_at IS NOT NULL ORDER BY id LIMIT 1)`,
    `UPDATE coupon_redemptions SET released_at = NULL
     WHERE id = (SELECT id FROM coupon_redemptions WHERE released_at IS NOT NULL ORDER BY id LIMIT 1)`
  ],
  [
    6,
    "stock below zero",
    "ALTER TABLE warehouse_inventory DROP CONSTRAINT warehouse_inventory_quantity_check",
    "UPDATE warehouse_inventory SET quantity = -1 WHERE product_id = (SELECT id FROM products ORDER BY id LIMIT 1)"
  ],
  [7, "a wrong rating", "UPDATE products SET rating = 4.99 WHERE name LIKE 'Kestrelon Hush%'"],
  [
    7,
    "a review that was flagged",
    "UPDATE reviews SET is_flagged = true WHERE id = (SELECT id FROM reviews WHERE NOT is_flagged LIMIT 1)"
  ],
  [7, "a count without reviews", "UPDATE products SET review_count = 1 WHERE NOT is_active"],
  [8, "a wrong product count", "UPDATE product_counts SET active_count = active_count + 1 WHERE category = 'Home'"],
  [8, "a category without count", "DELETE FROM product_counts WHERE category = 'Books'"],
  [
    9,
    "a promotion whose products are gone",
    "UPDATE products SET is_active = false WHERE name LIKE 'Voltarra K87%' OR name LIKE 'Voltarra Drift%'"
  ],
  [9, "a promotion of an empty category", "UPDATE products SET is_active = false WHERE category = 'Books'"],
  [
    9,
    "a promotion of empty categories",
    "UPDATE products SET is_active = false WHERE category IN ('Clothing', 'Sports')"
  ],
  [
    10,
    "two pending requests",
    "DROP INDEX access_requests_one_pending",
    `INSERT INTO access_requests (user_id, agent_name, role_requested, use_case)
     SELECT user_id, agent_name, role_requested, use_case FROM access_requests WHERE status = 'pending' LIMIT 1`
  ],
  [10, "an approved request without permission", `DELETE FROM agent_permissions WHERE user_id = ${user("alice")}`],
  [17, "a wrong rollup", "UPDATE usage_daily SET tokens_out = tokens_out + 1 WHERE agent_name = 'orchestrator'"],
  [17, "a rollup without rows", "INSERT INTO usage_daily VALUES ('2001-01-01', 'orchestrator', 1, 0, 0, 0, 0, 0)"],
  [17, "a person missing in the rollup", `DELETE FROM usage_daily_users WHERE user_id = ${user("bob")}`],
  [17, "a row missing in the log", `DELETE FROM usage_logs WHERE id = ${oneLog}`],
  [
    17,
    "a gap between steps",
    `UPDATE agent_execution_steps SET step_index = step_index + 1 WHERE usage_log_id = ${oneLog} AND step_index = 1`
  ],
  [17, "a missing step", `DELETE FROM agent_execution_steps WHERE usage_log_id = ${oneLog} AND step_index = 1`],
  [
    18,
    "an answer without its orchestrator row",
    `DELETE FROM usage_logs WHERE agent_name = 'orchestrator'
     AND trace_id = (SELECT metadata->>'trace_id' FROM messages WHERE id = ${oneAnswer})`
  ],
  [18, "an answer without trace", `UPDATE messages SET metadata = '{}' WHERE id = ${oneAnswer}`],
  ...[
    "ALTER TABLE products DROP CONSTRAINT products_category_fkey; UPDATE products SET category = 'Garden' WHERE category = 'Home'",
    "ALTER TABLE coupons DISABLE TRIGGER coupons_of_categories; UPDATE coupons SET applicable_categories = '{Garden}' WHERE code = 'HELLO10'",
    `ALTER TABLE promotions DISABLE TRIGGER promotions_of_categories;
     UPDATE promotions SET rules = '{"type":"flash_sale","categories":["Books","Garden"],"discount_pct":5}' WHERE type = 'flash_sale'`,
    `ALTER TABLE promotions DISABLE TRIGGER promotions_of_categories; UPDATE promotions
     SET rules = '{"type":"buy_x_get_y","category":"Garden","buy_quantity":2,"free_quantity":1}' WHERE type = 'buy_x_get_y'`,
    "ALTER TABLE warehouses DROP CONSTRAINT warehouses_region_fkey; UPDATE warehouses SET region = 'north' WHERE region = 'east'",
    "ALTER TABLE shipping_rates DROP CONSTRAINT shipping_rates_region_to_fkey; UPDATE shipping_rates SET region_to = 'north' WHERE region_to = 'east'",
    "ALTER TABLE delivery_areas DROP CONSTRAINT delivery_areas_region_fkey; UPDATE delivery_areas SET region = 'north' WHERE state = 'OR'",
    `ALTER TABLE orders DROP CONSTRAINT orders_delivery_region_fkey; UPDATE orders SET delivery_region = 'north' WHERE id = ${order("placed")}`
  ].map((damage) => [14, `an unknown name in ${/TABLE (\w+)/.exec(damage)?.[1]}`, ...damage.split(";")] as const),
  [12, "a group without variants that is listed", `INSERT INTO products ${columnsOfGoods} VALUES (${goods("group")})`],
  [
    13,
    "two variants with the same options",
    `WITH g AS (INSERT INTO products ${columnsOfGoods} VALUES (${goods("group")}) RETURNING id)
     INSERT INTO products ${columnsOfGoods.replace(")", ", group_id, options)")}
     SELECT ${goods("variant")}, g.id, '[["Size","42"]]' FROM g, generate_series(1, 2)`
  ],
  [
    15,
    "a wrong check digit",
    "UPDATE products SET gtin = '4006381333932' WHERE id = (SELECT min(id::text)::uuid FROM products)"
  ],
  [16, "cents of a currency that has none", "UPDATE shop SET currency = 'JPY'"],
  [18, "a specialist that is not named", `UPDATE messages SET agents_involved = '{}' WHERE id = ${oneAnswer}`]
]

layer(Seeded, { excludeTestServices: true })("verify", (it) => {
  it.effect("finds nothing in a seeded database", () =>
    Effect.gen(function* () {
      const verdicts = yield* verify
      assert.deepStrictEqual(
        verdicts.map(({ count, number, ok, violations }) => ({ number, ok, count, violations })),
        invariants.map((_, index) => ({ number: index + 1, ok: true, count: 0, violations: [] }))
      )
    })
  )

  for (const [number, what, ...statements] of damages) {
    it.effect(`finds ${what} (invariant ${number})`, () =>
      Effect.gen(function* () {
        const verdict = (yield* verifyAfter(...statements))[number - 1]!
        assert.isFalse(verdict.ok)
        assert.isAbove(verdict.count, 0)
        assert.strictEqual(verdict.violations.length, Math.min(5, verdict.count))
      })
    )
  }

  it.effect("looks at every amount that is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ name: string }>`
        SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND (numeric_precision, numeric_scale) = (12, 2) ORDER BY 1`
      assert.deepStrictEqual(
        amounts.flatMap(({ columns, table }) => columns.map((column) => `${table}.${column}`)).toSorted(),
        columns.map(({ name }) => name)
      )
    })
  )

  it.effect("names amounts that a shop in yen cannot have, and takes no percentage for one", () =>
    Effect.gen(function* () {
      const verdicts = yield* verifyAfter(
        "TRUNCATE users, products, carriers, coupons CASCADE",
        "UPDATE shop SET currency = 'JPY'",
        "INSERT INTO carriers (id, name, speed_tier, base_rate) VALUES ('cccccccc-0000-4000-8000-000000000001', 'A', 'standard', 700.5)",
        "INSERT INTO carriers (name, speed_tier, base_rate) VALUES ('B', 'standard', 700)",
        `INSERT INTO coupons (id, code, discount_type, discount_value) VALUES
           ('cccccccc-0000-4000-8000-000000000002', 'PERCENT', 'percentage', 12.5),
           ('cccccccc-0000-4000-8000-000000000003', 'FIXED', 'fixed', 12.5)`
      )
      assert.deepStrictEqual(verdicts[15]!.violations, [
        "carriers cccccccc-0000-4000-8000-000000000001",
        "coupons cccccccc-0000-4000-8000-000000000003"
      ])
    })
  )

  it.effect("accepts a changed address, which repeats the status", () =>
    Effect.gen(function* () {
      const verdicts = yield* verifyAfter(
        `INSERT INTO order_status_history (order_id, status, recorded_at) VALUES (${order("placed")}, 'placed', now() + interval '1 day')`
      )
      assert.deepStrictEqual(
        verdicts.filter((verdict) => !verdict.ok),
        []
      )
    })
  )

  it.effect("accepts an order from elsewhere with sums of its own and without allocations", () =>
    Effect.gen(function* () {
      const verdicts = yield* verifyAfter(
        `DELETE FROM order_item_allocations WHERE order_item_id = ${oneItem}`,
        `UPDATE orders SET source = 'web', external_id = '1001', delivery_region = NULL
         WHERE id = (SELECT order_id FROM order_items ORDER BY id LIMIT 1)`
      )
      assert.deepStrictEqual(
        verdicts.filter((verdict) => !verdict.ok),
        []
      )
    })
  )

  it.effect("names what is broken", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const products = yield* sql<{ id: string }>`SELECT id FROM products WHERE NOT is_active ORDER BY id`
      const verdicts = yield* verifyAfter("UPDATE products SET rating = 1 WHERE NOT is_active")
      assert.deepStrictEqual(
        verdicts.filter((verdict) => !verdict.ok).map(({ number, violations }) => ({ number, violations })),
        [{ number: 7, violations: products.map((product) => product.id) }]
      )
    })
  )
})
