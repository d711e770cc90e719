import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Proposals keep the hint that was shown below them: it is none of their terms. */
export const proposalHints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pending_actions ADD COLUMN hint jsonb`
})
