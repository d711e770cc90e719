import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { verify } from "@storefront/server/assistant/usage/Verification"
import { group } from "@storefront/server/testing/SmallGroup"
import { marketInYen } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as Journey from "./support/Journey.ts"
import { auditAgrees } from "../support/WholeTurns.ts"

/** A sale of which no price is whole yen before it is rounded. */
const sale = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.all([
        sql`UPDATE products SET price = 4999, original_price = 5999`,
        sql`
          INSERT INTO promotions (name, start_date, end_date, rules) VALUES ('Sale', now() - interval '1 day',
            now() + interval '1 day', '{"type":"flash_sale","categories":["Home","Sports"],"discount_pct":7.5}')`
      ])
    )
  )
)

const TestLayer = sale.pipe(
  Layer.provideMerge(group),
  Layer.provideMerge(marketInYen),
  Layer.provideMerge(TestDatabase.layer)
)

layer(TestLayer, { excludeTestServices: true })("a shop in yen", (it) => {
  it.scoped("shows no fraction in answers, nor stores one in orders or the audit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const say = yield* Journey.begin
      const answers = yield* Effect.forEach(
        [
          "do you have the Summit Boots in 42?",
          "add it in red",
          "My shipping address is Nora Quist, 1 Elm Street, Boston, MA 02101",
          "what is in my cart?",
          "check out",
          "yes",
          "show me my orders"
        ],
        say
      )
      const amounts = answers.flatMap((answer) => answer.match(/¥[\d.,]*\d/g) ?? [])
      assert.isAbove(amounts.length, 8, answers.join("\n"))
      assert.deepStrictEqual(
        amounts.filter((amount) => !/^¥\d{1,3}(?:,\d{3})*$/.test(amount)),
        []
      )
      assert.notMatch(answers.join("\n"), /[$€]|dollar|USD/)
      const steps = yield* sql<{ readonly said: string }>`
        SELECT concat(tool_input, ' ', tool_output) AS said FROM agent_execution_steps`
      const audited = steps.flatMap(
        ({ said }) => said.match(/"(?:\w*price|subtotal|total|cost|discount|amount)": ?[\d.]+/g) ?? []
      )
      assert.isAbove(audited.length, 5)
      assert.deepStrictEqual(
        audited.filter((field) => field.includes(".")),
        []
      )
      assert.deepStrictEqual(
        (yield* verify).flatMap(({ violations }) => violations),
        []
      )
      yield* auditAgrees
    })
  )
})
