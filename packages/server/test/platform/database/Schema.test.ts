import { SqlClient, type SqlError } from "@effect/sql"
import { AgentName, services } from "@storefront/domain/Topology"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck, Layer, Option } from "effect"
import { sqlState } from "../../../src/platform/database/Transaction.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/**
 * Every table of the data specification, the marks of changes of the catalogue and of products, what the authorization
 * server remembers, and the table of the migrator.
 */
const tables = [
  "access_requests",
  "agent_catalog",
  "agent_execution_steps",
  "agent_memories",
  "agent_permissions",
  "agent_runs",
  "audit_retention",
  "backorders",
  "carriers",
  "cart_items",
  "carts",
  "catalogue_changes",
  "categories",
  "conversations",
  "coupon_redemptions",
  "coupons",
  "delivery_areas",
  "effect_sql_migrations",
  "imports",
  "loyalty_tiers",
  "message_feedback",
  "messages",
  "oauth_clients",
  "oauth_signing_keys",
  "order_item_allocations",
  "order_items",
  "order_status_history",
  "orders",
  "pending_actions",
  "picture_hosts",
  "policies",
  "policy_passages",
  "policy_words",
  "price_history",
  "product_changes",
  "product_counts",
  "products",
  "promotions",
  "rate_limits",
  "regions",
  "restock_schedule",
  "return_lines",
  "return_status_history",
  "returns",
  "reviews",
  "revoked_tokens",
  "shipping_rates",
  "shop",
  "support_cases",
  "token_days",
  "tool_effects",
  "turn_events",
  "turns",
  "usage_daily",
  "usage_daily_people",
  "usage_daily_users",
  "usage_last_days",
  "usage_logs",
  "used_tokens",
  "users",
  "warehouse_inventory",
  "warehouses"
]

const userId = "11111111-1111-4111-8111-111111111111"
const productId = "22222222-2222-4222-8222-222222222222"
const carrierId = "33333333-3333-4333-8333-333333333333"
const conversationId = "cccccccc-0000-4000-8000-000000000001"

const policy = { slug: "returns", locale: "en", kind: "returns", title: "Returns", body: "30 days" }

const user = { id: userId, email: "ada@example.com", password_hash: "-", name: "Ada" }
const product = {
  id: productId,
  seller_id: userId,
  name: "Trail Shoes",
  description: "Light and grippy",
  category: "Sports",
  brand: "Strydevale",
  price: "119.95",
  original_price: "119.95",
  image_url: "/images/products/trail-shoes.svg"
}
const address = JSON.stringify({ street: "1 Elm Street", city: "Boston", state: "MA", zip: "02101", country: "US" })
const order = {
  user_id: userId,
  subtotal: "20.00",
  discount_amount: "5.00",
  total: "15.00",
  carrier_id: carrierId,
  recipient_name: "Ada",
  shipping_address: address,
  billing_address: address,
  delivery_region: "east"
}
const ownReview = { product_id: productId, user_id: userId, rating: 5, body: "Good" }
const coupon = { code: "HELLO10", discount_type: "percentage", discount_value: "10" }
const shop = { currency: "EUR", language: "de", is_demonstration: false }
const promotion = { name: "Weekend", start_date: "2026-01-01T00:00:00Z", end_date: "2026-02-01T00:00:00Z" }
const usageLog = {
  user_id: userId,
  agent_name: "orchestrator",
  trace_id: "0123456789abcdef0123456789abcdef",
  duration_ms: 5,
  status: "success"
}

const supportCase = { id: productId, user_id: userId, conversation_id: conversationId, kind: "other", summary: "Late" }

