import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as StoredShop from "../../../src/shop/settings/StoredShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

layer(FrontDoor.layer(TestDatabase.layer), { excludeTestServices: true })(
  "the page of the demonstration shop",
  (it) => {
    it.effect("is missing in a shop of one's own, and where there are no goods yet", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const missing = [404, { detail: "Not found" }] as const
        for (const prepare of [Effect.void, StoredShop.write(false)]) {
          yield* prepare
          assert.deepStrictEqual(refusal(yield* send("/demo")), missing)
          assert.deepStrictEqual(refusal(yield* send("/demo/demo.js")), missing)
        }
        yield* sql`DELETE FROM shop`
      })
    )
  }
)
