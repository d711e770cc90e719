import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Region, SpeedTier } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const Route = Schema.Struct({ from: Schema.NullOr(Region), to: Region })

const CarrierRate = Schema.Struct({
  region_from: Region,
  carrier: Schema.String,
  speed_tier: SpeedTier,
  price: MoneyFromNumeric,
  estimated_days_min: Schema.Int,
  estimated_days_max: Schema.Int,
  base_rate: MoneyFromNumeric
})

/** Carriers and their rates between regions. */
export class Carriers extends Context.Tag("@storefront/server/shop/inventory/Carriers")<
  Carriers,
  {
    /** Lists every rate to a region, from one region or from all, in no particular order. */
    readonly to: (
      to: Region,
      from: Region | null
    ) => Effect.Effect<ReadonlyArray<typeof CarrierRate.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Route,
        Result: CarrierRate,
        execute: ({ from, to }) => sql`
          SELECT r.region_from, c.name AS carrier, c.speed_tier, r.price, r.days_min AS estimated_days_min,
            r.days_max AS estimated_days_max, c.base_rate
          FROM shipping_rates r
          JOIN carriers c ON c.id = r.carrier_id
          WHERE r.region_to = ${to} AND (${from}::text IS NULL OR r.region_from = ${from})`
      })
      return {
        to: Effect.fn("Carriers.to")((to: Region, from: Region | null) => orUnavailable(select({ from, to })))
      }
    })
  )
}
