import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Email } from "@storefront/domain/Identity"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { CouponCode, DiscountType, PromotionRules, PromotionType } from "@storefront/domain/Pricing"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Matching rows on all pages. */
const total = Schema.Int

const CouponDeal = Schema.Struct({
  code: CouponCode,
  description: Schema.String,
  discount_type: DiscountType,
  discount_value: MoneyFromNumeric,
  min_spend: MoneyFromNumeric,
  max_discount: Schema.NullOr(MoneyFromNumeric),
  valid_until: Schema.NullOr(Schema.DateTimeUtcFromDate),
  applicable_categories: Schema.NullOr(Schema.Array(Category)),
  personal: Schema.Boolean,
  total
})

const PromotionDeal = Schema.Struct({
  promotion_id: Schema.UUID,
  name: Schema.String,
  type: PromotionType,
  rules: PromotionRules,
  start_date: Schema.DateTimeUtcFromDate,
  end_date: Schema.DateTimeUtcFromDate,
  total
})

const DealsQuery = Schema.Struct({
  now: Schema.DateTimeUtcFromDate,
  /** Whose personal coupons are shown; nobody else's are. */
  email: Email,
  category: Schema.NullOr(Category),
  limit: Schema.Int
})

/** What can be saved at a moment. */
export class Deals extends Context.Tag("@storefront/server/shop/pricing/Deals")<
  Deals,
  {
    /** Coupons that are valid and not used up, by value then code; running promotions by end then id. */
    readonly list: (query: typeof DealsQuery.Type) => Effect.Effect<
      {
        readonly coupons: ReadonlyArray<typeof CouponDeal.Type>
        readonly promotions: ReadonlyArray<typeof PromotionDeal.Type>
        /** Matching ones of both kinds, including those beyond the limit. */
        readonly total: number
      },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectCoupons = SqlSchema.findAll({
        Request: DealsQuery,
        Result: CouponDeal,
        execute: ({ category, email, limit, now }) => sql`
          SELECT code, description, discount_type, discount_value, min_spend, max_discount, valid_until,
            applicable_categories, user_specific_email IS NOT NULL AS personal, count(*) OVER ()::int AS total
          FROM coupons
          WHERE is_active AND valid_from <= ${now} AND (valid_until IS NULL OR valid_until > ${now})
            AND (usage_limit IS NULL OR times_used < usage_limit)
            AND (user_specific_email IS NULL OR user_specific_email = ${email})
            AND (${category}::text IS NULL OR applicable_categories IS NULL OR ${category} = ANY (applicable_categories))
          ORDER BY discount_value DESC, code
          LIMIT ${limit}`
      })

      const selectPromotions = SqlSchema.findAll({
        Request: DealsQuery,
        Result: PromotionDeal,
        execute: ({ category, limit, now }) => sql`
          SELECT id AS promotion_id, name, type, rules, start_date, end_date, count(*) OVER ()::int AS total
          FROM promotions
          WHERE is_active AND start_date <= ${now} AND end_date > ${now}
            AND (${category}::text IS NULL OR rules->'categories' ? ${category}::text OR rules->>'category' = ${category}
              OR EXISTS (
                SELECT FROM jsonb_array_elements_text(rules->'product_ids') AS named(id)
                JOIN products p ON p.id = named.id::uuid WHERE p.is_active AND p.category = ${category}))
          ORDER BY end_date, id
          LIMIT ${limit}`
      })

      return {
        list: Effect.fn("Deals.list")(function* (query: typeof DealsQuery.Type) {
          const coupons = yield* selectCoupons(query)
          const promotions = yield* selectPromotions(query)
          return { coupons, promotions, total: (coupons[0]?.total ?? 0) + (promotions[0]?.total ?? 0) }
        }, orUnavailable)
      }
    })
  )
}
