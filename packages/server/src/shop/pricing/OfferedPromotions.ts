import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId, PromotionId } from "@storefront/domain/Ids"
import { PromotionRules } from "@storefront/domain/Pricing"
import { type OfferedPromotion } from "@storefront/domain/rules/BundleEligibility"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isRunning } from "./RunningPromotions.ts"

const PromotionRow = Schema.Struct({
  id: PromotionId,
  name: Schema.String,
  rules: PromotionRules,
  endDate: Schema.DateTimeUtcFromDate,
  productsOnSale: Schema.Array(ProductId)
})

/** Running promotions, with those of their products that are sold. */
export class OfferedPromotions extends Context.Tag("@storefront/server/shop/pricing/OfferedPromotions")<
  OfferedPromotions,
  {
    /** Lists the promotions that run at a time, by end date, then id. */
    readonly at: (now: DateTime.Utc) => Effect.Effect<ReadonlyArray<OfferedPromotion>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.DateTimeUtcFromDate,
        Result: PromotionRow,
        execute: (now) => sql`
          SELECT m.id, m.name, m.rules, m.end_date AS "endDate",
            COALESCE((
              SELECT jsonb_agg(p.id ORDER BY p.id)
              FROM jsonb_array_elements_text(m.rules->'product_ids') AS named(id)
              JOIN products p ON p.id = named.id::uuid
              WHERE p.is_active
            ), '[]') AS "productsOnSale"
          FROM promotions m
          WHERE ${isRunning(sql, now)}
          ORDER BY m.end_date, m.id`
      })
      return { at: Effect.fn("OfferedPromotions.at")((now: DateTime.Utc) => orUnavailable(select(now))) }
    })
  )
}
