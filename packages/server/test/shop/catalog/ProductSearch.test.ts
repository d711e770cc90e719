import { AiError, EmbeddingModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Money } from "@storefront/domain/Money"
import { Effect, Layer } from "effect"
import * as ProductEmbeddings from "../../../src/shop/catalog/ProductEmbeddings.ts"
import { type ProductQuery, ProductSearch } from "../../../src/shop/catalog/ProductSearch.ts"
import { VectorIndex } from "../../../src/shop/catalog/VectorIndex.ts"
import * as NgramEmbeddings from "../../../src/platform/embeddings/NgramEmbeddings.ts"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import {
  backpack,
  bottle,
  catalogue,
  cookbook,
  earbuds,
  hush,
  jacket,
  kettle,
  keyboard,
  knives,
  powerBank,
  socks,
  trailShoes,
  tShirt,
  vacuum
} from "../../../src/testing/SmallCatalogue.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { Category } from "@storefront/domain/Catalog"

const space = (dimensions: number) =>
  Layer.merge(
    NgramEmbeddings.layer(dimensions),
    Layer.succeed(EmbeddingSpace, { model: NgramEmbeddings.modelName, dimensions })
  )

const search = (query: Partial<ProductQuery>) =>
  Effect.flatMap(ProductSearch, (products) => products.search({ limit: 10, offset: 0, ...query }))

const names = (query: Partial<ProductQuery>) =>
  Effect.map(search(query), ({ products }) => products.map(({ name }) => String(name)))

const named = (...products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => name)

const meant = (query: string) =>
  Effect.flatMap(ProductSearch, (products) => products.searchByMeaning({ query, limit: 5 }))

/** What somebody types, and the products that are an answer to it. */
const queries = [
  ["trail shoes", [trailShoes]],
  ["Ridge Runner", [trailShoes]],
  ["TRAIL SHOES", [trailShoes]],
  ["shoes", [trailShoes]],
  ["hiking backpack for women", [backpack]],
  ["comfy trail shoes", [trailShoes]],
  ["noise cancelling headphones", [hush]],
  ["the hush", [hush]],
  ["head phones", [hush, earbuds]],
  ["tshirt", [tShirt]],
  ["t-shirts", [tShirt]],
  ["kitchen knives", [knives]],
  ["waterproof jacket", [jacket]],
  ["laptop", [powerBank]],
  ["warm", [jacket, socks]],
  ["jacket or kettle", [kettle, jacket]],
  ["The Slow Pantry Cookbook", [cookbook]],
  // Brands
  // Other words for a kind of goods
  ["footwear", [trailShoes]],
  ["headset", [hush, earbuds]],
  ["earphones", [earbuds]],
  ["rucksacks", [backpack]],
  ["women's coat", [jacket]],
  ["vacuum cleaner", [vacuum]],
  ["outerwear", [jacket]],
  ["clothes", [jacket, socks, tShirt]],
  ["book", [cookbook]],
  ["portable charger", [powerBank]],
  ["oskaberg", [jacket, socks]],
  ["Oskaberg jacket", [jacket]],
  ["Lantern Quay", [cookbook]],
  // Misspelt
  ["hedphones", [hush]],
  ["kestrleon hush", [hush]],
  ["trail shose", [trailShoes]],
  ["jaket", [jacket]],
  ["waterprof jaket", [jacket]],
  ["vaccum cleaner", [vacuum]],
  ["kettel", [kettle]],
  ["mechanical keybord", [keyboard]],
  ["bagpack", [backpack]],
  ["nimbrx erbuds", [earbuds]],
  // Nothing of the kind
  ["hoverboard", []],
  ["board games", []],
  ["pizza", []]
] as const

