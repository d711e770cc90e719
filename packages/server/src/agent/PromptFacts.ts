import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { LoyaltyTier } from "@storefront/domain/Identity"
import { Region } from "@storefront/domain/Inventory"
import { type Tier } from "@storefront/domain/Loyalty"
import { type Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Effect, Layer, Schema } from "effect"
import { returns } from "../config/LimitsConfig.ts"

/** Numbers and names that instructions may mention; rendered into them, never typed. */
export interface Facts {
  /** Days after delivery in which an order can be returned. */
  readonly returnWindowDays: number
  /** Returns up to this amount are approved at once. */
  readonly returnAutoApproveLimit: Money
  /** The loyalty programme, lowest level first. */
  readonly tiers: ReadonlyArray<Tier>
  readonly regions: ReadonlyArray<Region>
  readonly categories: ReadonlyArray<Category>
}

const TierRow = Schema.Struct({
  name: LoyaltyTier,
  minSpend: MoneyFromNumeric,
  discountPct: Schema.NumberFromString,
  freeShippingThreshold: MoneyFromNumeric,
  prioritySupport: Schema.Boolean
})

/** The facts of this shop, from its configuration and database, read when the program starts. */
export class PromptFacts extends Context.Tag("@storefront/server/agent/PromptFacts")<PromptFacts, Facts>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { autoApproveLimit, windowDays } = yield* returns
      const listTiers = SqlSchema.findAll({
        Request: Schema.Void,
        Result: TierRow,
        execute: () => sql`
          SELECT name, min_spend AS "minSpend", discount_pct AS "discountPct",
            free_shipping_threshold AS "freeShippingThreshold", priority_support AS "prioritySupport"
          FROM loyalty_tiers ORDER BY min_spend`
      })
      return {
        returnWindowDays: windowDays,
        returnAutoApproveLimit: autoApproveLimit,
        tiers: yield* Effect.orDie(listTiers()),
        regions: Region.literals,
        categories: Category.literals
      }
    })
  )
}
