import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { LoyaltyTier, type User, UserId } from "@storefront/domain/Identity"
import { PromotionId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { PromotionRules } from "@storefront/domain/Pricing"
import { type PricingFacts as Facts } from "@storefront/domain/rules/CartPricing"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isRunning } from "./RunningPromotions.ts"

const Moment = Schema.Struct({ id: UserId, now: Schema.DateTimeUtcFromDate })

/** A row of `factsQuery`, also as JSON. */
export const FactsRow = Schema.Struct({
  name: LoyaltyTier,
  minSpend: MoneyFromNumeric,
  discountPct: Schema.NumberFromString,
  freeShippingThreshold: MoneyFromNumeric,
  prioritySupport: Schema.Boolean,
  promotions: Schema.Array(Schema.Struct({ id: PromotionId, name: Schema.String, rules: PromotionRules }))
})

/** The tier of an account and the promotions that run at a moment; amounts are text, so that they stay exact as JSON. */
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

/** What the price of a cart depends on beside the cart. */
export class PricingFacts extends Context.Tag("@storefront/server/shop/pricing/PricingFacts")<
  PricingFacts,
  {
    /**
     * The buyer's tier and the promotions that run at this moment, in one statement; inside a transaction as the
     * transaction sees them. That the account exists is certain: accounts are never removed.
     */
    readonly read: (user: User) => Effect.Effect<Facts, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.single({
        Request: Moment,
        Result: FactsRow,
        execute: ({ id, now }) => factsQuery(sql, id, now)
      })
      return {
        read: Effect.fn("PricingFacts.read")(function* ({ email, id }: User) {
          const now = yield* DateTime.now
          const { promotions, ...tier } = yield* orUnavailable(select({ id, now }))
          return { now, email, tier, promotions }
        })
      }
    })
  )
}
