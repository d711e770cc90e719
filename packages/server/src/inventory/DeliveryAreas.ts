import { SqlClient, SqlSchema } from "@effect/sql"
import { type Address } from "@storefront/domain/Address"
import { Region } from "@storefront/domain/Inventory"
import { Context, Effect, Layer, Option, Schema } from "effect"

/** Where the shop delivers to. Failures of the database are defects. */
export class DeliveryAreas extends Context.Tag("@storefront/server/inventory/DeliveryAreas")<
  DeliveryAreas,
  {
    /** The region of an address; none when it cannot be delivered to. Also usable inside a transaction. */
    readonly regionOf: (address: Pick<Address, "country" | "state">) => Effect.Effect<Option.Option<Region>>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.Struct({ country: Schema.String, state: Schema.String }),
        Result: Schema.Struct({ region: Region }),
        execute: ({ country, state }) =>
          sql`SELECT region FROM delivery_areas WHERE country = ${country} AND state = ${state}`
      })
      return {
        regionOf: Effect.fn("DeliveryAreas.regionOf")((address) =>
          Effect.orDie(select(address).pipe(Effect.map(Option.map(({ region }) => region))))
        )
      }
    })
  )
}
