import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, counts, Shop, value } from "./demoShop.ts"

layer(Shop, { excludeTestServices: true })("the assistant's past in the demonstration", (it) => {
  it.effect("has carts, conversations and memories", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(`SELECT u.email, c.coupon_code AS coupon, c.shipping_address IS NOT NULL AS address,
            array_agg(DISTINCT p.category) AS categories, count(*)::int AS lines
          FROM carts c JOIN users u ON u.id = c.user_id JOIN cart_items i ON i.cart_id = c.id
          JOIN products p ON p.id = i.product_id
          WHERE u.email IN ('alice@example.com', 'power@example.com') GROUP BY u.id, c.id ORDER BY 1`),
        [
          { email: "alice@example.com", coupon: null, address: true, categories: ["Electronics"], lines: 3 },
          { email: "power@example.com", coupon: "HELLO10", address: true, categories: ["Clothing"], lines: 2 }
        ]
      )
      assert.strictEqual(yield* value("SELECT count(*)::int FROM carts"), 4)
      assert.strictEqual(yield* value("SELECT count(*)::int FROM agent_memories"), 12)
      assert.strictEqual(yield* value("SELECT count(*)::int FROM policies"), 12)
      assert.deepStrictEqual(
        yield* ask(`SELECT count(*)::int AS all, count(*) FILTER (WHERE email = 'alice@example.com')::int AS alice,
            count(*) FILTER (WHERE email = 'alice@example.com' AND NOT c.is_active)::int AS deleted
          FROM conversations c JOIN users u ON u.id = c.user_id`),
        [{ all: 8, alice: 4, deleted: 1 }]
      )
    })
  )

  it.effect("keeps the messages of a turn and its log together", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM messages m JOIN LATERAL (
            SELECT sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out,
              max(duration_ms) FILTER (WHERE agent_name = 'orchestrator') AS duration,
              max(status) FILTER (WHERE agent_name = 'orchestrator') AS status
            FROM usage_logs l WHERE l.trace_id = m.metadata->>'trace_id' AND l.conversation_id = m.conversation_id
          ) l ON true
          WHERE m.role = 'assistant' AND (m.tokens_in, m.tokens_out) = (l.tokens_in, l.tokens_out)
            AND (m.metadata->>'duration_ms')::int = l.duration
            AND (m.metadata->'guard'->>'verdict' = 'blocked') = (l.status = 'blocked')
            AND jsonb_array_length(m.metadata->'specialists') = cardinality(m.agents_involved)
            AND m.metadata ?& ARRAY['model', 'partial']`),
        15
      )
      assert.strictEqual(yield* value("SELECT count(*)::int FROM messages"), 30)
      assert.deepStrictEqual(
        yield* ask(
          "SELECT DISTINCT array(SELECT jsonb_object_keys(metadata)) AS keys FROM messages WHERE role = 'user'"
        ),
        [{ keys: ["guard", "trace_id"] }]
      )
    })
  )

  it.effect("has the marketplace with its requests and permissions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* counts("SELECT status AS key, count(*)::int AS count FROM access_requests GROUP BY 1"),
        { pending: 4, approved: 3, denied: 2 }
      )
      assert.deepStrictEqual(
        yield* ask(`SELECT u.role, p.role AS granted, count(*)::int AS count FROM agent_permissions p
          JOIN users u ON u.id = p.user_id GROUP BY 1, 2 ORDER BY 1`),
        [
          { role: "admin", granted: "admin", count: 6 },
          { role: "customer", granted: "user", count: 1 },
          { role: "power_user", granted: "user", count: 4 }
        ]
      )
      assert.deepStrictEqual(
        yield* ask(
          "SELECT name FROM agent_catalog WHERE requires_approval AND cardinality(allowed_roles) = 3 ORDER BY 1"
        ),
        [{ name: "pricing-promotions" }, { name: "review-sentiment" }]
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM access_requests r JOIN agent_permissions p ON p.request_id = r.id
          WHERE r.status = 'approved' AND r.resolved_at = p.granted_at`),
        3
      )
    })
  )

  it.effect("has 30 days of usage, most of it successful", () =>
    Effect.gen(function* () {
      assert.closeTo(yield* value<number>("SELECT count(DISTINCT trace_id)::int FROM usage_logs"), 400, 20)
      assert.closeTo(
        yield* value<number>(
          "SELECT avg((status = 'success')::int)::float FROM usage_logs WHERE agent_name = 'orchestrator'"
        ),
        0.93,
        0.02
      )
      assert.strictEqual(yield* value("SELECT count(DISTINCT status)::int FROM usage_logs"), 4)
      assert.strictEqual(
        yield* value("SELECT count(*)::int FROM usage_logs WHERE created_at > $now OR created_at < $now::date - 29"),
        0
      )
      assert.strictEqual(
        yield* value(`SELECT count(*)::int FROM usage_logs l JOIN (
            SELECT usage_log_id, sum(duration_ms) AS duration FROM agent_execution_steps GROUP BY 1) s
          ON s.usage_log_id = l.id WHERE s.duration > l.duration_ms`),
        0
      )
    })
  )
})
