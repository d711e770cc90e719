import { EmbeddingModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ProductId, ReviewId } from "@storefront/domain/Ids"
import { Effect, Layer, Struct } from "effect"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import * as CatalogServices from "../../../src/shop/catalog/CatalogServices.ts"
import { ProductComparison } from "../../../src/shop/catalog/ProductComparison.ts"
import { ProductDetails } from "../../../src/shop/catalog/ProductDetails.ts"
import { ProductFinder } from "../../../src/shop/catalog/ProductFinder.ts"
import { ProductSearch } from "../../../src/shop/catalog/ProductSearch.ts"
import { SellerCatalogue } from "../../../src/shop/catalog/SellerCatalogue.ts"
import { SimilarProducts } from "../../../src/shop/catalog/SimilarProducts.ts"
import { Variants } from "../../../src/shop/catalog/Variants.ts"
import { ReviewLookup } from "../../../src/shop/reviews/ReviewLookup.ts"
import { ReviewOperations } from "../../../src/shop/reviews/ReviewOperations.ts"
import { SentimentAnalysis } from "../../../src/shop/reviews/SentimentAnalysis.ts"
import { catalogue, trailShoes } from "../../../src/testing/SmallCatalogue.ts"
import { black41, black42, boots, group, red42, red43 } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const noModel = Layer.mergeAll(
  Layer.succeed(EmbeddingSpace, { model: "none", dimensions: 384 }),
  Layer.succeed(EmbeddingModel.EmbeddingModel, { embed: () => Effect.succeed([]), embedMany: () => Effect.succeed([]) })
)

const idsOf = (products: ReadonlyArray<{ readonly product_id: ProductId }>) =>
  products.map(({ product_id }) => product_id)

