import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Which generation of an account's tokens counts. Whoever withdraws them raises it, and a token names the one that it was
 * signed in: what is withdrawn stays so whatever clock signs and whatever clock withdraws.
 */
export const tokenGenerations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN token_generation integer NOT NULL DEFAULT 0`
})
