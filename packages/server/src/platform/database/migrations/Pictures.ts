import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Indexes pictures by path. */
export const pictures = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE INDEX products_image ON products (image_url, id)`
)
