import { Schema } from "effect"

/** Status of an account, as `standingOfUser` computes it. Deletion outranks deactivation. */
export const Standing = Schema.Literal("active", "deactivated", "deleted")
export type Standing = typeof Standing.Type

/** SQL expression for the `Standing` of a row of `users`. */
export const standingOfUser =
  "CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN is_active THEN 'active' ELSE 'deactivated' END"