const black41Shown = {
  product_id: black41.id,
  options: [
    { name: "Size", value: "41" },
    { name: "Colour", value: "Black" }
  ],
  price: 10_995,
  original_price: 10_995,
  quantity: 3
}

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(
    CatalogServices.layer,
    CatalogRepository.layer,
    ReviewLookup.layer,
    ReviewOperations.layer,
    SentimentAnalysis.layer
  ).pipe(Layer.provide(noModel), Layer.provide(Layer.provideMerge(group, catalogue)), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`a group on ${engine.name}`, (it) => {
    it.effect("has its active variants, first those whose values the question names", () =>
      Effect.gen(function* () {
        const { of } = yield* Variants
        const ask = (question: string, limit?: number) =>
          Effect.map(of([boots.id, trailShoes.id], question, limit), (variantsOf) => ({
            boots: variantsOf(boots.id),
            shoes: variantsOf(trailShoes.id)
          }))
        const plain = yield* ask("")
        assert.deepStrictEqual(idsOf(plain.boots), [black41.id, black42.id, red42.id])
        assert.deepStrictEqual(plain.boots[0], black41Shown as never)
        assert.deepStrictEqual(plain.shoes, [])
        assert.deepStrictEqual(idsOf((yield* ask("the red ones in 42")).boots), [red42.id, black42.id, black41.id])
        assert.deepStrictEqual(idsOf((yield* ask("in 42", 2)).boots), [black42.id, red42.id])
      })
    )

    it.effect("shows all values and the stock of its active variants", () =>
      Effect.gen(function* () {
        const details = yield* Effect.flatMap(ProductDetails, ({ find }) => find(boots.id, "red"))
        assert.deepInclude(details, {
          variant_count: 3,
          in_stock: true,
          total_stock: 8,
          vendor: "Tarnfell Outdoor",
          sku: null,
          gtin: null,
          product_type: "Footwear > Boots",
          specs: { Size: "41, 42", Colour: "Black, Red" }
        } as object)
        assert.deepStrictEqual(
          details.warehouses.map(({ quantity }) => quantity),
          [8, 0, 0]
        )
        assert.deepStrictEqual(idsOf(details.variants), [red42.id, black41.id, black42.id])
        const answer = yield* Effect.flatMap(CatalogRepository, ({ find }) => find(boots.id))
        assert.deepInclude(answer, { in_stock: true, total_stock: 8, specs: { Size: "41, 42", Colour: "Black, Red" } })
        assert.deepStrictEqual(
          answer.warehouses.map(({ name, quantity }) => [name, quantity] as const).filter(([, units]) => units > 0),
          [["Eastgate", 8]]
        )
      })
    )

    it.effect("lists values by size, up to 300 characters", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const size = (n: number) => `${n} (${"x".repeat(30)})`
        yield* sql`UPDATE products SET options = ${JSON.stringify([["Size", "9"]])} WHERE id = ${black41.id}`
        yield* sql`UPDATE products SET options = ${JSON.stringify([["Size", "10.5"]])} WHERE id = ${black42.id}`
        const specs = Effect.flatMap(ProductDetails, ({ find }) =>
          Effect.map(find(boots.id), ({ specs }) => new Map<string, unknown>(Object.entries(specs)))
        )
        assert.strictEqual(String((yield* specs).get("Size")), "9, 10.5, 42")
        yield* sql`
          INSERT INTO products (id, name, description, category, brand, price, original_price, image_url, kind, group_id, options)
          SELECT gen_random_uuid(), name, '', category, brand, price, price, image_url, kind, group_id,
            jsonb_build_array(jsonb_build_array('Size', (100 + n) || ' (' || repeat('x', 30) || ')'))
          FROM products, generate_series(1, 20) n WHERE id = ${black41.id}`
        const long = String((yield* specs).get("Size"))
        assert.isAtMost(long.length, 300)
        assert.match(long, /^9, 10\.5, 42, 101 .*\), …$/u)
        assert.include(long, size(101))
        yield* sql`DELETE FROM products WHERE group_id = ${boots.id} AND external_id IS NULL`
        for (const { id, options } of [black41, black42]) {
          yield* sql`UPDATE products SET options = ${JSON.stringify(options)} WHERE id = ${id}`
        }
      })
    )

    it.effect("is not its variant, which has its own values, price and stock", () =>
      Effect.gen(function* () {
        const details = yield* Effect.flatMap(ProductDetails, ({ find }) => find(black42.id))
        assert.deepInclude(details, {
          name: black42.name,
          price: 11_995,
          variant_count: 0,
          variants: [],
          in_stock: false,
          total_stock: 0,
          sku: black42.sku,
          gtin: black42.gtin,
          specs: { Size: "42", Colour: "Black" }
        } as object)
        const compared = yield* Effect.flatMap(ProductComparison, ({ list }) => list([red42.id, boots.id, red43.id]))
        assert.deepStrictEqual(
          compared.map(({ in_stock, name, specs, variant_count }) => [
            String(name),
            in_stock,
            variant_count,
            { ...specs }
          ]),
          [
            [red42.name, true, 0, { Size: "42", Colour: "Red" }],
            [boots.name, true, 3, { Size: "41, 42", Colour: "Black, Red" }]
          ] as never
        )
      })
    )

    it.effect("is one entry of lists and searches", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* CatalogRepository
        const page = yield* list({ search: "summit boots", sort: "name", limit: 50, offset: 0 })
        assert.deepStrictEqual([page.total, page.products.map(({ id }) => id)], [1, [boots.id]])
        const { search } = yield* ProductSearch
        for (const query of ["tarnfell summit boots", "summit boots black 42"]) {
          const { products } = yield* search({ query, limit: 10, offset: 0 })
          assert.deepStrictEqual(idsOf(products), [boots.id])
          assert.deepInclude(products[0], { variant_count: 3, price: 10_995, in_stock: true } as object)
        }
        const inStock = (in_stock: boolean) =>
          Effect.map(search({ brand: boots.brand, in_stock, limit: 10, offset: 0 }), ({ products }) => idsOf(products))
        assert.deepStrictEqual([yield* inStock(true), yield* inStock(false)], [[boots.id], []])
        yield* sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id IN ${sql.in([black41.id, red42.id])}`
        assert.deepStrictEqual([yield* inStock(true), yield* inStock(false)], [[], [boots.id]])
        for (const { id, units } of boots.variants) {
          yield* sql`UPDATE warehouse_inventory SET quantity = ${units} WHERE product_id = ${id} AND quantity <> ${units}
            AND warehouse_id = (SELECT id FROM warehouses WHERE name = 'Eastgate')`
        }
      })
    )

    it.effect(
      "is found first by a GTIN, SKU or external id of a variant in any case, and by its name with its variants",
      () =>
        Effect.gen(function* () {
          const { find } = yield* ProductFinder
          const { search } = yield* ProductSearch
          const keys = [
            [black42.sku.toLowerCase(), black42.id],
            [black42.gtin, black42.id],
            ["4006 3813-33931", black42.id],
            ["04006381333931", black42.id],
            ["SUMMIT-41-BLACK", black41.id],
            ["Summit", boots.id]
          ] as const
          for (const [key, matched] of keys) {
            const [found] = yield* find(key, 5)
            assert.deepStrictEqual([found?.product_id, found?.matched_id], [boots.id, matched], key)
            assert.include([found?.variants[0]?.product_id, boots.id], matched, key)
            const [hit] = (yield* search({ query: key, limit: 5, offset: 0 })).products
            assert.deepStrictEqual([hit?.product_id, hit?.matched_id], [boots.id, matched], key)
          }
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE products SET sku = 'SMT' WHERE id IN (${black41.id}, ${red42.id})`
          assert.strictEqual((yield* find("smt", 5))[0]?.matched_id, boots.id)
          for (const { id, sku } of [black41, red42]) {
            yield* sql`UPDATE products SET sku = ${sku} WHERE id = ${id}`
          }
          assert.notProperty((yield* find(boots.name, 1))[0], "matched_id")
          assert.notInclude(idsOf(yield* find(red43.sku, 5)), red43.id)
          const [found] = yield* find("summit boots in red", 5)
          assert.deepStrictEqual([found?.product_id, idsOf(found?.variants ?? [])[0]], [boots.id, red42.id])
          assert.deepStrictEqual(
            (yield* find(trailShoes.name, 1)).map(Struct.pick("product_id", "variant_count", "variants")),
            [{ product_id: trailShoes.id, variant_count: 0, variants: [] }]
          )
        })
    )

    it.effect("has the reviews of its variants, which carry copies of its rating", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO reviews (product_id, user_id, rating, title, body)
          SELECT ${boots.id}, id, 4, 'Grip', 'They grip well on wet rock.' FROM users ORDER BY id LIMIT 1`
        const [review] = yield* sql<{ id: string }>`SELECT id FROM reviews WHERE product_id = ${boots.id}`
        const { setFlagged } = yield* ReviewOperations
        const ratings = sql`SELECT DISTINCT rating::text, review_count FROM products
          WHERE id = ${boots.id} OR group_id = ${boots.id}`
        yield* setFlagged(ReviewId.make(review!.id), true)
        assert.deepStrictEqual(yield* ratings, [{ rating: "0.00", review_count: 0 }])
        yield* setFlagged(ReviewId.make(review!.id), false)
        assert.deepStrictEqual(yield* ratings, [{ rating: "4.00", review_count: 1 }])
        const { list } = yield* ReviewLookup
        const query = {
          sort: "newest",
          rating: null,
          verifiedOnly: false,
          includeFlagged: false,
          limit: 5,
          offset: 0
        } as const
        const found = yield* list({ ...query, productId: red42.id })
        assert.deepStrictEqual([found.product_id, found.total_reviews, found.reviews.length], [boots.id, 1, 1])
        assert.lengthOf((yield* Effect.flatMap(CatalogRepository, ({ find }) => find(red42.id))).reviews, 1)
        const { compare } = yield* SentimentAnalysis
        const compared = yield* compare([black41.id, red42.id, red43.id, trailShoes.id])
        assert.deepStrictEqual(
          [idsOf(compared.comparisons), compared.missing_ids],
          [[boots.id, trailShoes.id], [red43.id]]
        )
      })
    )

    it.effect("is listed for sellers by its variants, each with its own stock", () =>
      Effect.gen(function* () {
        const { list } = yield* SellerCatalogue
        const own = Effect.fnUntraced(function* (includeInactive: boolean) {
          const listing = { seller: null, category: null, lowStockOnly: false, limit: 50, offset: 0, includeInactive }
          const { products } = yield* list(listing)
          return products.flatMap(({ brand, product_id, total_stock }) =>
            String(brand) === boots.brand ? [[product_id, total_stock] as const] : []
          )
        })
        const sold = [black41, black42, red42].map(({ id, units }) => [id, units] as const)
        assert.sameDeepMembers(yield* own(false), sold)
        assert.sameDeepMembers(yield* own(true), [...sold, [red43.id, red43.units] as const])
      })
    )

    it.effect("stands for its variants among similar products", () =>
      Effect.gen(function* () {
        const { find } = yield* SimilarProducts
        const { base, products } = yield* find(black41.id, 50)
        assert.deepStrictEqual(base, { product_id: boots.id, name: boots.name } as never)
        assert.notInclude(idsOf(products), boots.id)
        const variants = new Set<string>(boots.variants.map(({ id }) => id))
        assert.deepStrictEqual(
          idsOf((yield* find(trailShoes.id, 50)).products).filter((id) => id === boots.id || variants.has(id)),
          [boots.id]
        )
        assert.strictEqual((yield* Effect.flip(find(red43.id, 5)))._tag, "ProductNotFound")
      })
    )
  })
}
