import { HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductQuery } from "@storefront/domain/api/ProductsApi"
import { type ProductId } from "@storefront/domain/Ids"
import { Context, Deferred, Effect, Fiber, Layer, Option, Ref, Schema } from "effect"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import * as CatalogueVersions from "../../../src/shop/catalog/CatalogueVersions.ts"
import { CatalogueResponses } from "../../../src/doors/rest/CatalogueResponses.ts"
import { fillCart, market, newcomer, newProduct } from "../../../src/testing/SmallMarket.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const everything = Schema.decodeSync(ProductQuery)({})

/** The version of the details of a product at this moment, or else of lists. */
const versionOf = Effect.fnUntraced(function* (product?: ProductId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly version: string }>`
    SELECT ${CatalogueVersions.version(sql, Option.fromNullable(product))} AS version`
  return row!.version
})

/** Products that were seeded with reviews. */
const someProducts = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly id: ProductId }>`
      SELECT id FROM products WHERE is_active AND review_count > 3 ORDER BY id LIMIT ${count}`
  )

/** Which versions an effect changes: of lists, of one product and of another. */
const changedBy = Effect.fnUntraced(function* <E, R>(
  change: Effect.Effect<unknown, E, R>,
  one: ProductId,
  other: ProductId
) {
  const versions = Effect.all({ lists: versionOf(), one: versionOf(one), other: versionOf(other) })
  const before = yield* versions
  yield* change
  const after = yield* versions
  return Object.entries(after).flatMap(([name, version]) => (Object.values(before).includes(version) ? [] : [name]))
})

for (const engine of TestDatabase.seededEngines) {
  layer(engine.layer, { excludeTestServices: true })(`versions of the catalogue on ${engine.name}`, (it) => {
    it.effect("change with what is shown, and those of other products do not", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second] = yield* someProducts(2)
        const { id } = first!
        const other = second!.id
        const review = sql`(SELECT id FROM reviews WHERE product_id = ${id} AND NOT is_flagged ORDER BY id LIMIT 1)`
        const one = ["one"]
        const all = ["one", "other"]
        const changes = {
          price: [sql`UPDATE products SET price = price - 0.01 WHERE id = ${id}`, ["lists", "one"]],
          name: [sql`UPDATE products SET name = name || '!' WHERE id = ${id}`, ["lists", "one"]],
          activity: [sql`UPDATE products SET is_active = false WHERE id = ${id}`, ["lists", "one"]],
          "activity again": [sql`UPDATE products SET is_active = true WHERE id = ${id}`, ["lists", "one"]],
          counts: [sql`UPDATE product_counts SET active_count = active_count + 1 WHERE category = 'Home'`, ["lists"]],
          stock: [sql`UPDATE warehouse_inventory SET quantity = quantity + 1 WHERE product_id = ${id}`, one],
          "no stock": [sql`DELETE FROM warehouse_inventory WHERE product_id = ${id}`, one],
          "new stock": [
            sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity) SELECT id, ${id}, 7 FROM warehouses`,
            one
          ],
          "new stock by a merge": [
            sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity) SELECT id, ${id}, 3 FROM warehouses
                ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = 9`,
            one
          ],
          "stock that becomes that of another product": [
            Effect.zipRight(
              sql`DELETE FROM warehouse_inventory WHERE product_id = ${id}`,
              sql`UPDATE warehouse_inventory SET product_id = ${id} WHERE product_id = ${other}`
            ),
            all
          ],
          review: [sql`UPDATE reviews SET title = title || '!' WHERE id = ${review}`, one],
          "flagged review": [sql`UPDATE reviews SET is_flagged = true WHERE id = ${review}`, one],
          "many reviews": [sql`UPDATE reviews SET title = title || '!'`, all],
          "more than a thousand reviews of one product": [
            sql`
              INSERT INTO reviews (product_id, author, rating, body)
              SELECT ${id}, 'Somebody', 4, 'Good ' || n FROM generate_series(1, 1100) AS n`,
            one
          ],
          warehouse: [sql`UPDATE warehouses SET name = name || '!'`, all],
          "name of a reviewer": [
            sql`UPDATE users SET name = 'X ' || name WHERE id = (SELECT user_id FROM reviews WHERE id = ${review})`,
            all
          ],
          "no review at all": [sql`TRUNCATE reviews`, all],
          "something else": [sql`UPDATE users SET total_spend = total_spend + 1`, []]
        } as const
        for (const [name, [change, expected]] of Object.entries(changes)) {
          assert.deepStrictEqual([name, ...(yield* changedBy(change, id, other))], [name, ...expected])
        }
      })
    )

    it.effect("are ones that never were before, after each of many changes at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const products = yield* sql<{ readonly id: ProductId }>`SELECT id FROM products ORDER BY id LIMIT 20`
        const checkout = (id: ProductId) =>
          sql.withTransaction(
            Effect.all([
              sql`UPDATE warehouse_inventory SET quantity = quantity + 1 WHERE product_id = ${id}`,
              sql`UPDATE products SET updated_at = now() WHERE id = ${id}`,
              Effect.ignore(
                sql.withTransaction(
                  Effect.zipRight(
                    sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id = ${id}`,
                    Effect.fail("undone")
                  )
                )
              )
            ])
          )
        const versions = yield* Effect.forEach(
          products,
          ({ id }) =>
            Effect.gen(function* () {
              const seen = [yield* versionOf(id)]
              const lists = [yield* versionOf()]
              for (let n = 0; n < 5; n++) {
                yield* checkout(id)
                seen.push(yield* versionOf(id))
                lists.push(yield* versionOf())
              }
              return [new Set(seen).size, new Set(lists).size]
            }),
          { concurrency: 20 }
        )
        assert.deepStrictEqual(
          versions,
          products.map(() => [6, 6])
        )
        const [places] = yield* sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM catalogue_changes`
        assert.isAtMost(places!.n, 20 * 3)
      })
    )

    it.effect("need no more room after many changes than after a few", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [product] = yield* someProducts(1)
        yield* sql`TRUNCATE catalogue_changes, product_changes`
        // More rows than a page holds, dead ones included; the embedded engine never vacuums.
        const manyChanges = Effect.gen(function* () {
          yield* Effect.repeatN(sql`UPDATE products SET price = price WHERE false`, 300)
          yield* sql`UPDATE warehouses SET name = name WHERE false`
          yield* Effect.repeatN(sql`UPDATE warehouse_inventory SET quantity = 7 WHERE product_id = ${product!.id}`, 300)
          const [marks] = yield* sql<{ readonly lists: number; readonly products: number; readonly bytes: number }>`
              SELECT
                (SELECT count(*) FROM catalogue_changes)::int AS lists,
                (SELECT count(*) FROM product_changes)::int AS products,
                (pg_relation_size('catalogue_changes') + pg_relation_size('product_changes'))::int AS bytes`
          return marks!
        })
        let before = yield* manyChanges
        let after = yield* manyChanges
        // While any snapshot is open, an analysis's for example, the server keeps the dead rows for it: some rounds may grow, but
        // not all of them.
        for (let round = 0; round < 60 && after.bytes > before.bytes; round++) {
          before = after
          after = yield* manyChanges
        }
        assert.deepStrictEqual(after, { lists: 2, products: 1, bytes: before.bytes })
      })
    )

    // The embedded engine has one connection: one transaction at a time.
    if (engine.name === "PostgreSQL") {
      it.effect("change with whoever began first and was committed last, and nobody waits for a mark", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [product] = yield* someProducts(1)
          const { id } = product!
          const warehouses = yield* sql<{ readonly id: string }>`
              SELECT warehouse_id AS id FROM warehouse_inventory WHERE product_id = ${id} ORDER BY 1 LIMIT 2`
          const take = (warehouse: { readonly id: string } | undefined) =>
            sql`UPDATE warehouse_inventory SET quantity = quantity + 1
                WHERE product_id = ${id} AND warehouse_id = ${warehouse!.id}`
          const hasChanged = yield* Deferred.make<void>()
          const mayCommit = yield* Deferred.make<void>()
          const slow = yield* Effect.fork(
            sql.withTransaction(
              Effect.all([take(warehouses[0]), Deferred.succeed(hasChanged, undefined), Deferred.await(mayCommit)])
            )
          )
          yield* Deferred.await(hasChanged)
          const versions = [yield* versionOf(id)]
          yield* take(warehouses[1])
          versions.push(yield* versionOf(id))
          yield* Deferred.succeed(mayCommit, undefined)
          yield* Fiber.join(slow)
          versions.push(yield* versionOf(id))
          assert.strictEqual(new Set(versions).size, 3)
        })
      )
    }
  })
}