for (const engine of TestDatabase.engines) {
  const Searchable = ProductSearch.layer.pipe(
    Layer.provide(VectorIndex.layer),
    Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
    Layer.provideMerge(space(384)),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(Searchable, { excludeTestServices: true })(`searching products on ${engine.name}`, (it) => {
    for (const [query, answer] of queries) {
      it.effect(
        `finds ${answer.length === 0 ? "nothing" : answer.map(({ name }) => name).join(", ")} for "${query}"`,
        () =>
          Effect.gen(function* () {
            assert.sameMembers(yield* names({ query }), named(...answer))
          })
      )
    }

    it.effect("ranks by the signals and shows the fused score", () =>
      Effect.gen(function* () {
        const { products } = yield* search({ query: "oskaberg" })
        const scores = products.map(({ score }) => score ?? 0)
        assert.isAbove(scores[0]!, scores[1]!)
        assert.isAbove(scores[1]!, 1 / 161)
      })
    )

    describe("filters", () => {
      it.effect("hold for every product, at the cent", () =>
        Effect.gen(function* () {
          const from = (cents: number) => Money.make(cents)
          assert.deepStrictEqual(yield* names({ query: "trail shoes", max_price: from(11_995) }), named(trailShoes))
          assert.deepStrictEqual(yield* names({ query: "trail shoes", min_price: from(11_995) }), named(trailShoes))
          assert.strictEqual((yield* search({ query: "trail shoes", min_price: from(11_996) })).nearest, "other_price")
          assert.deepStrictEqual(
            yield* names({ query: "warm", category: Category.make("Clothing"), max_price: from(3_000) }),
            named(socks)
          )
          assert.deepStrictEqual(yield* names({ query: "oskaberg", category: Category.make("Sports") }), [])
        })
      )

      it.effect("combine with a list that has no query", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* names({ brand: "OSKABERG" }), named(socks, jacket))
          assert.deepStrictEqual(yield* names({ brand: "Oska" }), [])
          assert.deepStrictEqual(yield* names({ min_rating: 4.7 }), named(cookbook, knives))
          assert.deepStrictEqual(yield* names({ in_stock: false }), named(vacuum))
          assert.deepStrictEqual(
            yield* names({ category: Category.make("Home"), in_stock: true }),
            named(knives, kettle)
          )
        })
      )
    })

    it.effect("shows the nearest few beyond prices at which there is nothing, never beside others", () =>
      Effect.gen(function* () {
        const near = Effect.fnUntraced(function* (query: Partial<ProductQuery>) {
          const { nearest, products } = yield* search(query)
          return [nearest, products.map(({ name }) => String(name))]
        })
        const upTo = (cents: number) => ({ max_price: Money.make(cents) })
        assert.deepStrictEqual(yield* near({ query: "trail shoes", ...upTo(11_995) }), [null, named(trailShoes)])
        assert.deepStrictEqual(yield* near({ query: "trail shoes", ...upTo(11_994) }), [
          "other_price",
          named(trailShoes)
        ])
        assert.deepStrictEqual(yield* near({ query: "kettle", min_price: Money.make(7_000), ...upTo(9_000) }), [
          "other_price",
          named(kettle)
        ])
        assert.deepStrictEqual(
          yield* near({ category: Category.make("Sports"), min_price: Money.make(11_000), ...upTo(11_900) }),
          ["other_price", named(trailShoes, backpack, bottle)]
        )
        // The nearest of its kind, not of its name.
        assert.deepStrictEqual(yield* near({ query: "headphones", ...upTo(5_000) }), [
          "other_price",
          named(earbuds, hush)
        ])
        // Socks "fine in city shoes" are no cheap shoes.
        assert.deepStrictEqual(yield* near({ query: "shoes", ...upTo(5_000) }), ["other_price", named(trailShoes)])
        assert.deepStrictEqual(yield* near({ query: "purple shoes", ...upTo(1_000) }), [
          "other_price_fewer_words",
          named(trailShoes)
        ])
        // What costs more has to meet every other condition.
        assert.deepStrictEqual(
          yield* near({ query: "trail shoes", category: Category.make("Home"), ...upTo(11_994) }),
          [null, []]
        )
        assert.deepStrictEqual(yield* near({ category: Category.make("Sports"), ...upTo(100) }), [
          "other_price",
          named(bottle, trailShoes, backpack)
        ])
        assert.deepStrictEqual(yield* near({ category: Category.make("Sports"), ...upTo(100), limit: 2 }), [
          "other_price",
          named(bottle, trailShoes)
        ])
        assert.deepStrictEqual(yield* near({ category: Category.make("Sports"), ...upTo(100), offset: 3 }), [null, []])
        assert.deepStrictEqual(yield* near({ query: "warm", ...upTo(3_000) }), [null, named(socks)])
      })
    )

    it.effect("marks what has fewer than all words", () =>
      Effect.gen(function* () {
        const shortfall = (query: string) => Effect.map(search({ query }), ({ nearest }) => nearest)
        assert.isNull(yield* shortfall("trail shoes"))
        assert.isNull(yield* shortfall("trail shose"))
        assert.strictEqual(yield* shortfall("comfy trail shoes"), "fewer_words")
        // Only mentioned.
        assert.strictEqual(yield* shortfall("laptop"), "fewer_words")
        assert.isNull(yield* shortfall("hoverboard"))
      })
    )

    it.effect("lists in every order, ties by id", () =>
      Effect.gen(function* () {
        const sports = { category: Category.make("Sports") } as const
        assert.deepStrictEqual(yield* names(sports), named(backpack, trailShoes, bottle))
        assert.deepStrictEqual(yield* names({ ...sports, sort_by: "relevance" }), named(backpack, trailShoes, bottle))
        assert.deepStrictEqual(yield* names({ ...sports, sort_by: "price_asc" }), named(bottle, trailShoes, backpack))
        assert.deepStrictEqual(yield* names({ ...sports, sort_by: "price_desc" }), named(backpack, trailShoes, bottle))
        assert.deepStrictEqual(yield* names({ ...sports, sort_by: "newest" }), named(bottle, backpack, trailShoes))
        assert.deepStrictEqual(yield* names({ query: "warm", sort_by: "price_asc" }), named(socks, jacket))
      })
    )

    it.effect("gives pages of a list and of a search", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* names({ category: Category.make("Sports"), limit: 1, offset: 1 }),
          named(trailShoes)
        )
        assert.deepStrictEqual(yield* names({ query: "warm", limit: 1, offset: 1 }), named(socks))
        assert.deepStrictEqual(yield* names({ query: "warm", offset: 2 }), [])
      })
    )

    it.effect("shows a product as it is", () =>
      Effect.gen(function* () {
        const { products, retrieval, retrieval_note } = yield* search({ brand: "kestrelon" })
        assert.deepStrictEqual<unknown>(products, [
          {
            product_id: hush.id,
            variant_count: 0,
            name: hush.name,
            brand: "Kestrelon",
            category: Category.make("Electronics"),
            price: Money.make(24_900),
            original_price: Money.make(29_900),
            on_sale: true,
            rating: 4.2,
            review_count: 10,
            in_stock: true,
            description: hush.description,
            score: null,
            similarity: null
          }
        ])
        assert.strictEqual(retrieval, "filter")
        assert.isNull(retrieval_note)
      })
    )

    it.effect("cuts descriptions to 150 characters, at a word", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shown = Effect.fnUntraced(function* (description: string) {
          yield* sql`UPDATE products SET description = ${description} WHERE id = ${knives.id}`
          const { products } = yield* search({ query: "knife" })
          return products.map(({ description }) => String(description))
        })
        assert.deepStrictEqual(yield* shown("é".repeat(150)), ["é".repeat(150)])
        assert.deepStrictEqual(yield* shown(`${"é".repeat(140)} and what else`), [`${"é".repeat(140)} and what…`])
        assert.deepStrictEqual(yield* shown(`${"é".repeat(140)} and whatever else`), [`${"é".repeat(140)} and…`])
      })
    )

    it.effect("takes any text for a query", () =>
      Effect.gen(function* () {
        for (const query of [
          "'",
          '"',
          "& | !",
          "%_\\",
          "something nice",
          "🙂",
          "a".repeat(200),
          "-trail",
          "(((",
          "shoes -trail"
        ]) {
          const { products } = yield* search({ query })
          assert.isAtMost(products.length, 10, query)
        }
      })
    )
  })
}

