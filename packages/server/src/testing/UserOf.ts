import { SqlClient } from "@effect/sql"
import { User } from "@storefront/domain/Identity"
import { Effect, Schema } from "effect"

/** Finds a user of the demonstration shop. */
export const userOf = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, email, name, role FROM users WHERE email = ${email}`
  return yield* Schema.decodeUnknown(User)(rows[0])
})
