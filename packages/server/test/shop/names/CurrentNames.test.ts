import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { CurrentNames } from "../../../src/shop/names/CurrentNames.ts"
import { demoNames } from "../../../src/testing/DemoNames.ts"
import { failingStatements } from "../../support/failingStatements.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(CurrentNames.layer, engine.layer))(`the shop's names on ${engine.name}`, (it) => {
    it.effect("are in the shop's order, and new ones are known after five seconds", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { read } = yield* CurrentNames
        assert.deepStrictEqual(yield* read, demoNames)
        yield* sql`INSERT INTO categories (name, position) VALUES ('Käse & Wein', 0)`
        yield* sql`INSERT INTO regions (name) VALUES ('alps')`
        assert.deepStrictEqual(yield* read, demoNames)
        yield* TestClock.adjust("5 seconds")
        const { categories, regions } = yield* read
        assert.deepStrictEqual<ReadonlyArray<string>>(categories, ["Käse & Wein", ...demoNames.categories])
        assert.deepStrictEqual<ReadonlyArray<string>>(regions, [...demoNames.regions, "alps"])
      })
    )
  })
}

const away = { count: 0 }

layer(CurrentNames.layer.pipe(Layer.provideMerge(failingStatements(away)), Layer.provideMerge(TestDatabase.layer)))(
  "the shop's names while the database is lost",
  (it) => {
    it.effect("are the last ones that were read", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { read } = yield* CurrentNames
        assert.deepStrictEqual(yield* read, demoNames)
        yield* sql`INSERT INTO regions (name) VALUES ('alps')`
        away.count = 1
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* read, demoNames)
        assert.strictEqual(away.count, 0)
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual<ReadonlyArray<string>>((yield* read).regions, [...demoNames.regions, "alps"])
      })
    )
  }
)
