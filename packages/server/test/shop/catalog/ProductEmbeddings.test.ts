import { EmbeddingModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, type Scope } from "effect"
import * as ProductEmbeddings from "../../../src/shop/catalog/ProductEmbeddings.ts"
import { resizeVectors } from "../../../src/platform/database/VectorTable.ts"
import * as NgramEmbeddings from "../../../src/platform/embeddings/NgramEmbeddings.ts"
import * as EmbeddingModels from "../../../src/platform/embeddings/EmbeddingModels.ts"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { catalogue, hush, kettle } from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as EmbeddingProvider from "../../../src/testing/EmbeddingProvider.ts"

/** Builds with a model of this name, and answers how many products were embedded and which texts were. */
const build = (model: string, dimensions = 384) =>
  Effect.gen(function* () {
    const texts: Array<string> = []
    const embeddings = EmbeddingModel.make({
      embedMany: (batch) =>
        Effect.sync(() => {
          texts.push(...batch)
          return batch.map((text, index) => ({ index, embeddings: NgramEmbeddings.embed(text, dimensions) }))
        })
    })
    const count = yield* ProductEmbeddings.build.pipe(
      Effect.provideServiceEffect(EmbeddingModel.EmbeddingModel, embeddings),
      Effect.provideService(EmbeddingSpace, { model, dimensions })
    )
    return { count, texts }
  })

const stored = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly model: string; readonly products: number }>`
    SELECT model, count(*)::int AS products FROM product_embeddings GROUP BY model ORDER BY model`
)

