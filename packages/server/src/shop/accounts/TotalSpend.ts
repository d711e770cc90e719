import { type SqlClient, SqlSchema } from "@effect/sql"
import { LoyaltyTier, UserId } from "@storefront/domain/Identity"
import { type Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { Schema } from "effect"

const LoyaltyStanding = Schema.Struct({ loyalty_tier: LoyaltyTier, total_spend: MoneyFromNumeric })

/**
 * Adds an amount, negative for a refund, to a user's total spend; a trigger updates the tier. Locks the user's row,
 * which must be the last lock of every transaction.
 */
export const changeSpend = (sql: SqlClient.SqlClient) => {
  const update = SqlSchema.single({
    Request: Schema.Struct({ owner: UserId, by: MoneyFromNumeric }),
    Result: LoyaltyStanding,
    execute: ({ by, owner }) => sql`
      UPDATE users SET total_spend = total_spend + ${by}::numeric WHERE id = ${owner}
      RETURNING loyalty_tier, total_spend`
  })
  return (owner: UserId, by: Money) => update({ owner, by })
}
