import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { failingStatements } from "../../support/failingStatements.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

const away = { count: 0, text: "" }

const TestLayer = FrontDoor.layer(Layer.provide(failingStatements(away), TestDatabase.seeded))

layer(TestLayer, { excludeTestServices: true })("a profile", (it) => {
  for (const [statement, text] of [
    ["who asks", "token_generation"],
    ["what is asked for", "JOIN loyalty_tiers"]
  ] as const) {
    it.effect(`is temporarily unavailable while the database is away, for ${statement}`, () =>
      Effect.gen(function* () {
        const profile = send("/api/profile", { token: yield* FrontDoor.tokenOf("alice") })
        Object.assign(away, { count: 1, text })
        const response = yield* profile
        assert.deepStrictEqual(refusal(response), [503, { detail: "Service temporarily unavailable" }])
        assert.match(response.headers["retry-after"] ?? "", /^\d+$/)
        assert.strictEqual(away.count, 0)
        assert.strictEqual((yield* profile).status, 200)
      })
    )
  }

  it.effect("is an internal error when a row is broken", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const token = yield* FrontDoor.tokenOf("alice")
      yield* sql`UPDATE loyalty_tiers SET free_shipping_threshold = 'NaN'`
      const response = yield* send("/api/profile", { token })
      assert.deepStrictEqual(refusal(response), [500, { detail: "Internal server error" }])
      assert.notProperty(response.headers, "retry-after")
    })
  )
})