/** Rows of `valid` that a CHECK refuses: table, a valid row, and what spoils it. */
const refused: ReadonlyArray<readonly [table: string, valid: object, spoilt: object]> = [
  ["users", { ...user, id: productId, email: "eve@example.com" }, { email: " Eve@example.com" }],
  ["users", { ...user, id: productId, email: "eve@example.com" }, { role: "root" }],
  ["users", { ...user, id: productId, email: "eve@example.com" }, { total_spend: "-0.01" }],
  ["users", { ...user, id: productId, email: "eve@example.com" }, { deleted_at: "2026-01-01T00:00:00Z" }],
  ["products", { ...product, id: userId }, { price: "0" }],
  ["products", { ...product, id: userId }, { original_price: "119.94" }],
  ["products", { ...product, id: userId }, { image_url: "/images/products/trail-shoes_svg" }],
  ["products", { ...product, id: userId }, { image_url: "https://elsewhere.example/a.svg" }],
  ["products", { ...product, id: userId, specs: '{"Waterproof":true}' }, { specs: '{"Weight":250}' }],
  ["products", { ...product, id: userId, source: "feed_2" }, { source: "Feed 2" }],
  ["products", { ...product, id: userId, external_id: "shoe-1" }, { external_id: "" }],
  ["products", { ...product, id: userId, gtin: "4006381333931" }, { gtin: "40063813339" }],
  ["products", { ...product, id: userId, page_url: "https://shop.example/1" }, { page_url: "http://shop.example/1" }],
  ["products", { ...product, id: userId, brand: "" }, { kind: "bundle" }],
  ["products", { ...product, id: userId, seller_id: null }, { kind: "variant", options: '[["Size","42"]]' }],
  ["products", variant('[["Size","42"]]'), { kind: "single" }],
  ["products", variant('[["Size","42"],["Colour","Black"]]'), { options: "[]" }],
  ["products", variant('[["Size","42"]]'), { options: '{"Size":"42"}' }],
  ["products", variant('[["Size","42"]]'), { options: '[["Size",42]]' }],
  ["products", variant('[["Size","42"]]'), { options: '[["Size","42"],["Colour"]]' }],
  ["products", variant('[["Size","42"]]'), { options: JSON.stringify([["Size", "4".repeat(101)]]) }],
  [
    "products",
    variant('[["Size","42"]]'),
    { options: JSON.stringify(Array.from({ length: 9 }, (_, n) => [`${n}`, "a"])) }
  ],
  ["picture_hosts", { host: "cdn.shop.example" }, { host: "localhost" }],
  ["reviews", ownReview, { rating: 6 }],
  ["reviews", ownReview, { author: "Ada" }],
  ["reviews", ownReview, { user_id: null }],
  ["reviews", { ...ownReview, user_id: null, author: "Eve" }, { author: "e".repeat(81) }],
  ["reviews", { ...ownReview, source: "web-shop_2", external_id: "1" }, { source: "-" }],
  ["reviews", { ...ownReview, source: "web-shop_2", external_id: "1" }, { external_id: "1".repeat(301) }],
  ["shipping_rates", rate({}), rate({ days_max: 1 })],
  ["shop", shop, { currency: "usd" }],
  ["shop", shop, { language: "e" }],
  ["delivery_areas", { country: "US", state: "MA", region: "east" }, { state: "Mass" }],
  ["delivery_areas", { country: "DE", state: "", region: "east" }, { country: "Germany" }],
  ["backorders", backorder({}), backorder({ estimated_total: "19.99" })],
  ["backorders", backorder({}), backorder({ status: "fulfilled" })],
  ["coupons", coupon, { code: "hello10" }],
  ["coupons", coupon, { discount_value: "100.01" }],
  ["coupons", { ...coupon, usage_limit: 1, times_used: 1 }, { times_used: 2 }],
  ["promotions", promote({ type: "flash_sale", categories: ["Books"], discount_pct: 15 }), promote({ type: "sale" })],
  [
    "promotions",
    promote({ type: "bundle", categories: ["Home", "Clothing"], discount_pct: 8 }),
    promote({ type: "bundle", categories: ["Home", "Clothing"], product_ids: [userId, productId], discount_pct: 8 })
  ],
  [
    "promotions",
    promote({ type: "buy_x_get_y", category: "Books", buy_quantity: 2, free_quantity: 1 }),
    promote({ type: "buy_x_get_y", category: "Books", buy_quantity: 2.5, free_quantity: 1 })
  ],
  ["promotions", promote({ type: "flash_sale", categories: ["Books"], discount_pct: 15 }), { rules: "{}" }],
  ["carts", { user_id: userId, shipping_address: address }, { shipping_address: '{"street":"1 Elm Street"}' }],
  ["orders", order, { total: "15.01" }],
  ["orders", order, { discount_amount: "20.01", total: "-0.01" }],
  ["orders", { ...order, status: "shipped", tracking_number: "1".repeat(64) }, { tracking_number: "1".repeat(65) }],
  ["orders", { ...order, status: "shipped" }, { tracking_number: "" }],
  ["orders", { ...order, source: "web-shop_2", external_id: "#1001" }, { source: "Web shop" }],
  ["orders", { ...order, source: "web-shop_2", external_id: "#1001" }, { external_id: null }],
  ["orders", { ...order, external_id: "#1001" }, { external_id: "" }],
  ["orders", { ...order, phone: "+49 30 1234567" }, { phone: "1".repeat(31) }],
  ["agent_memories", { user_id: userId, category: "size", content: "EU 41" }, { importance: 11 }],
  ["policies", policy, { slug: "Returns" }],
  ["policies", policy, { kind: "news" }],
  ["policies", policy, { url: "javascript:alert(1)" }],
  ["conversations", { user_id: userId, title: "Shoes" }, { title: "" }],
  ["turns", turn({}), { expires_at: null }],
  ["turns", turn({}), { state: "running" }],
  ["turns", turn({}), { state: "failed", expires_at: null, ended_at: "2026-01-01T00:00:00Z" }],
  ["turns", turn({}), { door: "window" }],
  ["support_cases", supportCase, { kind: "lost" }],
  ["support_cases", supportCase, { summary: "" }],
  ["support_cases", supportCase, { state: "taken" }],
  ["support_cases", supportCase, { state: "closed" }],
  ["support_cases", supportCase, { closed_at: "2026-01-01T00:00:00Z" }],
  ["support_cases", supportCase, { taken_by: userId }],
  ["support_cases", supportCase, { answer: "" }],
  ["usage_logs", usageLog, { trace_id: "0123456789ABCDEF0123456789ABCDEF" }],
  ["usage_logs", usageLog, { status: "done" }]
]