/** A test with a catalogue of its own. */
const alone = <A, E>(title: string, test: () => Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  it.scopedLive(title, () => Effect.provide(test(), Layer.provideMerge(catalogue, TestDatabase.layer)))

describe("embedding products", () => {
  alone("embeds again what has changed, and only that", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* build("first")
      yield* sql`UPDATE products SET specs = '{"Capacity": "1.2 l"}' WHERE id = ${kettle.id}`
      yield* sql`UPDATE products SET price = price + 1, original_price = original_price + 1`
      const { count, texts } = yield* build("first")
      assert.strictEqual(count, 1)
      assert.deepStrictEqual(texts, [`${kettle.name}\nHearthlow\nHome\n${kettle.description}\nCapacity: 1.2 l`])
    })
  )

  alone("embeds everything again for another model", () =>
    Effect.gen(function* () {
      yield* build("first")
      assert.strictEqual((yield* build("second")).count, 14)
      assert.deepStrictEqual(yield* stored, [{ model: "second", products: 14 }])
    })
  )

  alone("does nothing where vectors of this length cannot be stored", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* build("third", 16), { count: 0, texts: [] })
    })
  )

  alone("goes on where it was stopped, and through batches", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* build("second")
      yield* sql`DELETE FROM product_embeddings WHERE product_id <> ${hush.id}`
      yield* sql`
        INSERT INTO products (seller_id, name, description, category, brand, price, original_price, image_url)
        SELECT seller_id, 'Lamp ' || n, 'A lamp.', 'Home', 'Hearthlow', 1, 1, '/images/products/x.svg'
        FROM products, generate_series(1, 450) n WHERE id = ${hush.id}`
      assert.strictEqual((yield* build("second")).count, 463)
      assert.strictEqual((yield* build("second")).count, 0)
    })
  )

  alone("embeds every listed product once", () =>
    Effect.gen(function* () {
      const { count, texts } = yield* build("first")
      assert.strictEqual(count, 14)
      assert.lengthOf(texts, 14)
      assert.include(
        texts,
        `${hush.name}\nKestrelon\nElectronics\n${hush.description}\nBluetooth: true\nBattery life: 38 h`
      )
      assert.deepStrictEqual(yield* stored, [{ model: "first", products: 14 }])
      assert.deepStrictEqual(yield* build("first"), { count: 0, texts: [] })
    })
  )

  alone("goes on where it was stopped, in requests of a hundred texts, and tells how far it is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
            INSERT INTO products (seller_id, name, description, category, brand, price, original_price, image_url)
            SELECT seller_id, 'Lamp ' || n, 'A lamp.', 'Home', 'Hearthlow', 1, 1, '/images/products/x.svg'
            FROM products, generate_series(1, 286) n WHERE id = ${hush.id}`
      const third = yield* Deferred.make<void>()
      const { received, url } = yield* EmbeddingProvider.serve((request, before) => {
        if (before === 2) {
          Deferred.unsafeDone(third, Effect.void)
          return "hangs"
        }
        return EmbeddingProvider.vectors(request, 384)
      })
      const told: Array<ProductEmbeddings.Progress> = []
      const building = ProductEmbeddings.buildWithProgress((progress) => Effect.sync(() => told.push(progress))).pipe(
        Effect.provide(Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url))))
      )
      const killed = yield* Effect.fork(building)
      yield* Deferred.await(third)
      yield* Fiber.interrupt(killed)
      assert.deepStrictEqual(yield* stored, [{ model: "tiny", products: 200 }])
      assert.deepStrictEqual(yield* building, { compared: 300, embedded: 100, refused: [], total: 300 })
      assert.deepStrictEqual(
        received.map((request) => EmbeddingProvider.textsOf(request).length),
        [100, 100, 100, 100]
      )
      assert.deepStrictEqual(
        told.map(({ embedded, compared: seen }) => [seen, embedded]),
        [
          [0, 100],
          [0, 200],
          [0, 100],
          [300, 100]
        ]
      )
      assert.deepStrictEqual(yield* building, { compared: 300, embedded: 0, refused: [], total: 300 })
      assert.strictEqual(received.length, 4)
    })
  )

  alone("leaves out the texts that the provider does not take, and goes on", () =>
    Effect.gen(function* () {
      const isAbout = (name: string) => (text: string) => text.startsWith(name)
      const { received, url } = yield* EmbeddingProvider.serve((request) => {
        const texts = EmbeddingProvider.textsOf(request)
        return texts.some(isAbout(kettle.name))
          ? { status: 400, body: { error: { message: `not ${kettle.description}` } } }
          : texts.some(isAbout(hush.name))
            ? { status: 500, body: { error: { message: "input (723 tokens) is too large to process", code: 500 } } }
            : EmbeddingProvider.vectors(request, 384)
      })
      const building = ProductEmbeddings.buildWithProgress(() => Effect.void).pipe(
        Effect.provide(Layer.provide(EmbeddingModels.layer, settings(EmbeddingProvider.settingsOf(url))))
      )
      const [kettles, hushes] = [
        { id: kettle.id, name: kettle.name, says: "The provider does not accept the request (400)" },
        { id: hush.id, name: hush.name, says: "The conversation is too long for the model (500)" }
      ]
      const first = yield* building
      assert.deepInclude(first, { compared: first.total, embedded: first.total - 2 })
      assert.sameDeepMembers([...first.refused], [kettles, hushes])
      const asked = received.length
      const again = yield* building
      assert.deepInclude(again, { compared: first.total, embedded: 0 })
      assert.sameDeepMembers([...again.refused], [kettles, hushes])
      for (const request of received.slice(asked)) {
        for (const text of EmbeddingProvider.textsOf(request)) {
          assert.isTrue(
            [isAbout(kettle.name), isAbout(hush.name), isAbout("lamp")].some((is) => is(text)),
            text
          )
        }
      }
    })
  )

  alone("makes room for vectors of another length, and for those of this one leaves what is there", () =>
    Effect.gen(function* () {
      yield* resizeVectors(384)
      const { count } = yield* build("first")
      assert.isFalse(yield* resizeVectors(384))
      assert.deepStrictEqual((yield* stored)[0], { model: "first", products: count })
      assert.isTrue(yield* resizeVectors(16))
      assert.isEmpty(yield* stored)
      assert.strictEqual((yield* build("first", 16)).count, count)
      const sql = yield* SqlClient.SqlClient
      const indexes = yield* sql`SELECT FROM pg_indexes WHERE indexname = 'product_embeddings_hnsw'`
      assert.lengthOf(indexes, 1)
    })
  )

  alone("makes the table where the extension has appeared", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DROP TABLE product_embeddings`
      assert.isFalse(yield* resizeVectors(16))
      assert.isAbove((yield* build("first", 16)).count, 0)
    })
  )
})
