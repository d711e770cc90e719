import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds a generation to an account's tokens. Revoking them raises it, and each token names the one it was signed in, so
 * that revocation does not depend on clocks.
 */
export const tokenGenerations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN token_generation integer NOT NULL DEFAULT 0`
})
