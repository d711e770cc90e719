import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { PlacedOrder } from "@storefront/domain/tools/CartTools"
import { Effect, Layer, Schema } from "effect"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Carts } from "../../../src/shop/cart/Carts.ts"
import { DeliveryAreas } from "../../../src/shop/inventory/DeliveryAreas.ts"
import { StockedWarehouses } from "../../../src/shop/inventory/StockedWarehouses.ts"
import { Coupons } from "../../../src/shop/pricing/Coupons.ts"
import { OrderCancellation } from "../../../src/shop/orders/OrderCancellation.ts"
import { OrderLookup } from "../../../src/shop/orders/OrderLookup.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import {
  cartOf,
  fillCart,
  discontinued,
  market,
  newcomer,
  newProduct,
  portland,
  spendOf,
  unitsOf
} from "../../../src/testing/SmallMarket.ts"
import { address, lamp } from "../../../src/testing/SmallShop.ts"
import { black41, group, red42 } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { assertInvariants } from "../../../src/testing/OrderFixtures.ts"

const encode = Schema.encodeSync(PlacedOrder)

interface Wish {
  readonly speed: SpeedTier
  readonly note: string | null
}

const plain: Wish = { speed: "standard", note: null }

const place = (buyer: User, changes: Partial<Wish> = {}) =>
  Effect.flatMap(Checkout, ({ act }) => actNow(act, buyer, { ...plain, ...changes }))

const placed = (buyer: User, changes: Partial<Wish> = {}) => Effect.map(place(buyer, changes), encode)

/** Why a cart is not ordered. */
const obstacle = (buyer: User, changes: Partial<Wish> = {}) =>
  Effect.map(Effect.flip(place(buyer, changes)), ({ problem: obstacle }): unknown => obstacle)

