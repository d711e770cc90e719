import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { quantity, type Visit } from "./Shopping.ts"

const Bought = Schema.Struct({ user_id: Schema.String, units: Schema.Int, orders: Schema.Int })
const decodeBought = Schema.decodeUnknown(Schema.Array(Bought))
const decodeCounts = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ unrecorded: Schema.Int, missingTurns: Schema.Int, locked: Schema.Int }))
)

/** What the database says that it must not say; every number has to be 0. */
export interface Findings {
  /** Writes that a customer was told of and that are not there. */
  readonly lost: number
  /** Writes that are there more than once. */
  readonly twice: number
  /** Committed writes without a step in the log. */
  readonly unrecorded: number
  /** Turns that began and are not in the log. */
  readonly missingTurns: number
  /** Conversations that belong to a turn although none is running. */
  readonly locked: number
}

/** Compares what customers were told with what is there. Nothing may be running. */
export const audit = Effect.fnUntraced(function* (visits: ReadonlyArray<Visit>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.flatMap(
    sql`
      SELECT u.id AS user_id,
        (SELECT COALESCE(sum(i.quantity), 0)::int FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.user_id = u.id)
        + (SELECT COALESCE(sum(i.quantity), 0)::int FROM carts c JOIN cart_items i ON i.cart_id = c.id WHERE c.user_id = u.id)
          AS units,
        (SELECT count(*)::int FROM orders o WHERE o.user_id = u.id) AS orders
      FROM users u`,
    decodeBought
  )
  const bought = new Map(rows.map((row) => [row.user_id, row]))
  let lost = 0
  let twice = 0
  for (const { acknowledged, customer } of visits) {
    const { orders = 0, units = 0 } = bought.get(customer.id) ?? {}
    lost += Number(acknowledged.includes("add_to_cart") && units === 0)
    lost += Number(acknowledged.includes("checkout") && orders === 0)
    twice += Number(units > quantity) + Number(orders > 1)
  }
  const [counts] = yield* Effect.flatMap(
    sql`
      SELECT
        (SELECT count(*)::int FROM (SELECT user_id, tool_name, count(*) AS times FROM tool_effects GROUP BY 1, 2) e
          LEFT JOIN (
            SELECT l.user_id, s.tool_name, count(*) AS times
            FROM usage_logs l JOIN agent_execution_steps s ON s.usage_log_id = l.id
            WHERE s.status = 'success' AND s.tool_output ->> 'replayed' IS NULL
              AND s.tool_output ->> 'status' IS DISTINCT FROM 'awaiting_confirmation' GROUP BY 1, 2
          ) r ON r.user_id = e.user_id AND r.tool_name = e.tool_name
          WHERE e.times > COALESCE(r.times, 0)) AS unrecorded,
        (SELECT count(*)::int FROM messages m WHERE m.role = 'user' AND m.created_at >= (SELECT min(day) FROM usage_daily)
          AND NOT EXISTS (
            SELECT 1 FROM usage_logs l WHERE l.trace_id = m.metadata ->> 'trace_id' AND l.agent_name = 'orchestrator'
          )) AS "missingTurns",
        (SELECT count(*)::int FROM turns WHERE expires_at IS NOT NULL) AS locked`,
    decodeCounts
  )
  const findings: Findings = { lost, twice, ...counts }
  return findings
}, Effect.orDie)
