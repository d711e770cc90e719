import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Indexes products by the path of their picture. */
export const pictures = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE INDEX products_image ON products (image_url, id)`
)
