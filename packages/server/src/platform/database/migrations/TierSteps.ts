import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Lets one statement move the amounts at which tiers begin: two may trade places, each taking the other's. */
export const tierSteps = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    ALTER TABLE loyalty_tiers DROP CONSTRAINT loyalty_tiers_min_spend_key,
      ADD CONSTRAINT loyalty_tiers_min_spend_key UNIQUE (min_spend) DEFERRABLE INITIALLY IMMEDIATE`
)
