import { HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { ProductPage, ProductQuery } from "@storefront/domain/api/ProductsApi"
import { Deferred, Effect, Fiber, Layer, Ref, Schema } from "effect"
import { CatalogRepository } from "../../src/catalog/CatalogRepository.ts"
import { CatalogueAnswers } from "../../src/rest/CatalogueAnswers.ts"
import * as CatalogueVersions from "../../src/catalog/CatalogueVersions.ts"
import * as FrontDoor from "../support/frontDoor.ts"
import { send } from "../support/requests.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

const listUrl = "/api/products?limit=100"

/** Products with reviews and stock, by id. */
const someProducts = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ id: string }>`
      SELECT p.id FROM products p WHERE p.is_active
        AND (SELECT count(*) FROM reviews r WHERE r.product_id = p.id AND NOT r.is_flagged) > 3
        AND (SELECT sum(quantity) FROM warehouse_inventory i WHERE i.product_id = p.id) > 3
      ORDER BY p.id LIMIT ${count}`
  )

/** The price of a product on the first page. */
const priceOnPage = (token: string, id: string) =>
  Effect.map(
    send(listUrl, { token }),
    ({ body }): number => body.products.find((product: { readonly id: string }) => product.id === id).price
  )

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true, timeout: "60 seconds" })(
    `answers of the catalogue on ${engine.name}`,
    (it) => {
      it.effect("change with everything that they show", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const token = yield* FrontDoor.tokenOf("alice")
          const [product] = yield* someProducts(1)
          const { id } = product!
          const detailUrl = `/api/products/${id}`
          const kept = (url: string) => Effect.map(send(url, { token }), ({ headers }) => headers["etag"]!)
          const status = (url: string, tag: string) =>
            Effect.map(send(url, { token, headers: { "if-none-match": tag } }), (response) => response.status)
          const review = sql`(SELECT id FROM reviews WHERE product_id = ${id} AND NOT is_flagged
            ORDER BY created_at DESC, id DESC LIMIT 1)`
          const changes = {
            price: [sql`UPDATE products SET price = price - 0.01 WHERE id = ${id}`, [200, 200]],
            activity: [sql`UPDATE products SET is_active = false WHERE id = ${id}`, [200, 404]],
            "activity again": [sql`UPDATE products SET is_active = true WHERE id = ${id}`, [200, 200]],
            counts: [
              sql`UPDATE product_counts SET active_count = active_count + 1 WHERE category = 'Home'`,
              [200, 304]
            ],
            stock: [sql`UPDATE warehouse_inventory SET quantity = quantity + 1 WHERE product_id = ${id}`, [304, 200]],
            "no stock": [sql`DELETE FROM warehouse_inventory WHERE product_id = ${id}`, [304, 200]],
            warehouse: [sql`UPDATE warehouses SET name = name || '!'`, [304, 304]],
            "stock there": [
              sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity) SELECT id, ${id}, 7 FROM warehouses`,
              [304, 200]
            ],
            "name of a warehouse": [sql`UPDATE warehouses SET name = name || '!'`, [304, 200]],
            review: [sql`UPDATE reviews SET title = title || '!' WHERE id = ${review}`, [304, 200]],
            "name of a reviewer": [
              sql`UPDATE users SET name = 'X ' || name WHERE id = (SELECT user_id FROM reviews WHERE id = ${review})`,
              [304, 200]
            ],
            "new stock by a merge": [
              sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity) SELECT id, ${id}, 3 FROM warehouses
                ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = 9`,
              [304, 200]
            ],
            "flagged review": [sql`UPDATE reviews SET is_flagged = true WHERE id = ${review}`, [304, 200]],
            "something else": [sql`UPDATE users SET total_spend = total_spend + 1`, [304, 304]]
          } as const
          for (const [name, [change, expected]] of Object.entries(changes)) {
            const tags = [yield* kept(listUrl), yield* kept(detailUrl)] as const
            yield* change
            assert.deepStrictEqual(
              [name, yield* status(listUrl, tags[0]), yield* status(detailUrl, tags[1] ?? '"none"')],
              [name, ...expected]
            )
          }
        })
      )

      it.effect("show every change to who asks after its commit, however many change and read at the same time", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const token = yield* FrontDoor.tokenOf("alice")
          const reading = yield* Effect.fork(Effect.forever(send(listUrl, { token })))
          yield* Effect.forEach(
            yield* someProducts(4),
            ({ id }) =>
              Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (cents) =>
                Effect.gen(function* () {
                  const price = 5 + cents / 100
                  yield* sql.withTransaction(
                    sql`UPDATE products SET price = ${price}::numeric, original_price = 999 WHERE id = ${id}`
                  )
                  assert.strictEqual(yield* priceOnPage(token, id), price)
                })
              ),
            { concurrency: 4 }
          )
          yield* Fiber.interrupt(reading)
        })
      )

      it.effect("change with a commit, not before it and not with a rollback", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const token = yield* FrontDoor.tokenOf("alice")
          const [product] = yield* someProducts(1)
          const { id } = product!
          const before = yield* send(listUrl, { token })
          yield* sql
            .withTransaction(
              Effect.zipRight(sql`UPDATE products SET brand = 'Nobody' WHERE id = ${id}`, Effect.fail("rolled back"))
            )
            .pipe(Effect.flip)
          const after = yield* send(listUrl, { token })
          assert.strictEqual(after.headers["etag"], before.headers["etag"])
        })
      )

      // The embedded engine has one connection: one transaction at a time.
      if (engine.name === "PostgreSQL") {
        it.effect(
          "change with the one that began first and was committed last, and changes do not wait for others",
          () =>
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const token = yield* FrontDoor.tokenOf("alice")
              const [first, second] = yield* someProducts(2)
              const setPrice = (product: { readonly id: string } | undefined, price: string) =>
                sql`UPDATE products SET price = ${price}::numeric, original_price = 999 WHERE id = ${product!.id}`
              const hasChanged = yield* Deferred.make<void>()
              const mayCommit = yield* Deferred.make<void>()
              const slow = yield* Effect.fork(
                sql.withTransaction(
                  Effect.all([
                    setPrice(first, "1.11"),
                    Deferred.succeed(hasChanged, undefined),
                    Deferred.await(mayCommit)
                  ])
                )
              )
              yield* Deferred.await(hasChanged)
              yield* setPrice(second, "2.22")
              assert.strictEqual(yield* priceOnPage(token, second!.id), 2.22)
              assert.notStrictEqual(yield* priceOnPage(token, first!.id), 1.11)
              yield* Deferred.succeed(mayCommit, undefined)
              yield* Fiber.join(slow)
              assert.strictEqual(yield* priceOnPage(token, first!.id), 1.11)
              assert.strictEqual(yield* priceOnPage(token, second!.id), 2.22)
            })
        )
      }

      it.effect("have a version after each of many changes at once that they never had before", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const version = Effect.map(
            sql<{ lists: string; details: string }>`SELECT ${CatalogueVersions.columns(sql)}`,
            ([row]) => [row!.lists, row!.details]
          )
          const products = yield* someProducts(20)
          const checkout = (id: string) =>
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
              Effect.replicateEffect(
                Effect.map(Effect.all([version, checkout(id), version]), ([before, , after]) => ({ before, after })),
                5
              ),
            { concurrency: 20 }
          )
          assert.lengthOf(versions.flat(), 20 * 5)
          for (const { after, before } of versions.flat()) {
            assert.notStrictEqual(after[0], before[0])
            assert.notStrictEqual(after[1], before[1])
          }
          const [places] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM catalogue_changes`
          assert.isAtMost(places!.n, 20 * 3)
        })
      )

      it.effect("leave two marks on one page behind, however many changes there were", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`TRUNCATE catalogue_changes`
          // More rows than a page holds, dead ones included; the embedded engine never vacuums.
          yield* Effect.repeatN(sql`UPDATE products SET price = price WHERE false`, 400)
          yield* sql`UPDATE warehouse_inventory SET quantity = quantity WHERE false`
          const [marks] = yield* sql`
            SELECT count(*)::int AS n, pg_relation_size('catalogue_changes')::int AS bytes FROM catalogue_changes`
          assert.deepStrictEqual(marks, { n: 2, bytes: 8192 })
        })
      )
    }
  )
}

const query = Schema.decodeSync(ProductQuery)({})
const decodeTotal = Schema.decodeUnknown(Schema.Struct({ total: Schema.Int }))

const totalOf = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).json()).pipe(
    Effect.flatMap(decodeTotal),
    Effect.map(({ total }) => total)
  )

it.effect("an answer is kept under the version that was there before it was read", () =>
  Effect.gen(function* () {
    const version = yield* Ref.make("one")
    const reads = yield* Ref.make(0)
    /** A change is committed while the first page is being read, after the database looked at it. */
    const list = () =>
      Effect.zipRight(
        Ref.set(version, "two"),
        Effect.map(
          Ref.updateAndGet(reads, (n) => n + 1),
          (total) => new ProductPage({ products: [], total, categories: [] })
        )
      )
    const AnswersLayer = Layer.provide(CatalogueAnswers.layer, Layer.mock(CatalogRepository, { list }))
    const ask = Effect.gen(function* () {
      const answers = yield* CatalogueAnswers
      const lists = yield* Ref.get(version)
      return yield* totalOf(yield* answers.list({ lists, details: lists }, query))
    })
    const totals = yield* Effect.provide(Effect.replicateEffect(ask, 3), AnswersLayer)
    assert.deepStrictEqual(totals, [1, 2, 2])
  })
)
