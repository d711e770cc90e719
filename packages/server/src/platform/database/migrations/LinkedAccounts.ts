import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Marks accounts that the shop has linked to its customers while what their makers left is still there. */
export const linkedAccounts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE users ADD COLUMN awaits_emptying boolean NOT NULL DEFAULT false`
)
