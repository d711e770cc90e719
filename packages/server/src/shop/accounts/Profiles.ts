import { SqlClient, SqlSchema } from "@effect/sql"
import { Profile, TierBenefits } from "@storefront/domain/api/ProfileApi"
import { type DatabaseUnavailable, UserNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Profile and tier columns as the driver returns them. */
const ProfileRow = Schema.Struct({
  ...Struct.omit(Profile.fields, "tier_benefits"),
  total_spend: MoneyFromNumeric,
  member_since: Schema.DateTimeUtcFromDate,
  discount_pct: Schema.NumberFromString,
  free_shipping_threshold: MoneyFromNumeric,
  priority_support: Schema.Boolean
})

/** The account data that customers see of themselves. */
export class Profiles extends Context.Tag("@storefront/server/shop/accounts/Profiles")<
  Profiles,
  { readonly find: (id: UserId) => Effect.Effect<Profile, UserNotFound | DatabaseUnavailable> }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: UserId,
        Result: ProfileRow,
        execute: (id) => sql`
          SELECT u.id, u.email, u.name, u.role, u.loyalty_tier, u.total_spend, u.created_at AS member_since,
            (SELECT count(*)::int FROM orders o WHERE o.user_id = u.id) AS order_count,
            (SELECT count(*)::int FROM reviews r WHERE r.user_id = u.id) AS review_count,
            t.discount_pct, t.free_shipping_threshold, t.priority_support
          FROM users u JOIN loyalty_tiers t ON t.name = u.loyalty_tier
          WHERE u.id = ${id}`
      })
      const find = Effect.fn("Profiles.find")(function* (id: UserId) {
        const row = yield* orUnavailable(select(id))
        const { discount_pct, free_shipping_threshold, priority_support, ...person } = yield* Effect.mapError(
          row,
          () => new UserNotFound()
        )
        return new Profile(
          {
            ...person,
            tier_benefits: new TierBenefits({ discount_pct, free_shipping_threshold, priority_support }, skipValidation)
          },
          skipValidation
        )
      })
      return { find }
    })
  )
}
