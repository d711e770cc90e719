import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds the id to the indexes of owners: for a row by its id and owner, the planner may choose either index, and then read
 * everything that the person owns.
 */
export const ownerIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    DROP INDEX conversations_owner, turns_owner;
    CREATE INDEX conversations_owner ON conversations (user_id, id);
    CREATE INDEX turns_owner ON turns (user_id, id)`
})
