import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { PromotionRules, PromotionType } from "@storefront/domain/Pricing"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isRunning } from "./RunningPromotions.ts"

const PromotionDeal = Schema.Struct({
  promotion_id: Schema.UUID,
  name: Schema.String,
  type: PromotionType,
  rules: PromotionRules,
  /** In the order of the promotion's rules. */
  product_names: Schema.Array(UserText),
  start_date: Schema.DateTimeUtcFromDate,
  end_date: Schema.DateTimeUtcFromDate,
  /** Number of matching promotions, including those beyond the limit. */
  total: Schema.Int
})

const DealsQuery = Schema.Struct({
  now: Schema.DateTimeUtcFromDate,
  category: Schema.NullOr(Category),
  limit: Schema.Int
})

/** Running promotions, as customers see them. */
export class Deals extends Context.Tag("@storefront/server/shop/pricing/Deals")<
  Deals,
  {
    /** Lists running promotions by end date, then id, with the number of all matching ones. */
    readonly list: (
      query: typeof DealsQuery.Type
    ) => Effect.Effect<
      { readonly promotions: ReadonlyArray<typeof PromotionDeal.Type>; readonly total: number },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectPromotions = SqlSchema.findAll({
        Request: DealsQuery,
        Result: PromotionDeal,
        execute: ({ category, limit, now }) => sql`
          SELECT id AS promotion_id, name, type, rules, start_date, end_date, count(*) OVER ()::int AS total,
            ARRAY(
              SELECT p.name FROM jsonb_array_elements_text(rules->'product_ids') WITH ORDINALITY AS named(id, place)
              JOIN products p ON p.id = named.id::uuid ORDER BY place) AS product_names
          FROM promotions
          WHERE ${isRunning(sql, now)}
            AND (${category}::text IS NULL OR rules->'categories' ? ${category}::text OR rules->>'category' = ${category}
              OR EXISTS (
                SELECT FROM jsonb_array_elements_text(rules->'product_ids') AS named(id)
                JOIN products p ON p.id = named.id::uuid WHERE p.is_active AND p.category = ${category}))
          ORDER BY end_date, id
          LIMIT ${limit}`
      })

      return {
        list: Effect.fn("Deals.list")(function* (query: typeof DealsQuery.Type) {
          const found = yield* selectPromotions(query)
          return { promotions: found, total: found[0]?.total ?? 0 }
        }, orUnavailable)
      }
    })
  )
}
