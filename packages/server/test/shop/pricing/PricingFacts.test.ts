import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Coupons } from "../../../src/shop/pricing/Coupons.ts"
import { Carts } from "../../../src/shop/cart/Carts.ts"
import { DateTime, Effect, Layer } from "effect"
import { type User } from "@storefront/domain/Identity"
import { ada, bob, lamp, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const promotionId = (n: number) => `ffffffff-0000-4000-8000-00000000000${n}`

const bundle = { type: "bundle" as const, product_ids: [lamp.id, shoes.id], discount_pct: 12.5 }

const factsOf = (user: User) => Effect.flatMap(Carts, (carts) => Effect.map(carts.find(user), ({ facts }) => facts))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(Carts.layer, Coupons.layer).pipe(
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`pricing facts on ${engine.name}`, (it) => {
    it.effect("are the tier of the buyer and the promotions that are running", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual((yield* factsOf(ada)).promotions, [])
        const now = yield* DateTime.now
        const inDays = (days: number) => DateTime.toDate(DateTime.add(now, { days }))
        const promotion = (n: number, start: number, end: number, is_active = true) => ({
          id: promotionId(n),
          name: `Promotion ${n}`,
          rules: JSON.stringify(bundle),
          start_date: inDays(start),
          end_date: inDays(end),
          is_active
        })
        yield* sql`INSERT INTO promotions ${sql.insert([
          promotion(2, -1, 1),
          promotion(1, -1, 1),
          promotion(3, -2, -1),
          promotion(4, 1, 2),
          promotion(5, -1, 1, false)
        ])}`
        yield* sql`UPDATE users SET total_spend = 1000 WHERE id = ${ada.id}`
        const read = yield* factsOf(ada)
        assert.strictEqual(read.email, ada.email)
        assert.isTrue(DateTime.greaterThanOrEqualTo(read.now, now))
        assert.deepStrictEqual(
          { ...read.tier },
          { name: "silver", minSpend: 100_000, discountPct: 5, freeShippingThreshold: 7_500, prioritySupport: false }
        )
        assert.deepStrictEqual(
          read.promotions.map(({ id, name, rules }) => ({ id: String(id), name, rules: { ...rules } })),
          [
            { id: promotionId(1), name: "Promotion 1", rules: bundle },
            { id: promotionId(2), name: "Promotion 2", rules: bundle }
          ]
        )
      })
    )

    it.effect("see what their transaction has changed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const within = yield* sql.withTransaction(
          Effect.zipRight(sql`UPDATE users SET total_spend = 3000 WHERE id = ${bob.id}`, factsOf(bob))
        )
        assert.strictEqual(within.tier.name, "gold")
      })
    )

    it.effect("know the coupons that somebody could use, by code", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const coupons = yield* Coupons
        yield* sql`
          INSERT INTO coupons (code, discount_type, discount_value, valid_from, valid_until, usage_limit, times_used,
            user_specific_email, is_active) VALUES
          ('ZULU', 'fixed', 5, '2026-01-01', NULL, NULL, 9, NULL, true),
          ('ALFA', 'fixed', 5, '2026-01-01', '2026-03-01', 2, 1, NULL, true),
          ('OWN', 'fixed', 5, '2026-01-01', NULL, NULL, 0, ${ada.email}, true),
          ('USED', 'fixed', 5, '2026-01-01', NULL, 2, 2, NULL, true),
          ('OFF', 'fixed', 5, '2026-01-01', NULL, NULL, 0, NULL, false)`
        const codes = (user: typeof ada, now: string) =>
          Effect.map(coupons.usable({ email: user.email, now: DateTime.unsafeMake(now) }), (usable) =>
            usable.map(({ code }) => String(code))
          )
        assert.deepStrictEqual(yield* codes(ada, "2026-02-01T00:00:00Z"), ["ALFA", "OWN", "ZULU"])
        assert.deepStrictEqual(yield* codes(bob, "2026-02-01T00:00:00Z"), ["ALFA", "ZULU"])
        assert.deepStrictEqual(yield* codes(bob, "2026-03-01T00:00:00Z"), ["ZULU"])
        assert.deepStrictEqual(yield* codes(bob, "2025-12-31T23:59:59Z"), [])
        assert.deepStrictEqual(yield* codes(bob, "2026-01-01T00:00:00Z"), ["ALFA", "ZULU"])
      })
    )
  })
}
