import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Region, SpeedTier } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const Route = Schema.Struct({ from: Region, to: Region })

const CarrierRate = Schema.Struct({
  carrier: Schema.String,
  speed_tier: SpeedTier,
  price: MoneyFromNumeric,
  estimated_days_min: Schema.Int,
  estimated_days_max: Schema.Int,
  base_rate: MoneyFromNumeric
})

/** Who takes parcels from region to region. */
export class Carriers extends Context.Tag("@storefront/server/shop/inventory/Carriers")<
  Carriers,
  {
    /** Every carrier of a route, in no particular order. */
    readonly between: (
      from: Region,
      to: Region
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
          SELECT c.name AS carrier, c.speed_tier, r.price, r.days_min AS estimated_days_min,
            r.days_max AS estimated_days_max, c.base_rate
          FROM shipping_rates r
          JOIN carriers c ON c.id = r.carrier_id
          WHERE r.region_from = ${from} AND r.region_to = ${to}`
      })
      return {
        between: Effect.fn("Carriers.between")((from: Region, to: Region) => orUnavailable(select({ from, to })))
      }
    })
  )
}
