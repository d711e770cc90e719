import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`the profile on ${engine.name}`, (it) => {
    it.effect("shows the caller with counts and benefits", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tiers = {
          alice: { discount_pct: 10, free_shipping_threshold: 0, priority_support: true },
          bob: { discount_pct: 5, free_shipping_threshold: 75, priority_support: false },
          carol: { discount_pct: 0, free_shipping_threshold: 100, priority_support: false }
        }
        for (const [name, tier_benefits] of Object.entries(tiers)) {
          const { body, status } = yield* send("/api/profile", { token: yield* FrontDoor.tokenOf(name) })
          assert.strictEqual(status, 200)
          assert.deepStrictEqual(Object.keys(body), [
            "id",
            "email",
            "name",
            "role",
            "loyalty_tier",
            "total_spend",
            "member_since",
            "order_count",
            "review_count",
            "tier_benefits"
          ])
          assert.deepStrictEqual(body.tier_benefits, tier_benefits)
          const [row] = yield* sql`
            SELECT u.id, u.name, u.role, u.loyalty_tier, u.total_spend::float8 AS total_spend, u.created_at,
              (SELECT count(*)::int FROM orders WHERE user_id = u.id) AS order_count,
              (SELECT count(*)::int FROM reviews WHERE user_id = u.id) AS review_count
            FROM users u WHERE email = ${`${name}@example.com`}`
          const { created_at, ...expected } = row!
          assert.deepInclude(body, expected)
          assert.isTrue(created_at instanceof Date && created_at.toISOString() === body.member_since)
        }
      })
    )
  })
}
