import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Region } from "@storefront/domain/Inventory"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** The address is outside the delivery areas. */
export class AddressNotDeliverable extends Data.TaggedError("AddressNotDeliverable") {}

/** The parts of an address that determine its region. */
export const Place = Schema.Struct({ country: Schema.String, state: Schema.String })
export type Place = typeof Place.Type

/** Selects the `region` of an address; no row outside the delivery areas. */
export const areaOf = (sql: SqlClient.SqlClient, { country, state }: Place) =>
  sql`SELECT region FROM delivery_areas WHERE country = ${country} AND state = ${state}`

/** The regions that the shop delivers to. */
export class DeliveryAreas extends Context.Tag("@storefront/server/shop/inventory/DeliveryAreas")<
  DeliveryAreas,
  {
    /** Finds the region of an address; none outside the delivery areas. Also usable inside a transaction. */
    readonly regionOf: (address: Place) => Effect.Effect<Option.Option<Region>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Place,
        Result: Schema.Struct({ region: Region }),
        execute: (address) => areaOf(sql, address)
      })
      return {
        regionOf: Effect.fn("DeliveryAreas.regionOf")((address) =>
          orUnavailable(select(address).pipe(Effect.map(Option.map(({ region }) => region))))
        )
      }
    })
  )
}
