import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductId } from "@storefront/domain/Ids"
import { Checkout } from "@storefront/server/shop/cart/Checkout"
import { Backorders } from "@storefront/server/shop/inventory/Backorders"
import { Memories } from "@storefront/server/shop/memories/Memories"
import { OrderCancellation } from "@storefront/server/shop/orders/OrderCancellation"
import { OrderModification } from "@storefront/server/shop/orders/OrderModification"
import { Refunds } from "@storefront/server/shop/returns/Refunds"
import { ReturnRequests } from "@storefront/server/shop/returns/ReturnRequests"
import { Withdrawals } from "@storefront/server/shop/returns/Withdrawals"
import { actNow } from "@storefront/server/testing/ActNow"
import { orderIn, returnOf } from "@storefront/server/testing/OrderFixtures"
import { fillCart, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { ada, address, orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as Shop from "@storefront/server/shop/Shop"
import { statementsOf } from "../support/StatementsOf.ts"

const TestLayer = Shop.layer.pipe(Layer.provideMerge(market), Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("a binding act", (it) => {
  it.effect("sends the statements that its docstring says, whatever it is about", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [cart, orders] = [yield* Checkout, yield* OrderCancellation]
      const [modification, requests] = [yield* OrderModification, yield* ReturnRequests]
      const [refunds, withdrawals] = [yield* Refunds, yield* Withdrawals]
      const [backorders, memories] = [yield* Backorders, yield* Memories]
      const counts = yield* Effect.forEach([1, 30], (size) =>
        Effect.gen(function* () {
          const products = yield* Effect.replicateEffect(newProduct({ east: 9, west: 2 }), size)
          const buyer = yield* newcomer
          const bought = products.map((product) => [product, 3] as const)
          yield* fillCart(buyer, bought, { coupon: "TEN" })
          const order = (n: number) => ({ orderId: orderId(size * 10 + n) })
          const lines = products.map((product) => ({ product, east: 1, west: 1 }))
          for (const [index, status] of (
            ["placed", "placed", "delivered", "returned", "returned"] as const
          ).entries()) {
            yield* orderIn(size * 10 + index, status, { lines })
          }
          const returnId = yield* returnOf(size * 10 + 3, "received")
          const approved = yield* returnOf(size * 10 + 4, "approved")
          const memory = yield* memories.remember(ada.id, {
            category: "other",
            content: `wool ${size}`,
            importance: 5,
            expiresInDays: null
          })
          const reason = "Changed my mind"
          const productId = ProductId.make(products[0]!.id)
          return yield* Effect.all({
            checkout: statementsOf(actNow(cart.act, buyer, { speed: "standard", note: null })),
            cancel_order: statementsOf(actNow(orders.act, ada, { ...order(0), reason })),
            modify_order: statementsOf(actNow(modification.act, ada, { ...order(1), address })),
            initiate_return: statementsOf(
              actNow(requests.act, ada, { ...order(2), reason, method: "original_payment" })
            ),
            process_refund: statementsOf(actNow(refunds.act, ada, { returnId })),
            withdraw_return: statementsOf(actNow(withdrawals.act, ada, { returnId: approved })),
            place_backorder: statementsOf(actNow(backorders.act, ada, { productId, quantity: 400, note: null })),
            forget_preference: statementsOf(actNow(memories.act, ada, { memoryId: memory.result.memory_id }))
          })
        })
      )
      const bound = {
        checkout: 6 + 7,
        cancel_order: 3 + 5,
        modify_order: 2 + 1,
        initiate_return: 3 + 2,
        process_refund: 1 + 3,
        withdraw_return: 1 + 4,
        place_backorder: 2 + 1,
        forget_preference: 1 + 1
      }
      assert.deepStrictEqual(counts, [bound, bound])
      assert.lengthOf(yield* sql`SELECT FROM backorders WHERE status = 'open'`, 2)
    })
  )
})
