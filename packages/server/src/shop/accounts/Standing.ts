import { Schema } from "effect"

/** Whether an account can be used. A deleted one counts as deleted, not as deactivated. */
export const Standing = Schema.Literal("active", "deactivated", "deleted")
export type Standing = typeof Standing.Type

/** The same of a row of `users`, in SQL. */
export const standingOfUser =
  "CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN is_active THEN 'active' ELSE 'deactivated' END"
