import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as TestDatabase from "../support/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(engine.name, (it) => {
    it.effect("x", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT name FROM loyalty_tiers`
        assert.strictEqual(rows.length, 3)
      })
    )
  })
}
