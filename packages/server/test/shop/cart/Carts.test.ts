import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { CouponCode } from "@storefront/domain/Pricing"
import {
  BillingAddressChange,
  CartPricing,
  CouponOnCart,
  ShippingAddressChange
} from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Effect, Layer, Schema } from "effect"
import { EffectKey } from "../../../src/platform/effects/EffectKey.ts"
import { CartAddresses } from "../../../src/shop/cart/CartAddresses.ts"
import { CartContents } from "../../../src/shop/cart/CartContents.ts"
import { CartCoupons } from "../../../src/shop/cart/CartCoupons.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { CartLines } from "../../../src/shop/cart/CartLines.ts"
import { Carts } from "../../../src/shop/cart/Carts.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import { preview } from "../../../src/testing/ActNow.ts"
import { fillCart, discontinued, market, newcomer, newProduct, portland } from "../../../src/testing/SmallMarket.ts"
import { address, lamp, orderId, placeOrder, shoes } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const code = (text: string) => CouponCode.make(text)

const encodePricing = Schema.encodeSync(CartPricing)
const encodeApplied = Schema.encodeSync(CouponOnCart)
const encodeBilling = Schema.encodeSync(BillingAddressChange)
const encodeContents = Schema.encodeSync(CartContents)

const priceOf = (buyer: User) =>
  Effect.flatMap(Carts, (carts) =>
    Effect.map(carts.find(buyer), ({ priced }) => {
      const { coupon, discount, subtotal, total } = encodePricing(pricingFields(priced))
      return { subtotal, discount, total, coupon: coupon && [coupon.code, coupon.discount, coupon.reason] }
    })
  )

const stored = (buyer: User) =>
  Effect.flatMap(Carts, (carts) => Effect.map(carts.find(buyer), ({ contents }) => encodeContents(contents!)))

