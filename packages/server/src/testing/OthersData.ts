import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { tables } from "../platform/database/Tables.ts"

const guests = "(SELECT id FROM users WHERE role = 'guest')"
const byOwner = `user_id IN ${guests}`

/** Condition on the rows of a table that a guest may add or change. Any row that is not listed belongs to others. */
const ownRows: Readonly<Record<string, string>> = {
  users: "role = 'guest'",
  agent_execution_steps: `usage_log_id IN (SELECT id FROM usage_logs WHERE ${byOwner})`,
  agent_runs: byOwner,
  cart_items: `cart_id IN (SELECT id FROM carts WHERE ${byOwner})`,
  carts: byOwner,
  conversations: byOwner,
  messages: `conversation_id IN (SELECT id FROM conversations WHERE ${byOwner})`,
  message_feedback: byOwner,
  support_cases: byOwner,
  token_days: byOwner,
  tool_effects: byOwner,
  turns: byOwner,
  usage_daily_users: byOwner,
  usage_logs: byOwner
}

/** Tables of counts for everybody, and one that not every database has. */
const excluded: ReadonlySet<string> = new Set([
  "product_embeddings",
  "rate_limits",
  "usage_daily",
  "usage_daily_people",
  "usage_last_days"
])

/** Computes a digest of each table's rows, except those that guests may add or change, to compare before and after. */
export const digestOthersData = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    Effect.forEach(
      tables.filter((table) => !excluded.has(table)),
      (table) =>
        Effect.map(
          sql<{ readonly digest: string }>`
            SELECT count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest
            FROM ${sql(table)} t WHERE NOT (${sql.literal(ownRows[table] ?? "false")})`,
          ([row]) => [table, row?.digest] as const
        )
    ),
    Object.fromEntries<string | undefined>
  )
)
