import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Indexes all orders by age, with and without status, for the lists of operators and sellers. */
export const orderListings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
    CREATE INDEX orders_status ON orders (status, created_at DESC, id DESC)`
})
