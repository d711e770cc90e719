import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the hint that is shown below a proposal; it is not one of the terms. */
export const proposalHints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pending_actions ADD COLUMN hint jsonb`
})
