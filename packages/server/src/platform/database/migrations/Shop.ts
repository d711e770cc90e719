import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Stores what a database's amounts and texts are in. One that has products is the demonstration. */
export const shop = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE shop (
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'), -- ISO 4217; for good
      language text NOT NULL CHECK (char_length(language) BETWEEN 2 AND 35), -- BCP 47, of the catalogue
      is_demonstration boolean NOT NULL
    )`
  yield* sql`CREATE UNIQUE INDEX shop_one_row ON shop ((true))`
  yield* sql`
    INSERT INTO shop (currency, language, is_demonstration)
    SELECT 'USD', 'en-US', true WHERE EXISTS (SELECT FROM products)`
})