const orderCount = ({ id }: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM orders WHERE user_id = ${id}`,
      ([row]) => row!.n
    )
  )

/** Takes products off sale between the moment a checkout reads the cart and that when it looks for their stock. */
const withdrawing = Layer.effect(
  StockedWarehouses,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stock = yield* StockedWarehouses
    return {
      read: (products, destination) =>
        sql`UPDATE products SET is_active = false WHERE ${sql.in("id", products)}`.pipe(
          Effect.orDie,
          Effect.zipRight(stock.read(products, destination))
        )
    }
  })
).pipe(Layer.provide(StockedWarehouses.layer))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(CartServices.layer, OrderLookup.layer, OrderCancellation.layer).pipe(
    Layer.provide(group),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`checkout on ${engine.name}`, (it) => {
    it.effect("turns the cart into an order, and keeps its addresses", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct()
        const rug = yield* newProduct({ east: 5 }, { name: "Hearthlow Plain Rug", price: "19.99", category: "Sports" })
        yield* fillCart(
          buyer,
          [
            [shelf, 2],
            [rug, 1]
          ],
          { coupon: "HOME5" }
        )
        const note = "Ring\n\u200B twice"
        const { act } = yield* Checkout
        const terms = yield* preview(act, buyer, { ...plain, note })
        assert.deepStrictEqual<unknown>(terms, {
          act: "checkout",
          lines: [
            { productId: shelf.id, name: shelf.name, quantity: 2, unitPrice: 5000, subtotal: 10_000 },
            { productId: rug.id, name: rug.name, quantity: 1, unitPrice: 1999, subtotal: 1999 }
          ],
          subtotal: 11_999,
          discounts: [{ label: terms.discounts[0]?.label, amount: 500, isOfTier: false }],
          couponCode: "HOME5",
          shipping: {
            carrier: "Pigeon Ground",
            speedTier: "standard",
            estimatedDaysMin: 3,
            estimatedDaysMax: 5,
            cost: 0
          },
          amount: 11_499,
          recipient: buyer.name,
          deliveryAddress: address,
          billingAddress: address,
          note: "Ring twice"
        })
        assert.strictEqual(yield* orderCount(buyer), 0)
        const order = yield* placed(buyer, { note })
        const { order_id, savings, ...facts } = order
        assert.deepStrictEqual(facts, {
          status: "placed",
          items: [
            {
              product_id: shelf.id,
              name: shelf.name,
              category: "Home",
              brand: shelf.brand,
              quantity: 2,
              unit_price: 50,
              subtotal: 100
            },
            {
              product_id: rug.id,
              name: rug.name,
              category: "Sports",
              brand: rug.brand,
              quantity: 1,
              unit_price: 19.99,
              subtotal: 19.99
            }
          ],
          subtotal: 119.99,
          promotion_discount: 0,
          coupon: { code: "HOME5", valid: true, discount: 5, reason: null },
          loyalty_discount: 0,
          discount: 5,
          total: 114.99,
          shipping: {
            carrier: "Pigeon Ground",
            speed_tier: "standard",
            cost: 0,
            free_shipping: true,
            shipments: 1,
            estimated_days_min: 3,
            estimated_days_max: 5
          },
          amount_charged: 114.99,
          loyalty_tier: "bronze",
          total_spend: 114.99
        })
        assert.lengthOf(savings, 1)
        const [stored] = yield* sql`
          SELECT status, subtotal, discount_amount, total, shipping_cost, coupon_code, recipient_name, shipping_address,
            billing_address, delivery_region, note FROM orders WHERE id = ${order_id}`
        assert.deepStrictEqual(stored, {
          status: "placed",
          subtotal: "119.99",
          discount_amount: "5.00",
          total: "114.99",
          shipping_cost: "0.00",
          coupon_code: "HOME5",
          recipient_name: buyer.name,
          shipping_address: address,
          billing_address: address,
          delivery_region: "east",
          note: "Ring twice"
        })
        const items = yield* sql`SELECT product_name, quantity, discount_share FROM order_items
          WHERE order_id = ${order_id} ORDER BY line_no`
        assert.deepStrictEqual(items, [
          { product_name: shelf.name, quantity: 2, discount_share: "5.00" },
          { product_name: rug.name, quantity: 1, discount_share: "0.00" }
        ])
        const steps =
          yield* sql`SELECT status, notes, actor_user_id FROM order_status_history WHERE order_id = ${order_id}`
        assert.deepStrictEqual(steps, [{ status: "placed", notes: "Order placed", actor_user_id: buyer.id }])
        assert.strictEqual(yield* unitsOf(shelf), 18)
        assert.strictEqual(yield* unitsOf(rug), 4)
        assert.strictEqual(yield* spendOf(buyer), 114.99)
        assert.deepStrictEqual(yield* cartOf(buyer), [])
        const [cart] =
          yield* sql`SELECT coupon_code, shipping_address, recipient_name FROM carts WHERE user_id = ${buyer.id}`
        assert.deepStrictEqual(cart, { coupon_code: null, shipping_address: address, recipient_name: buyer.name })
        yield* assertInvariants
      })
    )

    it.effect("makes the newest order of the customer, also when the clock was set back since the last one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct()
        yield* fillCart(buyer, [[shelf, 1]])
        const first = yield* placed(buyer)
        yield* sql`UPDATE orders SET created_at = now() + interval '1 hour' WHERE user_id = ${buyer.id}`
        yield* fillCart(buyer, [[shelf, 1]])
        const second = yield* placed(buyer)
        const { list } = yield* OrderLookup
        const { orders } = yield* list(buyer, { status: null, limit: 5, offset: 0 })
        assert.deepStrictEqual(
          orders.map(({ order_id }) => order_id),
          [second.order_id, first.order_id]
        )
      })
    )

    it.effect("bills to the address of the bill", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[yield* newProduct(), 1]])
        yield* sql`UPDATE carts SET billing_address = ${JSON.stringify(portland)}::jsonb, billing_same_as_shipping = false
          WHERE user_id = ${buyer.id}`
        const { order_id } = yield* placed(buyer)
        const [stored] = yield* sql`SELECT shipping_address, billing_address FROM orders WHERE id = ${order_id}`
        assert.deepStrictEqual(stored, { shipping_address: address, billing_address: portland })
      })
    )

    it.effect("charges shipping below the threshold of the tier, and for every faster speed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 50 })
        const shippingOf = Effect.fnUntraced(function* (quantity: number, spend: number, speed: SpeedTier) {
          const buyer = yield* newcomer
          yield* sql`UPDATE users SET total_spend = ${spend} WHERE id = ${buyer.id}`
          yield* fillCart(buyer, [[shelf, quantity]])
          const { amount_charged, shipping, total } = yield* placed(buyer, { speed })
          yield* sql`UPDATE users SET total_spend = total_spend - ${spend} WHERE id = ${buyer.id}`
          assert.strictEqual(Math.round(amount_charged * 100), Math.round((total + shipping.cost) * 100))
          return [total, shipping.cost, shipping.free_shipping, shipping.carrier]
        })
        assert.deepStrictEqual(yield* shippingOf(1, 0, "standard"), [50, 5.95, false, "Pigeon Ground"])
        assert.deepStrictEqual(yield* shippingOf(2, 0, "standard"), [100, 0, true, "Pigeon Ground"])
        assert.deepStrictEqual(yield* shippingOf(2, 0, "express"), [100, 14.95, false, "Swift Courier"])
        // Silver: 5 % off, free from 75.00. Gold: 10 % off, always free.
        assert.deepStrictEqual(yield* shippingOf(1, 1000, "standard"), [47.5, 5.95, false, "Pigeon Ground"])
        assert.deepStrictEqual(yield* shippingOf(2, 1000, "standard"), [95, 0, true, "Pigeon Ground"])
        assert.deepStrictEqual(yield* shippingOf(1, 3000, "standard"), [45, 0, true, "Pigeon Ground"])
        assert.deepStrictEqual(yield* shippingOf(1, 3000, "express"), [45, 14.95, false, "Swift Courier"])
        yield* assertInvariants
      })
    )

    it.effect("sends from as few warehouses as possible, and remembers from which", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 2, west: 3 })
        yield* fillCart(buyer, [[shelf, 4]])
        const { order_id, shipping } = yield* placed(buyer)
        assert.deepInclude(shipping, { shipments: 2, estimated_days_min: 5, estimated_days_max: 7 })
        const taken = yield* sql`SELECT w.name, a.quantity FROM order_item_allocations a
          JOIN warehouses w ON w.id = a.warehouse_id JOIN order_items i ON i.id = a.order_item_id
          WHERE i.order_id = ${order_id} ORDER BY w.name`
        assert.deepStrictEqual(taken, [
          { name: "Eastgate", quantity: 2 },
          { name: "Pacific", quantity: 2 }
        ])
        assert.strictEqual(yield* unitsOf(shelf), 1)
      })
    )

    it.effect("orders as much as a cart can hold, with every discount", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        yield* sql`UPDATE users SET total_spend = 1000 WHERE id = ${buyer.id}`
        const products = yield* Effect.forEach(Array.from({ length: 50 }), (_, index) =>
          newProduct({ east: 60, west: 40 }, { name: `Überfluß № ${index} 🛋️`, price: `${index + 1}.37` })
        )
        yield* fillCart(
          buyer,
          products.map((product) => [product, 99] as const),
          { coupon: "TEN" }
        )
        const order = yield* placed(buyer)
        assert.lengthOf(order.items, 50)
        assert.strictEqual(order.coupon?.discount, 12_805.65)
        assert.deepInclude(order, { subtotal: 128_056.5, loyalty_discount: 5762.54, total: 109_488.31 })
        assert.deepInclude(order.shipping, { shipments: 2, free_shipping: true })
        assert.deepStrictEqual(
          yield* Effect.forEach(products, unitsOf),
          products.map(() => 1)
        )
        yield* sql`UPDATE users SET total_spend = total_spend - 1000 WHERE id = ${buyer.id}`
        yield* assertInvariants
      })
    )

    it.effect("raises the tier, which counts from the next order on", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 50 })
        yield* fillCart(buyer, [[shelf, 20]])
        assert.deepInclude(yield* placed(buyer), { total: 1000, loyalty_discount: 0, loyalty_tier: "silver" })
        yield* fillCart(buyer, [[shelf, 2]])
        assert.deepInclude(yield* placed(buyer), { loyalty_discount: 5, total: 95, total_spend: 1095 })
      })
    )

    it.effect("says what keeps a cart from being ordered, and changes nothing", () =>
      Effect.gen(function* () {
        const shelf = yield* newProduct({ east: 3, west: 1 })
        const fill = Effect.fnUntraced(function* (
          ...args: Parameters<typeof fillCart> extends [User, ...infer Rest] ? Rest : never
        ) {
          const buyer = yield* newcomer
          yield* fillCart(buyer, ...args)
          return buyer
        })
        assert.deepStrictEqual(yield* obstacle(yield* newcomer), { reason: "empty_cart" })
        assert.deepStrictEqual(yield* obstacle(yield* fill([])), { reason: "empty_cart" })
        assert.deepStrictEqual(yield* obstacle(yield* fill([[shelf, 1]], { shipTo: null })), { reason: "no_address" })
        assert.deepStrictEqual(yield* obstacle(yield* fill([[shelf, 1]], { shipTo: { ...address, state: "TX" } })), {
          reason: "no_address"
        })
        assert.deepStrictEqual(
          yield* obstacle(
            yield* fill([
              [shelf, 1],
              [discontinued, 2]
            ])
          ),
          {
            reason: "inactive_product",
            lines: [{ product_id: discontinued.id, name: discontinued.name, requested: 2, available: 0 }]
          }
        )
        assert.deepStrictEqual(
          yield* obstacle(
            yield* fill([
              [shelf, 5],
              [lamp, 1]
            ])
          ),
          { reason: "out_of_stock", lines: [{ product_id: shelf.id, name: shelf.name, requested: 5, available: 4 }] }
        )
        for (const [coupon, problem] of [
          ["OVER", "expired"],
          ["BOBS", "unknown"],
          ["HOME5", "min_spend"]
        ] as const) {
          assert.deepStrictEqual(yield* obstacle(yield* fill([[shelf, 1]], { coupon })), {
            reason: "coupon_invalid",
            problem
          })
        }
        const buyer = yield* fill([[shelf, 5]], { coupon: "TEN" })
        assert.deepInclude(yield* obstacle(buyer), { reason: "out_of_stock" })
        assert.strictEqual(yield* orderCount(buyer), 0)
        assert.deepStrictEqual(yield* cartOf(buyer), [[shelf.id, 5]])
        assert.strictEqual(yield* unitsOf(shelf), 4)
        assert.strictEqual(yield* spendOf(buyer), 0)
        yield* assertInvariants
      })
    )

    it.effect("does not take a product for sold out that is taken off sale in the middle of it", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 3 })
        yield* fillCart(buyer, [[shelf, 2]])
        const why = yield* obstacle(buyer).pipe(
          Effect.provide(Checkout.layer.pipe(Layer.provide([withdrawing, DeliveryAreas.layer, Coupons.layer])))
        )
        assert.deepStrictEqual(why, {
          reason: "inactive_product",
          lines: [{ product_id: shelf.id, name: shelf.name, requested: 2, available: 0 }]
        })
        assert.strictEqual(yield* orderCount(buyer), 0)
      })
    )

    it.effect("orders two variants of a group by their own names", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { act } = yield* Checkout
        const buyer = yield* newcomer
        yield* fillCart(buyer, [
          [black41, 1],
          [red42, 1]
        ])
        const terms = yield* preview(act, buyer, plain)
        assert.deepStrictEqual<unknown>(
          terms.lines.map(({ name }) => name),
          [black41.name, red42.name]
        )
        const { items, order_id } = yield* place(buyer)
        assert.deepStrictEqual<unknown>(
          items.map(({ name }) => name),
          [black41.name, red42.name]
        )
        const stored = yield* sql`SELECT product_id AS id, product_name AS name FROM order_items
          WHERE order_id = ${order_id} ORDER BY line_no`
        assert.deepStrictEqual<unknown>(stored, [
          { id: black41.id, name: black41.name },
          { id: red42.id, name: red42.name }
        ])
        yield* assertInvariants
      })
    )

    it.effect("orders no variant that is no longer sold, and no product that became a group", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct()
        yield* fillCart(buyer, [
          [red42, 1],
          [shelf, 2],
          [lamp, 1]
        ])
        yield* sql`UPDATE products SET is_active = false WHERE id = ${red42.id}`
        yield* sql`UPDATE products SET kind = 'group' WHERE id = ${shelf.id}`
        const cart = yield* Effect.flatMap(Carts, ({ find }) => find(buyer))
        assert.deepStrictEqual(
          cart.contents?.lines.map(({ purchasable }) => purchasable),
          [false, false, true]
        )
        assert.deepStrictEqual(yield* obstacle(buyer), {
          reason: "inactive_product",
          lines: [
            { product_id: red42.id, name: red42.name, requested: 1, available: 0 },
            { product_id: shelf.id, name: shelf.name, requested: 2, available: 0 }
          ]
        })
        yield* sql`UPDATE products SET is_active = true WHERE id = ${red42.id}`
        yield* sql`UPDATE products SET kind = 'single' WHERE id = ${shelf.id}`
      })
    )

    it.effect("says at which speeds a cart can be sent when the wished one is none of them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 2, west: 3 })
        const speedsFor = Effect.fnUntraced(function* (quantity: number, speed: SpeedTier) {
          const buyer = yield* newcomer
          yield* fillCart(buyer, [[shelf, quantity]])
          return yield* obstacle(buyer, { speed })
        })
        const short = (available: number) => ({
          reason: "out_of_stock",
          lines: [{ product_id: shelf.id, name: shelf.name, requested: 6, available }]
        })
        // No carrier flies overnight.
        assert.deepStrictEqual(yield* speedsFor(1, "overnight"), {
          reason: "speed_not_possible",
          possible: ["standard", "express"]
        })
        assert.deepStrictEqual(yield* speedsFor(6, "overnight"), short(5))
        const routes = sql`region_to = 'east' AND carrier_id = (SELECT id FROM carriers WHERE speed_tier = 'express')`
        const closed = yield* sql`DELETE FROM shipping_rates WHERE region_from = 'west' AND ${routes} RETURNING *`
        // Express reaches the two in the east only.
        assert.deepStrictEqual(yield* speedsFor(3, "express"), { reason: "speed_not_possible", possible: ["standard"] })
        assert.deepStrictEqual(yield* speedsFor(6, "express"), short(5))
        yield* sql`INSERT INTO shipping_rates ${sql.insert(closed as ReadonlyArray<Record<string, string>>)}`
        assert.strictEqual(yield* unitsOf(shelf), 5)
      })
    )

    it.effect("is undone by a cancellation to the cent: stock, coupon, spend and tier", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const shelf = yield* newProduct({ east: 7, west: 30 }, { price: "33.37" })
        const rug = yield* newProduct({ east: 9, west: 2 }, { price: "0.99", category: "Sports" })
        yield* sql`INSERT INTO coupons (code, discount_type, discount_value, usage_limit) VALUES ('LAST', 'percentage', 10, 1)`
        const books = Effect.gen(function* () {
          const stock = yield* sql`SELECT product_id, warehouse_id, quantity FROM warehouse_inventory
            WHERE product_id IN (${shelf.id}, ${rug.id}) ORDER BY product_id, warehouse_id`
          const users = yield* sql`SELECT total_spend, loyalty_tier FROM users WHERE id = ${buyer.id}`
          const coupons = yield* sql`SELECT times_used FROM coupons WHERE code = 'LAST'`
          return { stock, users, coupons }
        })
        yield* fillCart(
          buyer,
          [
            [shelf, 31],
            [rug, 10]
          ],
          { coupon: "LAST" }
        )
        const before = yield* books
        const order = yield* place(buyer)
        const during = yield* books
        assert.deepStrictEqual(during.coupons, [{ times_used: 1 }])
        assert.notDeepEqual(during.stock, before.stock)
        assert.deepInclude(encode(order), { subtotal: 1044.37, discount: 104.44, total: 939.93 })

        const cancellation = yield* OrderCancellation
        const wish = { orderId: order.order_id, reason: "Changed my mind" }
        const result = yield* actNow(cancellation.act, buyer, wish)
        assert.strictEqual(result.refund_amount, order.amount_charged)
        assert.isTrue(result.coupon_released)
        assert.deepStrictEqual(yield* books, before)
        yield* assertInvariants
        const { priced } = yield* (yield* Carts).find(buyer)
        assert.strictEqual(priced.total, 0)
      })
    )
  })
}
