import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { PurchaseHistory } from "../../../src/shop/orders/PurchaseHistory.ts"
import { ada, atlas, bob, lamp, orderId, placeOrder, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const placed = [["placed", ""]] as const

const orders = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* placeOrder({
      id: orderId(1),
      owner: ada,
      status: "delivered",
      lines: [
        { product: shoes, east: 2 },
        { product: atlas, west: 1 },
        { product: lamp, east: 1 }
      ],
      discount: 10,
      history: placed,
      createdAt: "2026-01-05T10:00:00Z"
    })
    // Two at the same moment, and one that was cancelled.
    for (const [n, status] of [
      [2, "placed"],
      [3, "cancelled"]
    ] as const) {
      yield* placeOrder({
        id: orderId(n),
        owner: ada,
        status,
        lines: [{ product: lamp, east: 1 }],
        history: placed,
        createdAt: "2026-01-09T10:00:00Z"
      })
    }
    yield* placeOrder({
      id: orderId(4),
      owner: bob,
      status: "placed",
      lines: [{ product: lamp, east: 1 }],
      history: []
    })
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = PurchaseHistory.layer.pipe(
    Layer.provide(orders),
    Layer.provide(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`what was bought before, on ${engine.name}`, (it) => {
    it.effect("is listed newest first, then by id, cancelled orders with their status, and nobody else's", () =>
      Effect.gen(function* () {
        const { list } = yield* PurchaseHistory
        const bought = yield* list(ada.id, 10)
        assert.deepStrictEqual(
          bought.map(({ order_id, status }) => [order_id, status]),
          [
            [orderId(3), "cancelled"],
            [orderId(2), "placed"],
            [orderId(1), "delivered"]
          ]
        )
        const newest = yield* list(ada.id, 1)
        assert.deepStrictEqual(
          newest.map(({ order_id }) => order_id),
          [orderId(3)]
        )
      })
    )

    it.effect("has the products by line as they were sold, those no longer sold too, and each category once", () =>
      Effect.gen(function* () {
        const { list } = yield* PurchaseHistory
        const bought = yield* list(ada.id, 10)
        assert.deepStrictEqual<unknown>(bought[2], {
          order_id: orderId(1),
          status: "delivered",
          total: 19_000,
          created_at: DateTime.unsafeMake("2026-01-05T10:00:00Z"),
          categories: ["Books", "Home", "Sports"],
          products: [
            { product_id: shoes.id, name: shoes.name, quantity: 2 },
            { product_id: atlas.id, name: atlas.name, quantity: 1 },
            { product_id: lamp.id, name: lamp.name, quantity: 1 }
          ]
        })
      })
    )
  })
}
