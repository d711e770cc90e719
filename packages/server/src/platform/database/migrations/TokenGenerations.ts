import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds a token generation to accounts. Revoking all tokens raises it, and each token contains the one it was signed in,
 * so that revocation does not depend on clocks.
 */
export const tokenGenerations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN token_generation integer NOT NULL DEFAULT 0`
})
