import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type Currency } from "@storefront/domain/Currency"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { CouponCode } from "@storefront/domain/Pricing"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { PlacedOrder } from "@storefront/domain/tools/CartTools"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { DateTime, Effect, Layer, Schema } from "effect"
import { CartAddresses } from "../../../src/shop/cart/CartAddresses.ts"
import { CartCoupons } from "../../../src/shop/cart/CartCoupons.ts"
import { CartLines } from "../../../src/shop/cart/CartLines.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import * as CouponWriting from "../../../src/shop/import/writing/CouponWriting.ts"
import * as CustomerWriting from "../../../src/shop/import/writing/CustomerWriting.ts"
import * as DeliveryWriting from "../../../src/shop/import/writing/DeliveryWriting.ts"
import * as TierWriting from "../../../src/shop/import/writing/TierWriting.ts"
import * as WarehouseWriting from "../../../src/shop/import/writing/WarehouseWriting.ts"
import { type Writing } from "../../../src/shop/import/writing/Writing.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import { assertInvariants } from "../../../src/testing/OrderFixtures.ts"
import { importProducts, importText } from "./support/Importing.ts"

const currency: Currency = { code: "EUR", decimals: 2 }

/** Imports a file in euros, of which every line is taken, and returns the rows written. */
const imported = Effect.fnUntraced(function* <A, E>(
  make: Effect.Effect<Writing<A>, E, SqlClient.SqlClient>,
  lines: ReadonlyArray<string>
) {
  const { refusals, written } = yield* importText(yield* make, lines.join("\n"), {}, {}, { currency })
  assert.deepStrictEqual(refusals, [])
  return written
})

for (const engine of TestDatabase.engines) {
  const EurosLayer = Layer.scopedDiscard(settleScoped({ currency, language: "de-DE" }))

  layer(Layer.provideMerge(CartServices.layer, Layer.merge(engine.layer, EurosLayer)), { excludeTestServices: true })(
    `a shop that was imported, on ${engine.name}`,
    (it) => {
      it.effect("takes orders of its customers in its own currency, and counts the uses of its coupons", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* imported(WarehouseWriting.make, ["name,location,region", "Hafen,Hamburg,north"])
          yield* imported(DeliveryWriting.make, [
            "record,country,region,name,speed_tier,base_rate,carrier,region_from,region_to,price,days_min,days_max",
            "rate,,,,,,Post,north,south,5.90 EUR,2,4",
            "carrier,,,Post,standard,5.90 EUR,,,,,,",
            "area,DE,south,,,,,,,,,"
          ])
          yield* imported(TierWriting.make, ["name,discount_pct", "bronze,5", "silver,10"])
          yield* imported(CustomerWriting.make, ["email,name", "anna@example.com,Anna Berg"])
          const goods = yield* importProducts(
            ["external_id,name,price,category,quantity", "lamp,Desk Lamp,40.00 EUR,Lights,3"],
            {},
            {},
            { currency }
          )
          assert.deepStrictEqual(goods.refusals, [])
          const coupon = ["code,discount_type,discount_value,usage_limit", "ZEHN,fixed,10 EUR,5"]
          const counted = yield* DateTime.now
          assert.strictEqual(yield* imported(CouponWriting.make(counted), coupon), 1)
          yield* assertInvariants

          const [person] = yield* Effect.flatMap(
            sql`SELECT id, email, name, role FROM users`,
            Schema.decodeUnknown(
              Schema.Array(
                Schema.Struct({ id: UserId, email: Email, name: Schema.String, role: Schema.Literal("customer") })
              )
            )
          )
          const anna = new User(person!)
          const address = { street: "Hauptstraße 5", city: "München", state: "", zip: "80331" }
          yield* (yield* CartLines).add(anna.id, { product_name: "Desk Lamp" }, 2)
          yield* (yield* CartAddresses).ship(anna.id, { name: "Anna Berg", phone: null, address })
          yield* (yield* CartCoupons).apply(anna, CouponCode.make("ZEHN"))
          const { act } = yield* Checkout
          const order = Schema.encodeSync(PlacedOrder)(yield* actNow(act, anna, { speed: "standard", note: null }))
          assert.deepInclude(order, {
            subtotal: 80,
            loyalty_discount: 3.5,
            total: 66.5,
            amount_charged: 72.4,
            loyalty_tier: "bronze"
          })
          assert.deepInclude(order.shipping, { carrier: "Post", cost: 5.9, free_shipping: false })
          yield* assertInvariants

          const limit = sql`SELECT usage_limit, times_used FROM coupons`.values
          assert.strictEqual(yield* imported(CouponWriting.make(counted), coupon), 0)
          assert.deepStrictEqual(yield* limit, [[5, 1]])
          assert.strictEqual(yield* imported(CouponWriting.make(yield* DateTime.now), coupon), 1)
          assert.deepStrictEqual(yield* limit, [[6, 1]])
          const spent = ["code,discount_type,discount_value,usage_limit", "ZEHN,fixed,10 EUR,0"]
          assert.strictEqual(yield* imported(CouponWriting.make(counted), spent), 1)
          assert.deepStrictEqual(yield* limit, [[1, 1]])
          yield* assertInvariants

          const used = yield* DateTime.now
          yield* sql`UPDATE coupon_redemptions SET released_at = clock_timestamp() + interval '1 second'`
          yield* sql`UPDATE coupons SET times_used = 0`
          assert.strictEqual(yield* imported(CouponWriting.make(used), coupon), 1)
          assert.deepStrictEqual(yield* limit, [[6, 0]])
        })
      )
    }
  )
}