const WithMeaning = ProductSearch.layer.pipe(
  Layer.provide(VectorIndex.layer),
  Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
  Layer.provideMerge(space(384)),
  Layer.provide(catalogue),
  Layer.provideMerge(TestDatabase.layer)
)

layer(WithMeaning, { excludeTestServices: true })("searching by meaning", (it) => {
  const cases = [
    ["something to keep me dry and warm in winter", [jacket, socks]],
    ["gift for someone who loves to cook", [cookbook]],
    ["a headset for music", [earbuds, hush]],
    ["charge my phone on a trip", [powerBank]],
    ["hot tea", [kettle]]
  ] as const
  for (const [query, answer] of cases) {
    it.effect(`brings up what is meant by "${query}"`, () =>
      Effect.gen(function* () {
        const { products, retrieval } = yield* meant(query)
        assert.strictEqual(retrieval, "vector")
        assert.strictEqual(products[0]?.name, answer[0].name)
        assert.includeMembers(
          named(...answer),
          products.slice(0, answer.length).map(({ name }) => String(name))
        )
        const similarities = products.map(({ similarity }) => similarity ?? 0)
        assert.deepStrictEqual(
          similarities,
          similarities.toSorted((a, b) => b - a)
        )
        assert.isAtLeast(Math.min(...similarities), 0.25)
      })
    )
  }

  it.effect("uses all signals in a search for words", () =>
    Effect.gen(function* () {
      const { products, retrieval, retrieval_note } = yield* search({ query: "trail shoes" })
      assert.strictEqual(retrieval, "hybrid")
      assert.isNull(retrieval_note)
      // First in the full text, among the misspelt and in meaning.
      assert.closeTo(products[0]?.score ?? 0, 3 / 61, 1e-9)
    })
  )

  it.effect("compares words when nothing is near", () =>
    Effect.gen(function* () {
      const { products, retrieval, retrieval_note } = yield* meant("jaket")
      assert.deepStrictEqual(
        products.map(({ name }) => String(name)),
        named(jacket)
      )
      assert.strictEqual(retrieval, "text_fallback")
      assert.strictEqual(retrieval_note, "No product is near in meaning; products were compared by their text.")
    })
  )

  it.effect("keeps the filters", () =>
    Effect.gen(function* () {
      const products = yield* ProductSearch
      const query = "warm clothes for the winter"
      const all = yield* products.searchByMeaning({ query, limit: 5 })
      assert.includeMembers(
        all.products.map(({ name }) => String(name)),
        named(jacket, socks)
      )
      const some = yield* products.searchByMeaning({ query, limit: 5, max_price: Money.make(10_000) })
      assert.notInclude(
        some.products.map(({ name }) => String(name)),
        jacket.name
      )
    })
  )
})

