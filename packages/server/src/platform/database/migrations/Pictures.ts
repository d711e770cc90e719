import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Pictures are found by their path, among however many products. */
export const pictures = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE INDEX products_image ON products (image_url, id)`
)
