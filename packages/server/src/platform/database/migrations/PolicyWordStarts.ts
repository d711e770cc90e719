import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Indexes policy words for search by prefix, which needs the collation "C". */
export const policyWordStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX policy_words_word`
  yield* sql`CREATE INDEX policy_words_word ON policy_words (word COLLATE "C")`
})
