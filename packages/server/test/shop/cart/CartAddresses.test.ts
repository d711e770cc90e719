import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type GivenAddress } from "@storefront/domain/Address"
import { type User } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import { CartAddresses } from "../../../src/shop/cart/CartAddresses.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import { DeliveryAreas } from "../../../src/shop/inventory/DeliveryAreas.ts"
import { OrderModification } from "../../../src/shop/orders/OrderModification.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import { fillCart, market, newcomer, newProduct, portland } from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const berlin = { street: "Hauptstraße 5", city: "Berlin", state: "", zip: "10115" }
const hongKong = { street: "4 Queen's Road", city: "Hong Kong", state: "Hong Kong Island", zip: "", country: "HK" }

/** Germany is delivered to as a whole from the east, but Bavaria from a region of its own. */
const germany = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO regions (name) VALUES ('alps')`
    yield* sql`INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
      SELECT id, 'east', 'alps', 3, 1, 2 FROM carriers WHERE speed_tier = 'standard'`
    yield* sql`INSERT INTO delivery_areas (country, state, region) VALUES ('DE', '', 'east'), ('DE', 'BY', 'alps')`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(CartServices.layer, OrderModification.layer).pipe(
    Layer.provideMerge(DeliveryAreas.layer),
    Layer.provideMerge(Layer.provideMerge(germany, market)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`addresses on ${engine.name}`, (it) => {
    const ship = (owner: User, address: GivenAddress, more: object = {}) =>
      Effect.flatMap(CartAddresses, ({ ship }) => ship(owner.id, { name: "Anna Vogt", phone: null, address, ...more }))

    it.effect("have any state and postal code in a country delivered to as a whole, whose own states come first", () =>
      Effect.gen(function* () {
        const { regionOf } = yield* DeliveryAreas
        const buyer = yield* newcomer
        for (const [state, zip, region] of [
          ["", "", "east"],
          ["Nordrhein-Westfalen", "?", "east"],
          ["BE", "10115", "east"],
          ["BY", "80331", "alps"]
        ] as const) {
          const to = { ...berlin, state, zip, country: "DE" }
          const { result } = yield* ship(buyer, to)
          assert.deepStrictEqual<unknown>([result.region, result.shipping_address], [region, to])
          assert.strictEqual<unknown>(
            (yield* regionOf(to)).pipe((found) => found._tag),
            "Some"
          )
        }
      })
    )

    it.effect("keep their rules in a country that is delivered to by state, also where the bill goes", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const { bill } = yield* CartAddresses
        const wrong = { ...portland, state: "Oregon", zip: "9" }
        const faults = [
          { field: "state", message: "must be a state of 2 or 3 letters, for example OR" },
          {
            field: "zip",
            message: "must be a postal code of 3 to 12 letters, digits, spaces and dashes, for example 97201"
          }
        ]
        for (const refused of [yield* Effect.flip(ship(buyer, wrong)), yield* Effect.flip(bill(buyer.id, wrong))]) {
          assert.deepInclude<unknown>(refused, { _tag: "AddressIncomplete", faults })
        }
        const abroad = yield* bill(buyer.id, hongKong)
        assert.deepStrictEqual<unknown>(abroad.result.billing_address, hongKong)
      })
    )

    it.effect("outside the delivery areas are refused with what is delivered to", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        for (const [address, isByState] of [
          [{ ...portland, state: "CA" }, true],
          [hongKong, false]
        ] as const) {
          assert.deepInclude<unknown>(yield* Effect.flip(ship(buyer, address)), {
            _tag: "AddressNotDeliverable",
            country: address.country,
            isByState,
            countries: ["DE", "US"]
          })
        }
      })
    )

    it.effect("and the phone of the cart become the order's, which can be sent elsewhere in the country", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 9 })
        const order = Effect.gen(function* () {
          yield* fillCart(buyer, [[shelf, 1]], { shipTo: null })
          const { act } = yield* Checkout
          const { order_id } = yield* actNow(act, buyer, { speed: "standard", note: null })
          return order_id
        })
        const stored = (id: string) =>
          sql`SELECT delivery_region, phone, shipping_address, billing_address FROM orders WHERE id = ${id}`
        const home = { ...berlin, country: "DE" }
        yield* ship(buyer, home, { phone: "+49 30 1234567" })
        const first = yield* order
        const atHome = {
          delivery_region: "east",
          phone: "+49 30 1234567",
          shipping_address: home,
          billing_address: home
        }
        assert.deepStrictEqual(yield* stored(first), [atHome])
        const munich = { street: "Am Markt 1", city: "München", state: "BY", zip: "80331", country: "DE" }
        yield* ship(buyer, munich, { phone: "555 0111", isForThisOrder: true })
        assert.deepStrictEqual(yield* stored(yield* order), [
          { ...atHome, delivery_region: "alps", phone: "555 0111", shipping_address: munich }
        ])
        const { act } = yield* OrderModification
        yield* actNow(act, buyer, { orderId: first, address: { ...munich, state: "Bayern", zip: "" } })
        const moved = { ...munich, state: "Bayern", zip: "" }
        assert.deepStrictEqual(yield* stored(first), [{ ...atHome, shipping_address: moved }])
      })
    )

    it.effect("without a country are in the only one that is delivered to; of several it must be given", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const refused = (fault: string) =>
          Effect.map(Effect.flip(ship(buyer, berlin)), (error) =>
            assert.deepInclude<unknown>(error, {
              _tag: "AddressIncomplete",
              faults: [{ field: "country", message: fault }]
            })
          )
        yield* refused("must be given, one of DE, US")
        yield* sql`DELETE FROM delivery_areas WHERE country <> 'DE'`
        const { result } = yield* ship(buyer, berlin)
        assert.deepStrictEqual<unknown>(
          [result.region, result.shipping_address],
          ["east", { ...berlin, country: "DE" }]
        )
        yield* sql`DELETE FROM delivery_areas`
        yield* refused("must be given")
      })
    )
  })
}
