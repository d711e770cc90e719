import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the link to the shop's till that a customer was given last, and its time. */
export const checkoutLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE carts ADD COLUMN checkout_url text, ADD COLUMN checkout_url_at timestamptz,
      ADD CHECK ((checkout_url IS NULL) = (checkout_url_at IS NULL))`
})
