import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Lets a delivery area be a whole country, with an empty `state`. */
export const places = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    ALTER TABLE delivery_areas DROP CONSTRAINT delivery_areas_state_check,
      ADD CHECK (state ~ '^([A-Z]{2,3})?$')`
)
