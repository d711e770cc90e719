import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Lets a message that a client repeats be compared with the first before that is stored. Older turns have no digest. */
export const messageDigests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE turns ADD COLUMN message_sha256 text -- of a client's words and decisions`
})
