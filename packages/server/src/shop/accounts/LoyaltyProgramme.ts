import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, UserNotFound } from "@storefront/domain/Errors"
import { LoyaltyTier, Role, UserId } from "@storefront/domain/Identity"
import { type Tier } from "@storefront/domain/Loyalty"
import { type Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, type DateTime, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const TierRow = Schema.Struct({
  name: LoyaltyTier,
  minSpend: MoneyFromNumeric,
  discountPct: Schema.NumberFromString,
  freeShippingThreshold: MoneyFromNumeric,
  prioritySupport: Schema.Boolean
})

const MemberRow = Schema.Struct({
  name: UserText,
  role: Role,
  loyaltyTier: LoyaltyTier,
  totalSpend: MoneyFromNumeric,
  memberSince: Schema.DateTimeUtcFromDate
})

/** A customer's membership in the loyalty programme. */
export interface Member {
  readonly name: UserText
  readonly role: Role
  readonly tier: Tier
  readonly totalSpend: Money
  readonly memberSince: DateTime.Utc
  /** All tiers, lowest first. */
  readonly tiers: ReadonlyArray<Tier>
}

/** The loyalty tiers and their members. */
export class LoyaltyProgramme extends Context.Tag("@storefront/server/shop/accounts/LoyaltyProgramme")<
  LoyaltyProgramme,
  {
    /** All tiers, lowest first. */
    readonly tiers: Effect.Effect<ReadonlyArray<Tier>, DatabaseUnavailable>
    readonly member: (id: UserId) => Effect.Effect<Member, UserNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectTiers = SqlSchema.findAll({
        Request: Schema.Void,
        Result: TierRow,
        execute: () => sql`
          SELECT name, min_spend AS "minSpend", discount_pct AS "discountPct",
            free_shipping_threshold AS "freeShippingThreshold", priority_support AS "prioritySupport"
          FROM loyalty_tiers
          ORDER BY min_spend, name`
      })

      const selectMember = SqlSchema.findOne({
        Request: UserId,
        Result: MemberRow,
        execute: (id) => sql`
          SELECT name, role, loyalty_tier AS "loyaltyTier", total_spend AS "totalSpend", created_at AS "memberSince"
          FROM users
          WHERE id = ${id} AND deleted_at IS NULL`
      })

      const tiers = Effect.withSpan(orUnavailable(selectTiers()), "LoyaltyProgramme.tiers")

      const member = Effect.fn("LoyaltyProgramme.member")(function* (id: UserId) {
        const row = yield* orUnavailable(selectMember(id))
        const { loyaltyTier, ...member } = yield* Effect.mapError(row, () => new UserNotFound())
        const all = yield* tiers
        const tier = yield* Effect.orDie(Array.findFirst(all, ({ name }) => name === loyaltyTier))
        return { ...member, tier, tiers: all }
      })

      return { tiers, member }
    })
  )
}
