import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const userCount = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ n: number }>`SELECT count(*)::int AS n FROM users`
).pipe(Effect.map((rows) => rows[0]?.n))

for (const engine of TestDatabase.engines) {
  layer(engine.layer)(`the empty test database on ${engine.name}`, (it) => {
    it.effect("has nobody in it", () => Effect.map(userCount, (n) => assert.strictEqual(n, 0)))
  })
}

for (const engine of TestDatabase.seededEngines) {
  layer(engine.layer)(`the seeded test database on ${engine.name}`, (it) => {
    it.effect("has the people of the demonstration", () => Effect.map(userCount, (n) => assert.strictEqual(n, 25)))
  })
}
