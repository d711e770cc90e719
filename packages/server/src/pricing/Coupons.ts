import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { Email } from "@storefront/domain/Identity"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { type Coupon, CouponCode, DiscountType } from "@storefront/domain/Pricing"
import { Context, Effect, Layer, type Option, Schema } from "effect"

const CouponRow = Schema.Struct({
  code: CouponCode,
  description: Schema.String,
  discountType: DiscountType,
  discountValue: MoneyFromNumeric,
  minSpend: MoneyFromNumeric,
  maxDiscount: Schema.NullOr(MoneyFromNumeric),
  usageLimit: Schema.NullOr(Schema.Int),
  timesUsed: Schema.Int,
  validFrom: Schema.DateTimeUtcFromDate,
  validUntil: Schema.NullOr(Schema.DateTimeUtcFromDate),
  applicableCategories: Schema.NullOr(Schema.Array(Category)),
  ownerEmail: Schema.NullOr(Email),
  isActive: Schema.Boolean
})

/** The coupons of the shop, valid or not. Failures of the database are defects. */
export class Coupons extends Context.Tag("@storefront/server/pricing/Coupons")<
  Coupons,
  { readonly find: (code: CouponCode) => Effect.Effect<Option.Option<Coupon>> }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: CouponCode,
        Result: CouponRow,
        execute: (code) => sql`
          SELECT code, description, discount_type AS "discountType", discount_value AS "discountValue",
            min_spend AS "minSpend", max_discount AS "maxDiscount", usage_limit AS "usageLimit",
            times_used AS "timesUsed", valid_from AS "validFrom", valid_until AS "validUntil",
            applicable_categories AS "applicableCategories", user_specific_email AS "ownerEmail",
            is_active AS "isActive"
          FROM coupons
          WHERE code = ${code}`
      })
      return { find: Effect.fn("Coupons.find")((code: CouponCode) => Effect.orDie(select(code))) }
    })
  )
}
