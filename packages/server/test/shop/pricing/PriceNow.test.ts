import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Category } from "@storefront/domain/Catalog"
import { Money, toNumeric } from "@storefront/domain/Money"
import { type PromotionRules } from "@storefront/domain/Pricing"
import { price } from "@storefront/domain/rules/CartPricing"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { todaysPrice } from "@storefront/domain/rules/ProductComparison"
import { Array, DateTime, Effect, FastCheck, Layer } from "effect"
import * as NgramEmbeddings from "../../../src/platform/embeddings/NgramEmbeddings.ts"
import { EmbeddingSpace } from "../../../src/platform/embeddings/EmbeddingSpace.ts"
import { Carts } from "../../../src/shop/cart/Carts.ts"
import { ProductDetails } from "../../../src/shop/catalog/ProductDetails.ts"
import { type ProductQuery, ProductSearch } from "../../../src/shop/catalog/ProductSearch.ts"
import { VectorIndex } from "../../../src/shop/catalog/VectorIndex.ts"
import {
  backpack,
  bottle,
  catalogue,
  hush,
  jacket,
  socks,
  trailShoes,
  tShirt
} from "../../../src/testing/SmallCatalogue.ts"
import { seller } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { demoNames } from "../../../src/testing/DemoNames.ts"

const { categories } = demoNames
const anyCategories = FastCheck.subarray([...categories], { minLength: 1 })

const anyPercentage = FastCheck.oneof(
  FastCheck.integer({ min: 1, max: 100 }),
  // Thousandths, so that there is something to round.
  FastCheck.integer({ min: 1, max: 99_999 }).map((thousandths) => thousandths / 1_000)
)

const anyRules: FastCheck.Arbitrary<PromotionRules> = FastCheck.oneof(
  { weight: 3, arbitrary: FastCheck.record({ categories: anyCategories, discount_pct: anyPercentage }) },
  { weight: 1, arbitrary: FastCheck.constant(null) }
).map((sale) =>
  sale === null
    ? { type: "bundle", categories: [Category.make("Home"), Category.make("Clothing")], discount_pct: 50 }
    : { type: "flash_sale", ...sale }
)

/** A promotion, and when it runs in days from now. */
const anyPromotion = FastCheck.record({
  rules: anyRules,
  start: FastCheck.constantFrom(-2, -2, -2, 1),
  end: FastCheck.constantFrom(2, 2, 2, -1),
  is_active: FastCheck.constantFrom(true, true, true, false)
}).filter(({ end, start }) => start < end)

const samples = FastCheck.sample(
  FastCheck.record({
    promotions: FastCheck.array(anyPromotion, { maxLength: 5 }),
    cents: FastCheck.array(
      FastCheck.oneof(FastCheck.integer({ min: 1, max: 99 }), FastCheck.integer({ min: 1, max: 99_999_999 })),
      {
        minLength: 14,
        maxLength: 14
      }
    )
  }),
  25
)

