import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderStatus } from "@storefront/domain/Orders"
import { undelivered } from "@storefront/domain/rules/OrderLifecycle"
import { User, UserId } from "@storefront/domain/Identity"
import { DateTime, Effect, Layer } from "effect"
import { SellerSales } from "../../../src/shop/orders/SellerSales.ts"
import { ada, address, atlas, lamp, orderId, seller, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { orderIn } from "../../../src/testing/OrderFixtures.ts"

const other = new User({ ...seller, id: UserId.make("55555555-0000-4000-8000-000000000000"), name: "Juniper & Rook" })

/** The shoes are another seller's. */
const marketplace = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert({ id: other.id, email: "rook@example.com", name: other.name, role: "seller", password_hash: "-" })}`
    yield* sql`UPDATE products SET seller_id = ${other.id} WHERE id = ${shoes.id}`
    for (const [index, status] of OrderStatus.literals.entries()) {
      yield* orderIn(1 + index, status, {
        lines: [
          { product: lamp, east: 2 },
          { product: shoes, west: 1 }
        ],
        discount: 10.01
      })
    }
    yield* orderIn(20, "placed", { lines: [{ product: shoes, west: 3 }], hoursAgo: 2 })
    yield* orderIn(21, "delivered", { lines: [{ product: atlas, west: 1 }], hoursAgo: 40 * 24 })
  })
)

/** The last days until now. */
const lastDays = (days: number) =>
  Effect.map(DateTime.now, (to) => ({ from: DateTime.subtract(to, { hours: 24 * days }), to }))

/** As it is, without its types. */
const plain = (value: object): Record<string, unknown> => ({ ...value })

const listing = { statuses: null, limit: 20, offset: 0 } as const

for (const engine of TestDatabase.engines) {
  const TestLayer = SellerSales.layer.pipe(
    Layer.provideMerge(Layer.provideMerge(marketplace, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the sales of a seller on ${engine.name}`, (it) => {
    it.effect("count the own lines of orders that were neither cancelled nor returned, net of discounts", () =>
      Effect.gen(function* () {
        const { report } = yield* SellerSales
        const { from, to, ...mine } = yield* report(seller.id, yield* lastDays(30))
        assert.deepStrictEqual(plain(mine), {
          gross_revenue: 50_000,
          discounts: 5_005,
          revenue: 44_995,
          order_count: 5,
          units_sold: 10,
          average_order_value: 8_999,
          by_product: [{ product_id: lamp.id, name: lamp.name, units: 10, revenue: 44_995 }],
          by_category: [{ category: "Home", units: 10, revenue: 44_995 }]
        })
        assert.strictEqual(DateTime.distance(from, to), 30 * 24 * 3_600_000)
        assert.deepInclude(plain(yield* report(other.id, yield* lastDays(30))), {
          gross_revenue: 40_000,
          discounts: 0,
          order_count: 6,
          units_sold: 8,
          average_order_value: 6_667
        })
        const all = yield* report(null, yield* lastDays(60))
        assert.deepInclude(plain(all), { order_count: 7, units_sold: 19 })
        assert.deepStrictEqual(
          all.by_product.map(({ name }) => name),
          [lamp.name, shoes.name, atlas.name]
        )
      })
    )

    it.effect("take orders by the moment they were created", () =>
      Effect.gen(function* () {
        const { report } = yield* SellerSales
        assert.strictEqual((yield* report(seller.id, yield* lastDays(45))).order_count, 6)
        const none = yield* report(UserId.make("66666666-0000-4000-8000-000000000000"), yield* lastDays(365))
        assert.deepInclude(plain(none), {
          revenue: 0,
          order_count: 0,
          average_order_value: null,
          by_product: [],
          by_category: []
        })
      })
    )

    it.effect("list orders with the own lines only, newest first, and nothing about the buyer", () =>
      Effect.gen(function* () {
        const { orders } = yield* SellerSales
        const { orders: mine, total } = yield* orders({ ...listing, seller: seller.id })
        assert.strictEqual(total, 8)
        assert.lengthOf(mine, 8)
        assert.isTrue(mine.every(({ lines }) => lines.every(({ name }) => name !== shoes.name)))
        const times = mine.map(({ created_at }) => DateTime.toEpochMillis(created_at))
        assert.deepStrictEqual(
          times,
          times.toSorted((a, b) => b - a)
        )
        const {
          orders: [theirs]
        } = yield* orders({ ...listing, seller: other.id, statuses: ["placed"], limit: 1 })
        assert.deepInclude(plain(theirs!), {
          order_id: orderId(20),
          status: "placed",
          seller_subtotal: 15_000,
          units: 3
        })
        assert.deepStrictEqual(theirs!.lines.map(plain), [{ name: shoes.name, quantity: 3, subtotal: 15_000 }])
        const told = JSON.stringify(yield* orders({ ...listing, seller: null }))
        for (const secret of [
          ada.id,
          ada.name,
          ada.email,
          address.street,
          address.city,
          "shipping",
          "discount",
          "coupon"
        ]) {
          assert.notInclude(told, secret)
        }
      })
    )

    it.effect("page through orders, in one status or all", () =>
      Effect.gen(function* () {
        const { orders } = yield* SellerSales
        const { orders: all } = yield* orders({ ...listing, seller: null })
        assert.lengthOf(all, 9)
        const pages = yield* Effect.forEach([0, 4, 8, 12], (offset) =>
          orders({ ...listing, seller: null, limit: 4, offset })
        )
        assert.deepStrictEqual(
          pages.flatMap(({ orders }) => orders),
          [...all]
        )
        assert.deepStrictEqual(
          pages.map(({ total }) => total),
          [9, 9, 9, null]
        )
        for (const status of OrderStatus.literals) {
          const { orders: some } = yield* orders({ ...listing, seller: seller.id, statuses: [status] })
          assert.deepStrictEqual(
            some.map((order) => order.status),
            all.filter((order) => order.status === status && order.order_id !== orderId(20)).map(() => status)
          )
        }
        assert.strictEqual((yield* orders({ ...listing, seller: seller.id, statuses: undelivered, limit: 1 })).total, 4)
      })
    )
  })
}