for (const engine of TestDatabase.engines) {
  const TestLayer = CartServices.layer.pipe(Layer.provideMerge(market), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`a cart on ${engine.name}`, (it) => {
    it.effect("is nothing, and costs nothing, before anything was written to it", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const { contents } = yield* (yield* Carts).find(buyer)
        assert.isNull(contents)
        assert.deepStrictEqual(yield* priceOf(buyer), { subtotal: 0, discount: 0, total: 0, coupon: null })
      })
    )

    it.effect("shows its lines as they were put in, and the price of this moment", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 3, west: 4 })
        yield* fillCart(buyer, [
          [shoes, 1],
          [shelf, 2]
        ])
        const { lines, ...cart } = yield* stored(buyer)
        assert.deepInclude(cart, {
          coupon_code: null,
          recipient_name: buyer.name,
          shipping_address: address,
          billing_address: address,
          billing_same_as_shipping: true
        })
        assert.deepStrictEqual(
          lines.map(({ available_quantity, name, price, quantity }) => [name, price, quantity, available_quantity]),
          [
            [shoes.name, "50", 1, 20],
            [shelf.name, "50", 2, 7]
          ]
        )
        assert.deepInclude(yield* priceOf(buyer), { subtotal: 150, total: 150 })
        yield* sql`UPDATE products SET price = 19.99 WHERE id = ${shelf.id}`
        assert.deepInclude(yield* priceOf(buyer), { subtotal: 89.98, total: 89.98 })
      })
    )

    it.effect("keeps what is not sold any more, for nothing", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        yield* fillCart(buyer, [
          [discontinued, 3],
          [lamp, 1]
        ])
        assert.deepStrictEqual(
          (yield* stored(buyer)).lines.map(({ purchasable }) => purchasable),
          [false, true]
        )
        assert.deepInclude(yield* priceOf(buyer), { subtotal: 50, total: 50 })
      })
    )

    it.effect("keeps a coupon that gives nothing any more, and says why", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[lamp, 2]], { coupon: "HOME5" })
        assert.deepStrictEqual((yield* priceOf(buyer)).coupon, ["HOME5", 5, null])
        yield* sql`UPDATE cart_items SET quantity = 1 FROM carts c WHERE c.id = cart_id AND c.user_id = ${buyer.id}`
        assert.deepStrictEqual(yield* priceOf(buyer), {
          subtotal: 50,
          discount: 0,
          total: 50,
          coupon: ["HOME5", 0, "min_spend"]
        })
      })
    )

    it.effect("takes a coupon that is valid for it, in place of another, without using it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const coupons = yield* CartCoupons
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[lamp, 2]])
        yield* coupons.apply(buyer, code("TEN"))
        const { replayed, result } = yield* coupons.apply(buyer, code("HOME5"))
        assert.isFalse(replayed)
        assert.deepInclude(encodeApplied(result), {
          coupon_code: "HOME5",
          description: "5 off Home",
          subtotal: 100,
          discount: 5,
          total: 95
        })
        assert.deepStrictEqual((yield* priceOf(buyer)).coupon, ["HOME5", 5, null])
        assert.deepStrictEqual(yield* sql`SELECT times_used FROM coupons WHERE code = 'HOME5'`, [{ times_used: 0 }])
        const removed = yield* coupons.remove(buyer)
        assert.deepInclude(encodePricing(removed.result), { coupon: null, total: 100 })
        assert.strictEqual(encodePricing((yield* coupons.remove(buyer)).result).total, 100)
        assert.strictEqual((yield* priceOf(buyer)).coupon, null)
      })
    )

    it.effect("keeps its coupon when another one is refused", () =>
      Effect.gen(function* () {
        const coupons = yield* CartCoupons
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[shoes, 1]], { coupon: "TEN" })
        const reasons = yield* Effect.forEach(["NOBODY", "OVER", "BOBS", "HOME5"], (text) =>
          Effect.map(Effect.flip(coupons.apply(buyer, code(text))), (error) =>
            error._tag === "CouponRefused" ? error.reason : error._tag
          )
        )
        assert.deepStrictEqual(reasons, ["unknown", "expired", "unknown", "category"])
        assert.deepStrictEqual((yield* priceOf(buyer)).coupon, ["TEN", 5, null])
      })
    )

    it.effect("takes no coupon, and makes no cart, as long as there is nothing in it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const coupons = yield* CartCoupons
        const buyer = yield* newcomer
        const refused = yield* Effect.flip(coupons.apply(buyer, code("TEN")))
        assert.deepInclude(refused, { _tag: "CouponRefused", reason: "empty_cart" })
        assert.strictEqual((yield* coupons.remove(buyer)).result.total, 0)
        assert.lengthOf(yield* sql`SELECT FROM carts WHERE user_id = ${buyer.id}`, 0)
        yield* fillCart(buyer, [[discontinued, 1]])
        assert.deepInclude(yield* Effect.flip(coupons.apply(buyer, code("TEN"))), { reason: "empty_cart" })
      })
    )

    it.effect("goes to the address that is set, and so does the bill until it gets its own", () =>
      Effect.gen(function* () {
        const addresses = yield* CartAddresses
        const buyer = yield* newcomer
        const ship = (to: typeof address) =>
          addresses.ship(buyer.id, { name: "Ada Byron", phone: "555 0100", address: to })
        const first = yield* ship(address)
        assert.deepStrictEqual(Schema.encodeSync(ShippingAddressChange)(first.result), {
          shipping_address: address,
          recipient_name: "Ada Byron",
          region: "east",
          billing_same_as_shipping: true
        })
        assert.deepInclude(yield* stored(buyer), {
          recipient_name: "Ada Byron",
          shipping_address: address,
          billing_address: address
        })
        assert.strictEqual((yield* ship(portland)).result.region, "west")
        assert.deepInclude(yield* stored(buyer), { shipping_address: portland, billing_address: portland })

        const paris = { street: "1 rue de Rivoli", city: "Paris", state: "IDF", zip: "75001", country: "FR" }
        const billed = yield* addresses.bill(buyer.id, paris)
        assert.deepStrictEqual(encodeBilling(billed.result), {
          billing_address: paris,
          billing_same_as_shipping: false
        })
        yield* ship(address)
        assert.deepInclude(yield* stored(buyer), {
          shipping_address: address,
          billing_address: paris,
          billing_same_as_shipping: false
        })

        const same = yield* addresses.billToShipping(buyer.id)
        assert.deepStrictEqual(encodeBilling(same.result), { billing_address: address, billing_same_as_shipping: true })
        yield* ship(portland)
        assert.deepInclude(yield* stored(buyer), { billing_address: portland, billing_same_as_shipping: true })
      })
    )

    it.effect("takes an address for one order beside its own, which does not move the bill", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const addresses = yield* CartAddresses
        const buyer = yield* newcomer
        const gift = { name: "Bob", phone: null, address: portland, isForThisOrder: true }
        const delivery = Effect.map((yield* Carts).quote(buyer), (quote) => quote.delivery)
        // There is no address yet that the bill could go to.
        const alone = yield* addresses.ship(buyer.id, gift)
        assert.deepInclude(alone.result, { for_this_order: true, billing_same_as_shipping: true })
        assert.deepInclude<unknown>(yield* delivery, { address: portland, billing: portland, isForThisOrder: true })
        yield* addresses.ship(buyer.id, { name: "Ada", phone: "555 0100", address })
        assert.deepInclude<unknown>(yield* delivery, {
          recipient: "Ada",
          address,
          billing: address,
          isForThisOrder: false
        })
        const given = yield* addresses.ship(buyer.id, { ...gift, phone: "555 0111" })
        assert.deepStrictEqual<unknown>(Schema.encodeSync(ShippingAddressChange)(given.result), {
          shipping_address: portland,
          recipient_name: "Bob",
          region: "west",
          for_this_order: true,
          billing_same_as_shipping: false,
          billing_address: address
        })
        assert.deepInclude<unknown>(yield* stored(buyer), {
          shipping_address: address,
          order_shipping_address: portland
        })
        assert.deepStrictEqual<unknown>(yield* delivery, {
          recipient: "Bob",
          address: portland,
          billing: address,
          isBilledToShipping: false,
          isForThisOrder: true,
          own: { recipient: "Ada", address }
        })
        assert.deepStrictEqual(encodeBilling((yield* addresses.billToShipping(buyer.id)).result), {
          billing_address: address,
          billing_same_as_shipping: false
        })
        yield* addresses.ship(buyer.id, { name: "Ada", phone: null, address })
        const [row] = yield* sql`SELECT order_recipient_name, order_phone, order_shipping_address, billing_address
          FROM carts WHERE user_id = ${buyer.id}`
        assert.deepStrictEqual(row, {
          order_recipient_name: null,
          order_phone: null,
          order_shipping_address: null,
          billing_address: address
        })
      })
    )

    it.effect("goes where the last order went when it is new, and its bill too", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lines = yield* CartLines
        const addresses = yield* CartAddresses
        const shelf = yield* newProduct()
        const paris = { street: "1 rue de Rivoli", city: "Paris", state: "IDF", zip: "75001", country: "FR" }
        let orders = 500
        const ordered = Effect.fnUntraced(function* (billing = address) {
          const buyer = yield* newcomer
          for (const [day, place] of [
            ["01", portland],
            ["02", address]
          ] as const) {
            const id = orderId(++orders)
            const createdAt = `2026-02-${day}T10:00:00Z`
            yield* placeOrder({
              id,
              owner: buyer,
              status: "delivered",
              createdAt,
              lines: [{ product: shelf, east: 1 }],
              history: [["placed", ""]]
            })
            yield* sql`UPDATE orders SET recipient_name = 'Ada B.', shipping_address = ${JSON.stringify(place)}::jsonb,
              billing_address = ${JSON.stringify(billing)}::jsonb WHERE id = ${id}`
          }
          return buyer
        })
        const same = yield* ordered()
        const added = yield* lines.add(same.id, { product_id: shelf.id }, 1)
        const delivery = { recipient_name: "Ada B.", shipping_address: address }
        assert.deepInclude<unknown>(added.result, { delivery })
        assert.deepInclude(yield* stored(same), {
          ...delivery,
          billing_address: address,
          billing_same_as_shipping: true
        })
        assert.notProperty((yield* lines.add(same.id, { product_id: shelf.id }, 1)).result, "delivery")
        assert.notProperty((yield* lines.add((yield* newcomer).id, { product_id: shelf.id }, 1)).result, "delivery")

        const apart = { billing_address: paris, billing_same_as_shipping: false }
        const other = yield* ordered(paris)
        yield* lines.add(other.id, { product_id: shelf.id }, 1)
        assert.deepInclude(yield* stored(other), { ...delivery, ...apart })
        const moved = yield* ordered(paris)
        const set = yield* addresses.ship(moved.id, { name: "Ada", phone: null, address: portland })
        assert.deepInclude<unknown>(set.result, apart)
        assert.deepInclude(yield* stored(moved), { shipping_address: portland, ...apart })
        const gift = yield* ordered()
        yield* addresses.ship(gift.id, { name: "Bob", phone: null, address: portland, isForThisOrder: true })
        assert.deepInclude(yield* stored(gift), { ...delivery, order_shipping_address: portland })
        const billed = yield* ordered()
        yield* addresses.bill(billed.id, paris)
        assert.deepInclude(yield* stored(billed), { ...delivery, ...apart })
      })
    )

    it.effect("tells what each speed would cost, as checkout does, and the coupon that saves most", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const carts = yield* Carts
        const { act } = yield* Checkout
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 3, west: 3 }, { price: "30.00" })
        assert.deepInclude(yield* carts.quote(buyer), { shipping: [], obstacle: "empty_cart", bestCoupon: null })
        yield* fillCart(buyer, [[shelf, 3]], { shipTo: null })
        assert.deepInclude(yield* carts.quote(buyer), { shipping: [], obstacle: "no_address" })
        const move = (to: typeof address) => sql`UPDATE carts SET recipient_name = 'Ada',
          shipping_address = ${JSON.stringify(to)}::jsonb WHERE user_id = ${buyer.id}`
        yield* move({ ...address, state: "TX" })
        assert.deepInclude(yield* carts.quote(buyer), { shipping: [], obstacle: "not_deliverable" })
        yield* move(address)
        const check = Effect.gen(function* () {
          const { shipping } = yield* carts.quote(buyer)
          assert.deepStrictEqual(
            shipping.map(({ speed_tier }) => speed_tier),
            ["standard", "express"]
          )
          for (const option of shipping) {
            const terms = yield* preview(act, buyer, { speed: option.speed_tier, note: null })
            assert.deepStrictEqual(terms.shipping, {
              carrier: option.carrier,
              speedTier: option.speed_tier,
              cost: option.cost,
              estimatedDaysMin: option.estimated_days_min,
              estimatedDaysMax: option.estimated_days_max
            })
          }
          return shipping.map(({ cost }) => cost)
        })
        assert.deepStrictEqual(yield* check, [595, 1495])
        yield* sql`UPDATE cart_items SET quantity = 5 FROM carts c WHERE c.id = cart_id AND c.user_id = ${buyer.id}`
        assert.deepStrictEqual(yield* check, [0, 3590])
        const best = Effect.map(
          carts.quote(buyer),
          ({ bestCoupon, obstacle }): unknown =>
            obstacle ?? (bestCoupon && [bestCoupon.coupon?.code ?? null, bestCoupon.amount, bestCoupon.saving])
        )
        assert.deepStrictEqual(yield* best, ["ONCE", 13_000, 2_000])
        yield* sql`UPDATE carts SET coupon_code = 'TEN' WHERE user_id = ${buyer.id}`
        assert.deepStrictEqual(yield* best, ["ONCE", 13_000, 500])
        yield* sql`UPDATE carts SET coupon_code = 'ONCE' WHERE user_id = ${buyer.id}`
        assert.isNull(yield* best)
        // Of 110.00 this coupon takes 11.00, and two parcels are no longer free.
        yield* sql`UPDATE products SET price = 22 WHERE id = ${shelf.id}`
        yield* sql`UPDATE coupons SET discount_value = 11 WHERE code = 'ONCE'`
        yield* sql`UPDATE coupons SET is_active = false WHERE code = 'HOME5'`
        assert.deepStrictEqual(yield* best, [null, 11_000, 490])
        yield* sql`UPDATE coupons SET discount_value = 20 WHERE code = 'ONCE'`
        yield* sql`UPDATE coupons SET is_active = true WHERE code = 'HOME5'`
        yield* sql`UPDATE cart_items SET quantity = 9 FROM carts c WHERE c.id = cart_id AND c.user_id = ${buyer.id}`
        assert.deepInclude(yield* carts.quote(buyer), { shipping: [], obstacle: "out_of_stock" })
      })
    )

    it.effect("refuses addresses that cannot be delivered to, and a bill to a shipping address that is not there", () =>
      Effect.gen(function* () {
        const addresses = yield* CartAddresses
        const buyer = yield* newcomer
        const abroad = { ...address, country: "FR" }
        const recipient = { name: "Ada Byron", phone: null, address: abroad }
        assert.strictEqual((yield* Effect.flip(addresses.ship(buyer.id, recipient)))._tag, "AddressNotDeliverable")
        assert.strictEqual((yield* Effect.flip(addresses.billToShipping(buyer.id)))._tag, "NoShippingAddress")
        const { contents } = yield* (yield* Carts).find(buyer)
        assert.isNull(contents)
        yield* addresses.bill(buyer.id, abroad)
        assert.strictEqual((yield* Effect.flip(addresses.billToShipping(buyer.id)))._tag, "NoShippingAddress")
      })
    )

    it.effect("answers a repeated write with its first result", () =>
      Effect.gen(function* () {
        const addresses = yield* CartAddresses
        const coupons = yield* CartCoupons
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[lamp, 2]])
        const writes = [
          addresses.ship(buyer.id, { name: "Ada Byron", phone: null, address }),
          addresses.bill(buyer.id, portland),
          addresses.billToShipping(buyer.id),
          coupons.apply(buyer, code("TEN")),
          coupons.remove(buyer)
        ].map((write, index) =>
          Effect.provideService(write as Effect.Effect<object, object>, EffectKey, `trace-cart:${index}`)
        )
        const first = yield* Effect.all(writes)
        const again = yield* Effect.all(writes)
        assert.deepStrictEqual(
          again,
          first.map((written) => ({ ...written, replayed: true }))
        )
      })
    )
  })
}
