import { SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { ProductId, UsageLogId } from "@storefront/domain/Ids"
import { isSpokenOf } from "@storefront/domain/rules/consent/Said"
import { addToCart, updateCartQuantity } from "@storefront/domain/tools/CartTools"
import { Effect, Option, Schema } from "effect"
import { CurrentConsent } from "../effects/CurrentConsent.ts"
import { CurrentRun } from "../effects/EffectKey.ts"
import { type StoredLine } from "./CartContents.ts"

/** Tools that put units into a cart. */
const filling = [addToCart.name, updateCartQuantity.name]

/**
 * Whether runs of agents have put a product into the cart that nobody has spoken of, in this turn or in one since the last
 * answer that the customer has heard: "check out" orders the cart as the customer knows it, not what a model has added
 * since. One statement, and none where nobody told us to order.
 */
export const hasUnspokenLine = Effect.map(SqlClient.SqlClient, (sql) => {
  const putUnheard = SqlSchema.findAll({
    Request: Schema.Struct({ owner: UserId, run: UsageLogId }),
    Result: Schema.Struct({ product_id: ProductId }),
    execute: ({ owner, run }) => sql`
      WITH turn AS (SELECT trace_id, conversation_id FROM agent_runs WHERE id = ${run}),
      said AS (SELECT role, created_at, metadata FROM messages JOIN turn USING (conversation_id)),
      turns AS (
        SELECT trace_id FROM turn
        UNION
        SELECT metadata ->> 'trace_id' FROM said
        WHERE role = 'user' AND created_at > ALL (
          SELECT created_at FROM said WHERE role = 'assistant' AND metadata -> 'unheard' IS NULL)
      ),
      runs AS (
        SELECT id FROM agent_runs JOIN turns USING (trace_id)
        UNION ALL
        SELECT id FROM usage_logs JOIN turns USING (trace_id)
      )
      SELECT DISTINCT (e.result ->> 'product_id')::uuid AS product_id
      FROM tool_effects e JOIN runs ON runs.id = e.run_id
      WHERE e.user_id = ${owner} AND ${sql.in("e.tool_name", filling)}`
  })
  return Effect.fnUntraced(function* (owner: UserId, lines: ReadonlyArray<StoredLine>) {
    const consent = yield* CurrentConsent
    const run = Option.flatMap(yield* CurrentRun, ({ id }) => id)
    if (Option.isNone(consent) || consent.value.told === "" || Option.isNone(run)) {
      return false
    }
    const { spoken } = consent.value
    const put = yield* Effect.orDie(putUnheard({ owner, run: run.value }))
    return lines.some(
      ({ name, product_id }) =>
        put.some((each) => each.product_id === product_id) && !spoken.includes(product_id) && !isSpokenOf(name, spoken)
    )
  })
})