/** Rows of `valid` that refer to a category or a region: table, a valid row, and one that names none of the shop's. */
const unknownNames: ReadonlyArray<readonly [table: string, valid: object, spoilt: object]> = [
  ["products", { ...product, id: userId }, { category: "Garden" }],
  ["coupons", { ...coupon, applicable_categories: ["Home"] }, { applicable_categories: ["Home", "Garden"] }],
  [
    "promotions",
    promote({ type: "bundle", categories: ["Home", "Clothing"], discount_pct: 8 }),
    promote({ type: "bundle", categories: ["Home", "Garden"], discount_pct: 8 })
  ],
  [
    "promotions",
    promote({ type: "buy_x_get_y", category: "Books", buy_quantity: 2, free_quantity: 1 }),
    promote({ type: "buy_x_get_y", category: ["Books"], buy_quantity: 2, free_quantity: 1 })
  ],
  ["warehouses", { name: "Main", location: "Bonn", region: "west" }, { region: "north" }],
  ["shipping_rates", rate({}), { region_from: "north" }],
  ["shipping_rates", rate({}), { region_to: "north" }],
  ["delivery_areas", { country: "US", state: "MA", region: "east" }, { region: "north" }],
  ["orders", order, { delivery_region: "north" }],
  ["orders", { ...order, delivery_region: null }, { delivery_region: "" }]
]

function variant(options: string) {
  return { ...product, id: userId, kind: "variant", group_id: productId, options }
}
function rate(change: object) {
  return {
    carrier_id: carrierId,
    region_from: "east",
    region_to: "west",
    price: "9.95",
    days_min: 2,
    days_max: 4,
    ...change
  }
}
function turn(change: object) {
  return {
    user_id: userId,
    conversation_id: conversationId,
    trace_id: "0123456789abcdef0123456789abcdef",
    door: "rest",
    state: "received",
    expires_at: "2026-01-01T00:00:00Z",
    ...change
  }
}
function backorder(change: object) {
  return {
    user_id: userId,
    product_id: productId,
    quantity: 2,
    unit_price: "10.00",
    estimated_total: "20.00",
    ...change
  }
}
function promote(rules: object) {
  return { ...promotion, rules: JSON.stringify(rules) }
}

