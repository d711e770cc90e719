import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as CartMerge from "../../../src/shop/cart/CartMerge.ts"
import { black41, group, red42 } from "../../../src/testing/SmallGroup.ts"
import { cartOf, fillCart, market, newcomers, newProduct } from "../../../src/testing/SmallMarket.ts"
import { lamp } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  const TestLayer = group.pipe(Layer.provideMerge(market), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`the cart that a guest brings along on ${engine.name}`, (it) => {
    it.effect("keeps variants apart, and brings no product that has become a group", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const merge = yield* CartMerge.make
        const [guest, account] = yield* newcomers(2)
        const shelf = yield* newProduct()
        yield* fillCart(account!, [[black41, 1]])
        yield* fillCart(guest!, [
          [shelf, 1],
          [red42, 2],
          [black41, 1],
          [lamp, 1]
        ])
        yield* sql`UPDATE products SET kind = 'group' WHERE id = ${shelf.id}`
        assert.strictEqual(yield* sql.withTransaction(merge(guest!.id, account!.id)), 3)
        assert.deepStrictEqual(
          new Map(yield* cartOf(account!)),
          new Map([
            [black41.id, 2],
            [red42.id, 2],
            [lamp.id, 1]
          ])
        )
        assert.deepStrictEqual(yield* cartOf(guest!), [])
      })
    )
  })
}
