import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Email } from "@storefront/domain/Identity"
import { HundredthsFromNumeric, MoneyFromNumeric } from "@storefront/domain/Money"
import { type Coupon, CouponCode } from "@storefront/domain/Pricing"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** A coupon's discount: hundredths of a percent, or an amount. */
const Discount = Schema.Union(
  Schema.Struct({ discountType: Schema.Literal("percentage"), discountValue: HundredthsFromNumeric }),
  Schema.Struct({ discountType: Schema.Literal("fixed"), discountValue: MoneyFromNumeric })
)

/** A row of `couponColumns`, with its times as they come; fields and aliases must agree. */
const couponWith = <I>(time: Schema.Schema<DateTime.Utc, I>) =>
  Schema.extend(
    Schema.Struct({
      code: CouponCode,
      description: Schema.String,
      minSpend: MoneyFromNumeric,
      maxDiscount: Schema.NullOr(MoneyFromNumeric),
      usageLimit: Schema.NullOr(Schema.Int),
      timesUsed: Schema.Int,
      validFrom: time,
      validUntil: Schema.NullOr(time),
      applicableCategories: Schema.NullOr(Schema.Array(Category)),
      ownerEmail: Schema.NullOr(Email),
      isActive: Schema.Boolean
    }),
    Discount
  )

const CouponRow = couponWith(Schema.DateTimeUtcFromDate)

/** A row of `couponColumns` as JSON. */
export const CouponJson = couponWith(Schema.DateTimeUtc)

/** Columns of a coupon; amounts are text, so that they stay exact in JSON. */
export const couponColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  code, description, discount_type AS "discountType", discount_value::text AS "discountValue",
  min_spend::text AS "minSpend", max_discount::text AS "maxDiscount", usage_limit AS "usageLimit",
  times_used AS "timesUsed", valid_from AS "validFrom", valid_until AS "validUntil",
  applicable_categories AS "applicableCategories", user_specific_email AS "ownerEmail",
  is_active AS "isActive"`

const CouponUser = Schema.Struct({ email: Email, now: Schema.DateTimeUtcFromDate })

/** All coupons of the shop, valid or not. */
export class Coupons extends Context.Tag("@storefront/server/shop/pricing/Coupons")<
  Coupons,
  {
    readonly find: (code: CouponCode) => Effect.Effect<Option.Option<Coupon>, DatabaseUnavailable>
    /** Lists the coupons that are valid for a customer at a time, whatever the cart, by code. */
    readonly usable: (use: typeof CouponUser.Type) => Effect.Effect<ReadonlyArray<Coupon>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = couponColumns(sql)
      const select = SqlSchema.findOne({
        Request: CouponCode,
        Result: CouponRow,
        execute: (code) => sql`SELECT ${columns} FROM coupons WHERE code = ${code}`
      })
      const selectUsable = SqlSchema.findAll({
        Request: CouponUser,
        Result: CouponRow,
        execute: ({ email, now }) => sql`
          SELECT ${columns}
          FROM coupons
          WHERE is_active AND valid_from <= ${now} AND (valid_until IS NULL OR valid_until > ${now})
            AND (usage_limit IS NULL OR times_used < usage_limit)
            AND (user_specific_email IS NULL OR user_specific_email = ${email})
          ORDER BY code`
      })
      return {
        find: Effect.fn("Coupons.find")((code: CouponCode) => orUnavailable(select(code))),
        usable: Effect.fn("Coupons.usable")((use: typeof CouponUser.Type) => orUnavailable(selectUsable(use)))
      }
    })
  )
}
