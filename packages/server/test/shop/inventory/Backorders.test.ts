import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Backorder } from "@storefront/domain/tools/FulfillmentTools"
import { Effect, Either, Layer, Schema } from "effect"
import { Backorders } from "../../../src/shop/inventory/Backorders.ts"
import { BackorderOperations } from "../../../src/shop/inventory/BackorderOperations.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import { atlas, bob, east, lamp, seller, shoes, shop, west } from "../../../src/testing/SmallShop.ts"
import { black42, boots, group } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const place = (
  changes: { readonly product?: ProductId; readonly quantity?: number } = {},
  person = seller,
  note: string | null = null
) =>
  Effect.flatMap(Backorders, ({ act }) =>
    actNow(act, person, { productId: changes.product ?? lamp.id, quantity: changes.quantity ?? 30, note })
  )

const rows = (product: typeof lamp, user: User = seller) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ id: string; status: string; isResolved: boolean }>`
      SELECT id, status, resolved_at IS NOT NULL AS "isResolved" FROM backorders
      WHERE product_id = ${product.id} AND user_id = ${user.id} ORDER BY created_at`
  )

const forgetBackorders = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM backorders`)

/** The tags of what failed, and how many succeeded. */
const outcomes = <A, E extends { readonly _tag: string }>(all: ReadonlyArray<Either.Either<A, E>>) => ({
  won: all.filter(Either.isRight).length,
  lost: [...new Set(all.filter(Either.isLeft).map(({ left }) => left._tag))]
})

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.merge(Backorders.layer, BackorderOperations.layer).pipe(
    Layer.provide(group),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`backorders on ${engine.name}`, (it) => {
    it.effect(
      "are placed for a variant, never for its group, not even one that became a group after it was proposed",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { act } = yield* Backorders
          const wish = { productId: black42.id, quantity: 2, note: null }
          assert.deepInclude(yield* preview(act, seller, wish), {
            productId: black42.id,
            name: UserText.make(black42.name)
          })
          assert.deepInclude(yield* place({ product: black42.id, quantity: 2 }), {
            product_name: UserText.make(black42.name)
          })
          assert.strictEqual((yield* Effect.flip(place({ product: boots.id })))._tag, "ProductNotFound")
          yield* preview(act, bob, { productId: shoes.id, quantity: 99, note: null })
          yield* sql`UPDATE products SET kind = 'group' WHERE id = ${shoes.id}`
          const refused = Effect.flip(place({ product: shoes.id, quantity: 99 }, bob))
          assert.strictEqual((yield* refused)._tag, "ProductNotFound")
          yield* sql`UPDATE products SET kind = 'single' WHERE id = ${shoes.id}`
          yield* forgetBackorders
        })
    )

    it.effect("are placed at the price of today, with the next delivery", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
          (${lamp.id}, ${east}, 1, current_date - 1), (${lamp.id}, ${west}, 40, current_date + 3),
          (${lamp.id}, ${east}, 50, current_date + 3), (${lamp.id}, ${east}, 60, current_date + 9)`
        const { act } = yield* Backorders
        const note = "For the\n spring window"
        assert.deepStrictEqual<unknown>(yield* preview(act, seller, { productId: lamp.id, quantity: 21, note }), {
          act: "place_backorder",
          productId: lamp.id,
          name: lamp.name,
          quantity: 21,
          expectedOn: dayIn(3),
          forWhom: seller.name,
          note: "For the spring window"
        })
        const result = yield* place({ quantity: 21 }, seller, note)
        assert.deepStrictEqual<unknown>(Schema.encodeSync(Backorder)(result), {
          backorder_id: result.backorder_id,
          status: "open",
          product_id: lamp.id,
          product_name: lamp.name,
          quantity: 21,
          unit_price: 50,
          estimated_total: 1050,
          expected_restock: { date: dayIn(3), quantity: 50, warehouse: "Eastgate" }
        })
        const stored = yield* sql`
          SELECT quantity, unit_price, estimated_total, expected_date::text, note, status FROM backorders
          WHERE id = ${result.backorder_id} AND user_id = ${seller.id}`
        assert.deepStrictEqual(stored, [
          {
            quantity: 21,
            unit_price: "50.00",
            estimated_total: "1050.00",
            expected_date: dayIn(3),
            note: "For the spring window",
            status: "open"
          }
        ])
        yield* forgetBackorders
      })
    )

    it.effect("know no delivery when none is planned", () =>
      Effect.gen(function* () {
        const result = yield* place({ product: shoes.id })
        assert.isNull(result.expected_restock)
        yield* forgetBackorders
      })
    )

    it.effect("are refused while all warehouses together hold the quantity", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(place({ quantity: 20 }))
        assert.deepInclude(error, { _tag: "StockSuffices", currentStock: 20 })
        assert.lengthOf(yield* rows(lamp), 0)
      })
    )

    it.effect("are refused for what is not sold", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(place({ product: atlas.id })))._tag, "ProductNotFound")
      })
    )

    it.effect("are one per person and product until they are closed", () =>
      Effect.gen(function* () {
        const operations = yield* BackorderOperations
        const result = yield* place()
        const error = yield* Effect.flip(place({ quantity: 99 }))
        assert.deepInclude(error, { _tag: "AlreadyBackordered", backorder: result.backorder_id })
        yield* place({ product: shoes.id })
        yield* place({}, bob)
        yield* operations.resolve(result.backorder_id, "cancelled")
        yield* place()
        const own = yield* rows(lamp)
        assert.deepStrictEqual(
          own.map(({ isResolved, status }) => [status, isResolved]),
          [
            ["cancelled", true],
            ["open", false]
          ]
        )
        yield* forgetBackorders
      })
    )

    it.effect("become one row when twenty are asked for at once", () =>
      Effect.gen(function* () {
        const all = yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => Effect.either(place({ quantity: 21 + index }))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(outcomes(all), { won: 1, lost: ["AlreadyBackordered"] })
        const [only, ...others] = yield* rows(lamp)
        assert.lengthOf(others, 0)
        for (const { left } of all.filter(Either.isLeft)) {
          assert.strictEqual<unknown>(left._tag === "AlreadyBackordered" ? left.backorder : null, only!.id)
        }
        yield* forgetBackorders
      })
    )

    it.effect("are closed by operators, who see all of them, oldest first", () =>
      Effect.gen(function* () {
        const operations = yield* BackorderOperations
        const first = yield* place({}, seller, "Soon, please")
        const second = yield* place({ quantity: 40 }, bob)
        const closed = yield* operations.resolve(first.backorder_id, "fulfilled")
        assert.deepInclude(closed, {
          backorder_id: first.backorder_id,
          previous_status: "open",
          status: "fulfilled"
        })
        const open = yield* operations.list("open", { limit: 10, offset: 0 })
        assert.deepStrictEqual(
          open.map(({ backorder_id, resolved_at, user_id }) => [backorder_id, user_id, resolved_at]),
          [[second.backorder_id, bob.id, null]]
        )
        const all = yield* operations.list(null, { limit: 10, offset: 0 })
        assert.deepStrictEqual(
          all.map(({ note, product_name, status }) => [status, product_name, note]),
          [
            ["open", lamp.name, null],
            ["fulfilled", lamp.name, "Soon, please"]
          ]
        )
        assert.deepStrictEqual(
          (yield* operations.list(null, { limit: 1, offset: 1 })).map(({ status }) => status),
          ["fulfilled"]
        )

        const again = yield* Effect.flip(operations.resolve(first.backorder_id, "cancelled"))
        assert.deepInclude(again, { _tag: "BackorderClosed", status: "fulfilled", requested: "cancelled" })
        assert.match(again.message, /is fulfilled; only one that is open can become cancelled/)
        yield* forgetBackorders
        const gone = yield* Effect.flip(operations.resolve(first.backorder_id, "cancelled"))
        assert.strictEqual(gone._tag, "UnknownBackorder")
      })
    )

    it.effect("are closed no earlier than they were placed, also after the clock was set back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const operations = yield* BackorderOperations
        const { backorder_id } = yield* place({}, seller, "Soon")
        yield* sql`UPDATE backorders SET created_at = now() + interval '1 hour' WHERE id = ${backorder_id}`
        yield* operations.resolve(backorder_id, "cancelled")
        const early = yield* sql`SELECT FROM backorders WHERE id = ${backorder_id} AND resolved_at < created_at`
        assert.lengthOf(early, 0)
        yield* forgetBackorders
      })
    )

    it.effect("are closed by exactly one of those who try at the same time", () =>
      Effect.gen(function* () {
        const operations = yield* BackorderOperations
        const result = yield* place()
        const all = yield* Effect.all(
          Array.from({ length: 8 }, (_, index) =>
            Effect.either(operations.resolve(result.backorder_id, index % 2 === 0 ? "fulfilled" : "cancelled"))
          ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(outcomes(all), { won: 1, lost: ["BackorderClosed"] })
        const winner = all.find(Either.isRight)!.right
        const [row] = yield* rows(lamp)
        assert.deepInclude(row, { status: winner.status, isResolved: true })
        yield* forgetBackorders
      })
    )
  })
}