/** The catalogue at whole prices. */
const wholePrices = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE products SET price = ceil(price), original_price = ceil(original_price)`
  )
)

/** Has these promotions run, and no others. */
const run = Effect.fnUntraced(function* (
  promotions: ReadonlyArray<{ rules: PromotionRules; start: number; end: number; is_active: boolean }>
) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* DateTime.now
  yield* sql`DELETE FROM promotions`
  for (const [index, { end, is_active, rules, start }] of promotions.entries()) {
    yield* sql`INSERT INTO promotions ${sql.insert({
      name: `Promotion ${index}`,
      rules: JSON.stringify(rules),
      start_date: DateTime.toDate(DateTime.add(now, { days: start })),
      end_date: DateTime.toDate(DateTime.add(now, { days: end })),
      is_active
    })}`
  }
})

const flashSale = (discount_pct: number, ...of: ReadonlyArray<Category>) => ({
  rules: { type: "flash_sale" as const, categories: of, discount_pct },
  start: -1,
  end: 1,
  is_active: true
})

const search = (query: Partial<ProductQuery>) =>
  Effect.flatMap(ProductSearch, (products) => products.search({ limit: 50, offset: 0, ...query }))

const names = (query: Partial<ProductQuery>) =>
  Effect.map(search(query), ({ products }) => products.map(({ name }) => String(name)))

const named = (...products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => name)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(ProductSearch.layer, ProductDetails.layer, Carts.layer).pipe(
    Layer.provide(VectorIndex.layer),
    Layer.provide(NgramEmbeddings.layer(384)),
    Layer.provide(Layer.succeed(EmbeddingSpace, { model: NgramEmbeddings.modelName, dimensions: 384 })),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`prices of today on ${engine.name}`, (it) => {
    it.effect("are what one unit costs in a cart without coupon and tier, to the cent, and name the promotion", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const carts = yield* Carts
        const listed = yield* names({ sort_by: "newest" })
        for (const { cents, promotions } of samples) {
          yield* run(promotions)
          yield* sql`
            UPDATE products p SET price = n.price::numeric, original_price = n.price::numeric
            FROM jsonb_to_recordset(${JSON.stringify(
              Array.zipWith(listed, cents, (name, cents) => ({ name, price: toNumeric(Money.make(cents)) }))
            )}::jsonb) AS n (name text, price text) WHERE p.name = n.name`
          const { facts: read } = yield* carts.find(seller)
          const everybody = { ...read, tier: { ...read.tier, discountPct: 0 } }
          const { products } = yield* search({ sort_by: "price_asc" })
          assert.lengthOf(products, 14)
          for (const product of products) {
            const line = {
              productId: product.product_id,
              category: product.category,
              groupId: null,
              unitPrice: product.price,
              quantity: 1
            }
            const { savings, total } = price([line], everybody, null)
            assert.strictEqual(todaysPrice(product), total)
            assert.strictEqual(product.on_sale, total < product.original_price)
            assert.deepStrictEqual(
              product.promotion === undefined ? [] : [product.promotion],
              savings.map(({ label }) => label)
            )
            assert.strictEqual(product.price_now === undefined, savings.length === 0)
          }
          const prices = products.map(todaysPrice)
          assert.deepStrictEqual(
            prices,
            prices.toSorted((a, b) => a - b)
          )
        }
      })
    )
  })

  const YenLayer = TestLayer.pipe(
    Layer.merge(Layer.scopedDiscard(settleScoped({ currency: { code: "JPY", decimals: 0 }, language: "en-US" })))
  )

  layer(Layer.provideMerge(wholePrices, YenLayer), { excludeTestServices: true })(
    `prices of today in yen on ${engine.name}`,
    (it) => {
      it.effect("are whole, half a yen off rounded up as in a cart, and found by exactly that", () =>
        Effect.gen(function* () {
          yield* run([flashSale(7.5, Category.make("Sports"))])
          const { facts } = yield* (yield* Carts).find(seller)
          for (const { category, price: unitPrice, product_id, ...today } of (yield* search({})).products) {
            const { total } = price(
              [{ productId: product_id, groupId: null, category, unitPrice, quantity: 1 }],
              facts,
              null
            )
            assert.strictEqual(today.price_now ?? unitPrice, total)
          }
          // 120 less 7.5 % are 111.
          const at = (amount: number) => names({ category: Category.make("Sports"), max_price: Money.make(amount) })
          assert.include(yield* at(111), trailShoes.name)
          assert.notInclude(yield* at(110), trailShoes.name)
        })
      )
    }
  )

  layer(TestLayer, { excludeTestServices: true })(`searching by the prices of today on ${engine.name}`, (it) => {
    it.effect("filters by them at the cent, with words and without", () =>
      Effect.gen(function* () {
        yield* run([
          flashSale(15, Category.make("Clothing"), Category.make("Sports")),
          flashSale(5, Category.make("Sports"))
        ])
        const upTo = (cents: number) => ({ max_price: Money.make(cents) })
        for (const query of [
          { query: "trail shoes" },
          { category: Category.make("Sports"), min_price: Money.make(5_000) }
        ] as const) {
          // 119.95 less 15 %.
          const found = yield* search({ ...query, ...upTo(10_196) })
          assert.isNull(found.nearest)
          assert.deepStrictEqual(
            found.products.map(({ name, price_now, promotion }) => [String(name), price_now, promotion]),
            [[trailShoes.name, Money.make(10_196), "Promotion 0"]]
          )
          const missed = yield* search({ ...query, ...upTo(10_195) })
          assert.strictEqual(missed.nearest, "other_price")
        }
        assert.deepStrictEqual(
          yield* names({ query: "trail shoes", min_price: Money.make(10_197), max_price: Money.make(20_000) }),
          named(trailShoes)
        )
        assert.strictEqual(
          (yield* search({ query: "trail shoes", min_price: Money.make(10_197) })).nearest,
          "other_price"
        )
      })
    )

    it.effect("sorts by them and gives pages that neither repeat nor miss a product", () =>
      Effect.gen(function* () {
        yield* run([flashSale(50, Category.make("Sports"), Category.make("Electronics"))])
        assert.deepStrictEqual(
          yield* names({ sort_by: "price_asc", limit: 6 }).pipe(Effect.map((all) => all.slice(0, 3))),
          [bottle.name, socks.name, "The Slow Pantry Cookbook"]
        )
        for (const sort_by of ["price_asc", "price_desc", "rating", "newest"] as const) {
          const all = yield* names({ sort_by })
          const pages = yield* Effect.forEach(Array.range(0, 4), (page) =>
            names({ sort_by, limit: 3, offset: 3 * page })
          )
          assert.deepStrictEqual(pages.flat(), all)
          assert.lengthOf(all, 14)
        }
        const { products } = yield* search({ query: "oskaberg", sort_by: "price_desc" })
        assert.deepStrictEqual(
          products.map(({ name }) => String(name)),
          named(jacket, socks)
        )
      })
    )

    it.effect("shows nothing of a promotion that one unit alone does not get, or that does not run", () =>
      Effect.gen(function* () {
        const details = yield* ProductDetails
        yield* run([
          { ...flashSale(20, Category.make("Sports")), start: 1, end: 2 },
          { ...flashSale(20, Category.make("Sports")), is_active: false },
          {
            ...flashSale(20, Category.make("Sports")),
            rules: { type: "bundle", product_ids: [backpack.id, trailShoes.id], discount_pct: 50 }
          },
          {
            ...flashSale(20, Category.make("Sports")),
            rules: { type: "buy_x_get_y", product_ids: [backpack.id], buy_quantity: 1, free_quantity: 1 }
          }
        ])
        const alone = yield* details.find(backpack.id)
        assert.doesNotHaveAnyKeys(alone, ["price_now", "promotion"])
        assert.isFalse(alone.on_sale)
        yield* run([flashSale(20, Category.make("Sports"))])
        assert.deepInclude(yield* details.find(backpack.id), {
          price: Money.make(12_900),
          price_now: Money.make(10_320),
          promotion: "Promotion 0",
          on_sale: true
        })
        // Reduced by the seller, in no promotion.
        const reduced = yield* details.find(hush.id)
        assert.doesNotHaveAnyKeys(reduced, ["price_now", "promotion"])
        assert.isTrue(reduced.on_sale)
        assert.isFalse((yield* details.find(tShirt.id)).on_sale)
      })
    )
  })
}