describe("without vectors", () => {
  const searchable = (embeddings: Layer.Layer<EmbeddingModel.EmbeddingModel | EmbeddingSpace>) =>
    ProductSearch.layer.pipe(
      Layer.provide(VectorIndex.layer),
      Layer.provideMerge(embeddings),
      Layer.provide(catalogue),
      Layer.provideMerge(TestDatabase.layer)
    )

  const fallsBack = Effect.fnUntraced(function* (note: string) {
    const found = yield* search({ query: "trail shose" })
    assert.deepStrictEqual(
      found.products.map(({ name }) => String(name)),
      named(trailShoes)
    )
    assert.strictEqual(found.retrieval, "text_fallback")
    assert.strictEqual(found.retrieval_note, note)
    const near = yield* meant("warm winter jacket")
    assert.deepStrictEqual(
      near.products.map(({ name }) => String(name)),
      named(jacket)
    )
    assert.strictEqual(near.retrieval, "text_fallback")
    assert.strictEqual(near.retrieval_note, note)
  })

  layer(searchable(space(384)), { excludeTestServices: true })("before they are built", (it) => {
    it.effect("compares text and says why", () =>
      fallsBack("The products have no embeddings of the current model yet; they were compared by their text.")
    )
  })

  layer(searchable(space(16)), { excludeTestServices: true })("of another length", (it) => {
    it.effect("compares text and says why", () =>
      fallsBack(
        "The stored embeddings do not fit EMBEDDING_DIMENSIONS; products were compared by their text until they are rebuilt."
      )
    )
  })

  layer(searchable(space(384)), { excludeTestServices: true })("on a server that has none", (it) => {
    it.effect("compares text and says why", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DROP EXTENSION vector CASCADE`
        yield* sql`DROP TABLE product_embeddings`
        yield* fallsBack("This database has no vector search; products were compared by their text.")
      })
    )
  })

  const broken = Layer.succeed(EmbeddingModel.EmbeddingModel, {
    embed: () => new AiError.UnknownError({ module: "test", method: "embed" }),
    embedMany: (texts) => Effect.succeed(texts.map((text) => NgramEmbeddings.embed(text, 384)))
  })
  const Built = ProductSearch.layer.pipe(
    Layer.provide(VectorIndex.layer),
    Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
    Layer.provide(broken),
    Layer.provide(Layer.succeed(EmbeddingSpace, { model: "broken", dimensions: 384 })),
    Layer.provide(catalogue),
    Layer.provideMerge(TestDatabase.layer)
  )
  layer(Built, { excludeTestServices: true })("while the service is down", (it) => {
    it.effect("compares text and says why", () =>
      fallsBack("The embedding service cannot be reached; products were compared by their text.")
    )
  })
})
