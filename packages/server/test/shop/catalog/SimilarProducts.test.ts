import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { type ProductId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { toVector } from "../../../src/shop/catalog/ProductEmbeddings.ts"
import { SimilarProducts } from "../../../src/shop/catalog/SimilarProducts.ts"
import { VectorIndex } from "../../../src/shop/catalog/VectorIndex.ts"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import {
  backpack,
  bottle,
  catalogue,
  earbuds,
  discontinued,
  hush,
  jacket,
  kettle,
  keyboard,
  powerBank,
  socks,
  trailShoes,
  tShirt,
  unknownProduct
} from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const model = "test-model"

const SimilarLayer = SimilarProducts.layer.pipe(
  Layer.provide(VectorIndex.layer),
  Layer.provide(Layer.succeed(EmbeddingSpace, { model, dimensions: 384 })),
  Layer.provide(catalogue)
)

const find = (product: { readonly id: ProductId }, limit = 5) =>
  Effect.flatMap(SimilarProducts, (similar) => similar.find(product.id, limit))

const names = (products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => String(name))

/** Stores a unit vector that points `degrees` away from the first axis. */
const embed = (product: { readonly id: ProductId }, degrees: number, storedModel = model) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const angle = (degrees * Math.PI) / 180
    const vector = Array.from({ length: 384 }, (_, axis) => [Math.cos(angle), Math.sin(angle)][axis] ?? 0)
    return sql`INSERT INTO product_embeddings (product_id, embedding, model, content_sha256)
      VALUES (${product.id}, ${toVector(vector)}::vector, ${storedModel}, '-')`
  })

const embeddings = Layer.effectDiscard(
  Effect.all([
    embed(trailShoes, 0),
    embed(discontinued, 1),
    embed(jacket, 60),
    embed(backpack, 30),
    embed(kettle, 120),
    embed(bottle, 2, "another-model")
  ])
)

layer(SimilarLayer.pipe(Layer.provide(Layer.provide(embeddings, catalogue)), Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true
})("products similar in meaning", (it) => {
  it.effect("are the active neighbours of the vector, nearest first, without the product itself", () =>
    Effect.gen(function* () {
      const { base, products, retrieval, retrieval_note } = yield* find(trailShoes)
      assert.deepStrictEqual([String(base.name), retrieval, retrieval_note], [trailShoes.name, "vector", null])
      assert.deepStrictEqual(names(products), names([backpack, jacket, kettle]))
      const expected = [Math.cos(Math.PI / 6), 0.5, -0.5]
      for (const [index, { similarity }] of products.entries()) {
        assert.closeTo(similarity ?? 9, expected[index]!, 1e-5)
      }
      assert.deepStrictEqual(names((yield* find(trailShoes, 1)).products), names([backpack]))
      assert.deepStrictEqual(names((yield* find(jacket, 2)).products), names([backpack, trailShoes]))
    })
  )

  it.effect("are compared by their names for a product that has no vector of the model", () =>
    Effect.gen(function* () {
      const { products, retrieval, retrieval_note } = yield* find(bottle)
      assert.deepStrictEqual(names(products).toSorted(), names([backpack, trailShoes]).toSorted())
      assert.strictEqual(retrieval, "text_fallback")
      assert.match(retrieval_note ?? "", /^This product has no embedding yet;/)
      assert.deepStrictEqual(
        products.map(({ similarity }) => similarity),
        [null, null]
      )
    })
  )

  it.effect("are not looked for when the product is unknown or no longer sold", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(find(discontinued)))._tag, "ProductNotFound")
      assert.strictEqual((yield* Effect.flip(find({ id: unknownProduct })))._tag, "ProductNotFound")
    })
  )
})

describe("without vectors", () => {
  for (const engine of TestDatabase.engines) {
    layer(SimilarLayer.pipe(Layer.provideMerge(engine.layer)), { excludeTestServices: true })(
      `similar products on ${engine.name}`,
      (it) => {
        it.effect("are those of the category with a similar name and brand, then a similar price", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { products, retrieval, retrieval_note } = yield* find(keyboard)
            assert.strictEqual(retrieval, "text_fallback")
            assert.match(retrieval_note ?? "", /products (?:of its category )?were compared by their (?:text|names)\.$/)
            // The other product of the brand first.
            assert.strictEqual(String(products[0]?.name), powerBank.name)
            assert.deepStrictEqual(names(products).toSorted(), names([earbuds, hush, powerBank]).toSorted())
            assert.deepStrictEqual(names((yield* find(socks)).products).toSorted(), names([jacket, tShirt]).toSorted())
            assert.lengthOf((yield* find(keyboard, 1)).products, 1)
            // Equal names: the price decides.
            yield* sql`UPDATE products SET name = 'Thing', brand = 'Same' WHERE category = 'Clothing'`
            assert.deepStrictEqual(
              (yield* find(socks)).products.map(({ product_id }) => product_id),
              [tShirt.id, jacket.id]
            )
          })
        )

        it.effect("can be none", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql`UPDATE products SET is_active = false WHERE category = 'Home' AND id <> ${kettle.id}`
            const { base, products } = yield* find(kettle)
            assert.deepStrictEqual([String(base.name), products], [kettle.name, []])
          })
        )
      }
    )
  }
})
