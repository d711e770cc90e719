import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Keeps with a proposal the hint shown below it, which is not one of its terms. */
export const proposalHints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pending_actions ADD COLUMN hint jsonb`
})
