import { type SqlClient, type Statement } from "@effect/sql"
import { type Region, SpeedTier } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Schema } from "effect"

/** Carriers' rates from a warehouse, in no particular order. */
export const ShippingRates = Schema.Array(
  Schema.Struct({
    carrier: Schema.String,
    speed_tier: SpeedTier,
    price: MoneyFromNumeric,
    estimated_days_min: Schema.Int,
    estimated_days_max: Schema.Int
  })
)

/** Selects `rates`, the `ShippingRates` to a region given as value or subquery, by `region_from`. */
export const ratesTo = (sql: SqlClient.SqlClient, destination: Region | Statement.Fragment) => sql`
  SELECT r.region_from, jsonb_agg(jsonb_build_object('carrier', c.name, 'speed_tier', c.speed_tier,
    'price', r.price::text, 'estimated_days_min', r.days_min, 'estimated_days_max', r.days_max)) AS rates
  FROM shipping_rates r
  JOIN carriers c ON c.id = r.carrier_id
  WHERE r.region_to = ${destination}
  GROUP BY r.region_from`
