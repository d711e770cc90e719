import { HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { ProductPage, ProductQuery } from "@storefront/domain/api/ProductsApi"
import { Array, Context, Deferred, Effect, Fiber, Layer, Ref, Schema } from "effect"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import { CatalogueResponses } from "../../../src/doors/rest/CatalogueResponses.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

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
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(
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

const pageOf = (total: number) => new ProductPage({ products: [], total, categories: [] })

/** Answers from pages that are made like this, and the total of the page that somebody gets under a version. */
const asking = (list: Effect.Effect<ProductPage>) =>
  Layer.build(Layer.provide(CatalogueResponses.layer, Layer.mock(CatalogRepository, { list: () => list }))).pipe(
    Effect.map(
      (context) => (version: string) =>
        Effect.flatMap(Context.get(context, CatalogueResponses).list(version, query), totalOf)
    )
  )

it.scoped("an answer is kept under the version that was there before it was read", () =>
  Effect.gen(function* () {
    const version = yield* Ref.make("one")
    const reads = yield* Ref.make(0)
    // A change is committed while the first page is being read, after the database looked at it.
    const ask = yield* asking(
      Effect.zipRight(
        Ref.set(version, "two"),
        Effect.map(
          Ref.updateAndGet(reads, (n) => n + 1),
          pageOf
        )
      )
    )
    const totals = yield* Effect.replicateEffect(Effect.flatMap(version, ask), 3)
    assert.deepStrictEqual(totals, [1, 2, 2])
  })
)

/** Pages with the number of reads so far; each is finished when the test says so. */
const heldPages = Effect.gen(function* () {
  const reads = yield* Ref.make(0)
  const started = yield* Effect.makeLatch()
  const mayEnd = yield* Effect.makeLatch()
  const page = Ref.updateAndGet(reads, (n) => n + 1).pipe(
    Effect.zipLeft(Effect.zipRight(started.open, mayEnd.await)),
    Effect.map(pageOf)
  )
  return { ask: yield* asking(page), started, mayEnd }
})

it.scoped("fifty readers of one page at once make one query; a newer version makes its own", () =>
  Effect.gen(function* () {
    const { ask, mayEnd, started } = yield* heldPages
    const readers = yield* Effect.forEach(Array.range(1, 50), () => Effect.fork(ask("one")))
    yield* started.await
    const late = yield* Effect.fork(ask("two"))
    yield* Effect.yieldNow()
    yield* mayEnd.open
    assert.deepStrictEqual(
      yield* Effect.forEach(readers, Fiber.join),
      Array.makeBy(50, () => 1)
    )
    assert.strictEqual(yield* Fiber.join(late), 2)
  })
)

it.scoped("readers are served when the one that came first has gone", () =>
  Effect.gen(function* () {
    const { ask, mayEnd, started } = yield* heldPages
    const first = yield* Effect.fork(ask("one"))
    yield* started.await
    const others = yield* Effect.forEach(Array.range(1, 3), () => Effect.fork(ask("one")))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(first)
    yield* mayEnd.open
    assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), [1, 1, 1])
    assert.strictEqual(yield* ask("one"), 1)
  })
)
