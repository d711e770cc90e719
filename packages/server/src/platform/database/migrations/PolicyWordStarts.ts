import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Finds words of policies by their beginnings as well, which only the collation "C" orders by. */
export const policyWordStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX policy_words_word`
  yield* sql`CREATE INDEX policy_words_word ON policy_words (word COLLATE "C")`
})
