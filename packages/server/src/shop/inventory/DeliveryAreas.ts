import { SqlClient, SqlSchema } from "@effect/sql"
import { type Address, type AddressFault, faultsByState, type GivenAddress } from "@storefront/domain/Address"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Region } from "@storefront/domain/Inventory"
import { Array, Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** The address is outside the delivery areas. */
export class AddressNotDeliverable extends Data.TaggedError("AddressNotDeliverable")<{
  readonly country: string
  /** The shop delivers to other states of the country. */
  readonly isByState: boolean
  /** Codes of countries that the shop delivers to, at most 40. */
  readonly countries: ReadonlyArray<string>
}> {}

/** The address lacks parts that addresses of its country have, or its country. */
export class AddressIncomplete extends Data.TaggedError("AddressIncomplete")<{
  readonly faults: Array.NonEmptyReadonlyArray<AddressFault>
}> {}

/** The parts of an address that determine its region. */
export const Place = Schema.Struct({ country: Schema.String, state: Schema.String })
export type Place = typeof Place.Type

/** Selects the `region` of an address: its state's, else its country's; no row outside the delivery areas. */
export const areaOf = (sql: SqlClient.SqlClient, { country, state }: Place) => sql`
  SELECT region FROM delivery_areas WHERE country = ${country} AND state IN (${state}, '')
  ORDER BY state DESC LIMIT 1`

/** Countries that the shop delivers to, at most 40, and how it delivers to an address. */
const Served = Schema.Struct({
  /** Null outside the delivery areas. */
  region: Schema.NullOr(Region),
  countries: Schema.Array(Schema.String),
  /** The shop delivers to states of the country, and not to all of it. */
  isByState: Schema.Boolean
})

/** The regions that the shop delivers to. */
export class DeliveryAreas extends Context.Tag("@storefront/server/shop/inventory/DeliveryAreas")<
  DeliveryAreas,
  {
    /** Finds the region of an address; none outside the delivery areas. Also usable inside a transaction. */
    readonly regionOf: (address: Place) => Effect.Effect<Option.Option<Region>, DatabaseUnavailable>
    /**
     * Completes an address, anywhere: the country is the only one that the shop delivers to if none was given. Fails
     * unless the address has the parts that its country needs. No statement if it has them all.
     */
    readonly complete: (address: GivenAddress) => Effect.Effect<Address, AddressIncomplete | DatabaseUnavailable>
    /** Finds the region of an address. One statement. */
    readonly requireRegion: (address: Place) => Effect.Effect<Region, AddressNotDeliverable | DatabaseUnavailable>
    /** Tells why an address is outside the delivery areas. */
    readonly refusal: (address: Place) => Effect.Effect<AddressNotDeliverable, DatabaseUnavailable>
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
      const selectServed = SqlSchema.single({
        Request: Place,
        Result: Served,
        execute: ({ country, state }) => sql`
          SELECT (${areaOf(sql, { country, state })}) AS region,
            ARRAY(SELECT DISTINCT country FROM delivery_areas ORDER BY country LIMIT 40) AS countries,
            EXISTS (SELECT FROM delivery_areas WHERE country = ${country})
              AND NOT EXISTS (SELECT FROM delivery_areas WHERE country = ${country} AND state = '') AS "isByState"`
      })
      const served = (place: Place) => orUnavailable(selectServed(place))

      const onlyCountry = Effect.gen(function* () {
        const { countries } = yield* served({ country: "", state: "" })
        const [only, ...others] = countries
        const message = only === undefined ? "must be given" : `must be given, one of ${countries.join(", ")}`
        return yield* only !== undefined && others.length === 0
          ? Effect.succeed(only)
          : new AddressIncomplete({ faults: [{ field: "country", message }] })
      })

      return {
        regionOf: Effect.fn("DeliveryAreas.regionOf")((address) =>
          orUnavailable(select(address).pipe(Effect.map(Option.map(({ region }) => region))))
        ),
        complete: Effect.fn("DeliveryAreas.complete")(function* (given) {
          const address = { ...given, country: given.country ?? (yield* onlyCountry) }
          const faults = faultsByState(address)
          return Array.isNonEmptyReadonlyArray(faults) && (yield* served(address)).isByState
            ? yield* new AddressIncomplete({ faults })
            : address
        }),
        requireRegion: Effect.fn("DeliveryAreas.requireRegion")(function* (address) {
          const { region, ...found } = yield* served(address)
          return region ?? (yield* new AddressNotDeliverable({ country: address.country, ...found }))
        }),
        refusal: Effect.fn("DeliveryAreas.refusal")(function* (address) {
          const { countries, isByState } = yield* served(address)
          return new AddressNotDeliverable({ country: address.country, countries, isByState })
        })
      }
    })
  )
}