const fixtures = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert(user)}`
    yield* sql`INSERT INTO products ${sql.insert(product)}`
    yield* sql`INSERT INTO conversations ${sql.insert({ id: conversationId, user_id: userId, title: "Shoes" })}`
    yield* sql`INSERT INTO carriers ${sql.insert({ id: carrierId, name: "Pigeon", speed_tier: "standard", base_rate: "5" })}`
  })
)

/** Runs `effect` in a transaction that is not committed. */
const rolledBack = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outcome = Effect.flatMap(Effect.exit(effect), (exit) => Effect.fail(exit))
    return yield* yield* Effect.flip(sql.withTransaction(outcome))
  })

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(fixtures, engine.layer), { excludeTestServices: true })(`schema on ${engine.name}`, (it) => {
    it.effect("has every table of the specification", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ name: string }>`
          SELECT tablename AS name FROM pg_tables
          WHERE schemaname = 'public' AND tablename <> 'product_embeddings' ORDER BY 1`
        assert.deepStrictEqual(
          rows.map((row) => row.name),
          tables
        )
      })
    )

    it.effect("takes runs of every agent into the audit", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [check] = yield* sql<{ readonly rule: string }>`
          SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'usage_logs_agent_name_check'`
        const known = Array.from(check?.rule.matchAll(/'([^']+)'/gu) ?? [], ([, name]) => name)
        assert.sameMembers(known, [...AgentName.literals])
      })
    )

    it.effect("lists every agent in the marketplace of a shop without goods", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listed = yield* sql`
          SELECT name, display_name AS "displayName", description FROM agent_catalog WHERE status = 'active'`
        assert.sameDeepMembers(
          [...listed],
          AgentName.literals.map((name) => {
            const { description, displayName } = services[name]
            return { name, displayName, description }
          })
        )
      })
    )

    it.effect("takes valid rows and refuses the same rows when they are spoilt", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const check = Effect.fnUntraced(function* ([table, valid, spoilt]: (typeof refused)[number], code: string) {
          const insert = (row: object) => sql`INSERT INTO ${sql(table)} ${sql.insert({ ...row })} RETURNING 1`
          assert.lengthOf(yield* rolledBack(insert(valid)), 1)
          const error = yield* Effect.flip(insert({ ...valid, ...spoilt }))
          assert.deepStrictEqual(sqlState(error), Option.some(code), `${table} ${JSON.stringify(spoilt)}`)
        })
        yield* Effect.forEach(refused, (row) => check(row, "23514"), { discard: true })
        yield* Effect.forEach(unknownNames, (row) => check(row, "23503"), { discard: true })
      })
    )

    it.effect(
      "takes one row for a key of a source, one review by an account, and any number of the same tracking",
      () =>
        rolledBack(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const insert = (table: string, row: object) => sql`INSERT INTO ${sql(table)} ${sql.insert({ ...row })}`
            const refusal = (table: string, row: object) =>
              Effect.map(Effect.flip(sql.withTransaction(insert(table, row))), sqlState)
            const anonymous = { ...ownReview, user_id: null, author: "Eve", external_id: "1" }
            const shipped = { ...order, status: "shipped", tracking_number: "00340434161094042557", external_id: "1" }
            yield* insert("reviews", ownReview)
            yield* insert("reviews", anonymous)
            yield* insert("reviews", { ...anonymous, source: "web" })
            yield* insert("reviews", { ...anonymous, external_id: null })
            yield* insert("orders", shipped)
            yield* insert("orders", { ...shipped, source: "web" })
            yield* insert("orders", { ...shipped, external_id: null, tracking_number: null })
            for (const [table, row] of [
              ["reviews", ownReview],
              ["reviews", anonymous],
              ["orders", shipped]
            ] as const) {
              assert.deepStrictEqual(yield* refusal(table, row), Option.some("23505"))
            }
          })
        )
    )

    it.effect("refuses to change a coupon or promotion into one of an unknown category", () =>
      rolledBack(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO coupons ${sql.insert(coupon)}`
          yield* sql`INSERT INTO promotions ${sql.insert({ ...promote({ type: "flash_sale", categories: ["Books"], discount_pct: 15 }) })}`
          for (const change of [
            sql`UPDATE coupons SET applicable_categories = '{Garden}'`,
            sql`UPDATE promotions SET rules = jsonb_set(rules, '{categories}', '["Garden"]')`
          ]) {
            assert.deepStrictEqual(sqlState(yield* Effect.flip(sql.withTransaction(change))), Option.some("23503"))
          }
        })
      )
    )

    it.effect("keeps the names of categories and regions, and at most 200 categories", () =>
      rolledBack(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const refusal = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
            Effect.map(Effect.flip(sql.withTransaction(statement)), sqlState)
          for (const statement of [
            sql`UPDATE categories SET name = 'Garden' WHERE name = 'Home'`,
            sql`UPDATE regions SET name = 'north' WHERE name = 'west'`,
            sql`DELETE FROM categories WHERE name = 'Clothing'`,
            sql`DELETE FROM regions WHERE name = 'central'`
          ]) {
            assert.deepStrictEqual(yield* refusal(statement), Option.some("23001"))
          }
          yield* sql`UPDATE categories SET position = 9, drawing = 'parcel' WHERE name = 'Home'`
          const add = (n: number) => sql`
            INSERT INTO categories (name, position) SELECT 'More ' || n, n FROM generate_series(1, ${n}) AS n`
          assert.deepStrictEqual(yield* refusal(add(196)), Option.some("23514"))
          yield* add(195)
          assert.deepStrictEqual(yield* refusal(sql`INSERT INTO regions (name) VALUES ('North')`), Option.some("23514"))
        })
      )
    )

    it.effect("keeps the loyalty tier in step with the spend, whatever a statement says", () =>
      rolledBack(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const tierAt = (spend: string) =>
            Effect.map(
              sql<{ tier: string }>`
                UPDATE users SET total_spend = ${spend}, loyalty_tier = 'gold' WHERE id = ${userId}
                RETURNING loyalty_tier AS tier`,
              (rows) => rows[0]?.tier
            )
          assert.deepStrictEqual(
            yield* Effect.all([tierAt("0"), tierAt("999.99"), tierAt("1000"), tierAt("2999.99"), tierAt("3000")]),
            ["bronze", "bronze", "silver", "silver", "gold"]
          )
          for (const cents of FastCheck.sample(FastCheck.integer({ min: 0, max: 500_000 }), 200)) {
            const spend = (cents / 100).toFixed(2)
            const tier = cents >= 300_000 ? "gold" : cents >= 100_000 ? "silver" : "bronze"
            assert.strictEqual(yield* tierAt(spend), tier, spend)
          }
        })
      )
    )

    it.effect("keeps the number of active products per category", () =>
      rolledBack(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const counts = Effect.map(
            sql<{ category: string; n: number }>`
              SELECT category, active_count::int AS n FROM product_counts WHERE active_count > 0 ORDER BY category`,
            (rows) => rows.map((row) => `${row.category} ${row.n}`)
          )
          const copy = (change: object) => {
            const { id: _, ...rest } = product
            return { ...rest, is_active: true, ...change }
          }
          yield* sql`INSERT INTO products ${sql.insert([
            copy({}),
            copy({ category: "Books" }),
            copy({ category: "Books" }),
            copy({ category: "Home", is_active: false })
          ])}`
          assert.deepStrictEqual(yield* counts, ["Books 2", "Sports 2"])
          yield* sql`UPDATE products SET is_active = NOT is_active WHERE category IN ('Home', 'Books')`
          assert.deepStrictEqual(yield* counts, ["Home 1", "Sports 2"])
          yield* sql`UPDATE products SET category = 'Clothing' WHERE category = 'Home'`
          assert.deepStrictEqual(yield* counts, ["Clothing 1", "Sports 2"])
          yield* sql`DELETE FROM products WHERE category = 'Sports'`
          assert.deepStrictEqual(yield* counts, ["Clothing 1"])
          yield* sql`TRUNCATE products CASCADE`
          assert.deepStrictEqual(yield* counts, [])
        })
      )
    )

    it.effect("leaves the counts alone when a product changes in place", () =>
      rolledBack(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const version = sql`SELECT category, xmin::text, ctid::text FROM product_counts`
          const before = yield* version
          yield* sql`UPDATE products SET rating = 4.5, review_count = 2`
          assert.deepStrictEqual(yield* version, before)
          assert.lengthOf(before, 1)
        })
      )
    )
  })
}
