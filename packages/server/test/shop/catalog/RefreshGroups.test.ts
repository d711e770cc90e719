import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { refreshGroups } from "../../../src/shop/catalog/Groups.ts"
import { catalogue } from "../../../src/testing/SmallCatalogue.ts"
import { black41, black42, boots, group, red42, red43 } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** The group's row, with the transaction that wrote it. */
const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`SELECT price::text, original_price::text AS list, is_active AS active, xmin::text AS writer
      FROM products WHERE id = ${boots.id}`,
    ([row]) => row!
  )
)

for (const engine of TestDatabase.engines) {
  const TestLayer = group.pipe(Layer.provideMerge(catalogue), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`groups on ${engine.name}`, (it) => {
    it.effect("cost what their cheapest active variant costs, and are active while they have one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const refresh = yield* refreshGroups
        const after = (change: Effect.Effect<unknown, unknown>) =>
          Effect.andThen(sql.withTransaction(Effect.andThen(change, refresh([boots.id]))), stored)
        const before = yield* stored
        assert.deepStrictEqual(yield* after(Effect.void), before, "nothing differs, nothing is written")
        const set = (variant: { readonly id: string }, price: string, list: string, active: boolean) =>
          sql`UPDATE products SET price = ${price}, original_price = ${list}, is_active = ${active} WHERE id = ${variant.id}`
        assert.deepInclude(yield* after(set(red42, "90.00", "120.00", true)), { price: "90.00", list: "120.00" })
        assert.deepInclude(yield* after(set(red42, "90.00", "120.00", false)), { price: "109.95", list: "109.95" })
        const ended = Effect.andThen(set(black41, "1.00", "1.00", false), set(black42, "1.00", "1.00", false))
        assert.deepInclude(yield* after(ended), { price: "109.95", list: "109.95", active: false })
        assert.deepInclude(yield* after(set(red43, "99.95", "130.00", true)), {
          price: "99.95",
          list: "130.00",
          active: true
        })
      })
    )

    it.effect("are right after two transactions that change their variants at the same time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const refresh = yield* refreshGroups
        yield* sql`UPDATE products SET price = 50, original_price = 50, is_active = true WHERE group_id = ${boots.id}`
        yield* sql`UPDATE products SET price = 20 WHERE id = ${black41.id}`
        yield* sql.withTransaction(refresh([boots.id]))
        const isFirst = yield* Deferred.make<void>()
        const first = yield* Effect.fork(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`UPDATE products SET is_active = false WHERE id = ${black41.id}`
              yield* refresh([boots.id])
              yield* Deferred.succeed(isFirst, undefined)
            })
          )
        )
        yield* Deferred.await(isFirst)
        yield* sql.withTransaction(
          Effect.andThen(sql`UPDATE products SET price = 30 WHERE id = ${red42.id}`, refresh([boots.id]))
        )
        yield* Fiber.join(first)
        assert.deepInclude(yield* stored, { price: "30.00", active: true })
      })
    )
  })
}