for (const engine of TestDatabase.engines) {
  const TestLayer = CartServices.layer.pipe(Layer.provideMerge(market), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`kept answers of the catalogue on ${engine.name}`, (it) => {
    it.scoped("are read again for the products of a checkout only, and for what a change shows on", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bought = yield* newProduct({ east: 5 })
        const other = yield* newProduct()
        const reads = yield* Ref.make<ReadonlyArray<string>>([])
        const note = (read: string) => Ref.update(reads, (all) => [...all, read])
        const counted = Layer.effect(
          CatalogRepository,
          Effect.map(CatalogRepository, ({ find, list, ...catalog }) => ({
            ...catalog,
            list: (query: ProductQuery) => Effect.zipRight(note("list"), list(query)),
            find: (id: ProductId) => Effect.zipRight(note(id === bought.id ? "bought" : "other"), find(id))
          }))
        ).pipe(Layer.provide(CatalogRepository.layer))
        const answers = Context.get(
          yield* Layer.build(Layer.provide(CatalogueResponses.layer, counted)),
          CatalogueResponses
        )
        const body = (response: HttpServerResponse.HttpServerResponse) =>
          Effect.promise(() => HttpServerResponse.toWeb(response).text())
        const ask = Effect.all({
          list: Effect.flatMap(versionOf(), (version) => answers.list(version, everything)),
          bought: Effect.flatMap(versionOf(bought.id), (version) => answers.find(version, bought.id)),
          other: Effect.flatMap(versionOf(other.id), (version) => answers.find(version, other.id))
        }).pipe(
          Effect.flatMap((responses) => Effect.all({ list: body(responses.list), bought: body(responses.bought) })),
          Effect.flatMap((shown) => Effect.map(Ref.getAndSet(reads, []), (read) => ({ ...shown, read })))
        )
        assert.deepStrictEqual((yield* ask).read, ["list", "bought", "other"])
        assert.deepStrictEqual((yield* ask).read, [])

        const buyer = yield* newcomer
        yield* fillCart(buyer, [[bought, 2]])
        const checkout = yield* Checkout
        yield* actNow(checkout.act, buyer, { speed: "standard", note: null })
        const sold = yield* ask
        assert.deepStrictEqual(sold.read, ["bought"])
        assert.include(sold.bought, '"total_stock":3')

        yield* sql`UPDATE products SET name = 'Renamed', price = 12.34 WHERE id = ${bought.id}`
        const renamed = yield* ask
        assert.deepStrictEqual(renamed.read, ["list", "bought"])
        for (const shown of [renamed.list, renamed.bought]) {
          assert.include(shown, '"name":"Renamed"')
          assert.include(shown, '"price":12.34')
        }
      })
    )
  })
}
