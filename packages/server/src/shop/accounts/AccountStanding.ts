import { Schema } from "effect"

/** Status of an account, as `standingOfUser` computes it. Deletion outranks deactivation. */
export const Standing = Schema.Literal("active", "deactivated", "deleted")
export type Standing = typeof Standing.Type

/**
 * SQL assignments that void all tokens of a row of `users`. `clock_timestamp()`: also those without a generation that are
 * issued while the statement waits for the row's lock.
 */
export const tokenWithdrawal = "tokens_valid_after = clock_timestamp(), token_generation = token_generation + 1"

/** SQL expression for the `Standing` of a row of `users`. */
export const standingOfUser =
  "CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN is_active THEN 'active' ELSE 'deactivated' END"
