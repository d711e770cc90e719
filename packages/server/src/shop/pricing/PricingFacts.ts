import { type SqlClient } from "@effect/sql"
import { LoyaltyTier } from "@storefront/domain/Identity"
import { PromotionId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { PromotionRules } from "@storefront/domain/Pricing"
import { Schema } from "effect"
import { isRunning } from "./RunningPromotions.ts"

/** A row of `factsQuery`, also as JSON; fields and aliases must agree. */
export const FactsRow = Schema.Struct({
  name: LoyaltyTier,
  minSpend: MoneyFromNumeric,
  discountPct: Schema.NumberFromString,
  freeShippingThreshold: MoneyFromNumeric,
  prioritySupport: Schema.Boolean,
  promotions: Schema.Array(Schema.Struct({ id: PromotionId, name: Schema.String, rules: PromotionRules }))
})

/** Query for an account's tier and the promotions that run at a time. Amounts are text, to stay exact in JSON. */
export const factsQuery = (sql: SqlClient.SqlClient, id: string, now: Date) => sql`
  SELECT t.name, t.min_spend::text AS "minSpend", t.discount_pct::text AS "discountPct",
    t.free_shipping_threshold::text AS "freeShippingThreshold", t.priority_support AS "prioritySupport",
    COALESCE((
      SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'rules', p.rules) ORDER BY p.id)
      FROM promotions p
      WHERE ${isRunning(sql, now)}
    ), '[]') AS promotions
  FROM users u
  JOIN loyalty_tiers t ON t.name = u.loyalty_tier
  WHERE u.id = ${id}`
