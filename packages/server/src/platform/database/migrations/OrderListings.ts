import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Orders of everybody by their age, all or those in one status: what operators and sellers list. */
export const orderListings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
    CREATE INDEX orders_status ON orders (status, created_at DESC, id DESC)`
})
