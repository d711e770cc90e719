import { getPurchaseHistory } from "@storefront/domain/tools/AccountTools"
import { getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { User } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import {
  compareProducts,
  findSimilarProducts,
  getMyProducts,
  getPriceHistory,
  getTrendingProducts,
  searchProducts,
  semanticSearch
} from "@storefront/domain/tools/ProductTools"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { Effect, Option } from "effect"
import {
  backpack,
  bottle,
  cookbook,
  discontinued,
  hush,
  jacket,
  kettle,
  trailShoes,
  unknownProduct
} from "@storefront/server/testing/SmallCatalogue"
import { ada, seller } from "@storefront/server/testing/SmallShop"
import { toolkit } from "../../../src/product-discovery/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { admin, ShopLayer } from "../ShopLayer.ts"
import { KnownNames } from "@storefront/domain/ShopNames"
import { demoNames } from "@storefront/server/testing/DemoNames"

type Tools = typeof toolkit.tools

const call = callerOf(toolkit, seller)

const asFound = decodeAs(searchProducts.successSchema)
const asNear = decodeAs(semanticSearch.successSchema)
const asHistory = decodeAs(getPriceHistory.successSchema)
const asTrending = decodeAs(getTrendingProducts.successSchema)

layer(ShopLayer, { excludeTestServices: true })("the tools of product-discovery", (it) => {
  it.effect("search products", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call("search_products", { query: "trail shoes", max_price: 119.95 }), {
        products: [
          {
            product_id: trailShoes.id,
            name: trailShoes.name,
            category: "Sports",
            brand: "Strydevale",
            variant_count: 0,
            price: 119.95,
            original_price: 119.95,
            on_sale: false,
            rating: 4.6,
            review_count: 14,
            in_stock: true,
            description: trailShoes.description,
            score: 0.04918
          }
        ],
        count: 1,
        offset: 0,
        nearest: null,
        retrieval: "hybrid",
        retrieval_note: null
      })
      const listed = asFound(yield* call("search_products", { brand: "voltarra", sort_by: "price_asc", offset: 1 }))
      assert.deepInclude(listed, { count: 1, offset: 1, retrieval: "filter", retrieval_note: null })
      assert.isNull(listed.products[0]!.score)
    })
  )

  it.effect("say what an empty result means", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call("search_products", { query: "hoverboard" }), {
        products: [],
        count: 0,
        offset: 0,
        nearest: null,
        retrieval: "hybrid",
        retrieval_note: null,
        message: "No product matches. Use other words, or leave out a filter."
      })
      const beyond = "There are no more matching products beyond this offset."
      for (const query of [{}, { query: "trail shoes" }]) {
        const page = asFound(yield* call("search_products", { ...query, offset: 20_000 }))
        assert.deepInclude(page, { count: 0, offset: 10_000, message: beyond })
      }
    })
  )

  it.effect("say how what was found falls short of what was asked for", () =>
    Effect.gen(function* () {
      const said = Effect.fnUntraced(function* (query: {
        readonly query?: string
        readonly category?: "Sports"
        readonly max_price?: number
        readonly offset?: number
      }) {
        const { message, nearest, products } = asFound(yield* call("search_products", query))
        return [nearest, message, products.map(({ name }) => String(name))]
      })
      const other = "Nothing was found at this price. These are the nearest by price: say so."
      assert.deepStrictEqual(yield* said({ query: "trail shoes", max_price: 119.94 }), [
        "other_price",
        other,
        [trailShoes.name]
      ])
      const sports = yield* said({ category: "Sports", max_price: 1 })
      assert.deepStrictEqual(sports, ["other_price", other, [bottle.name, trailShoes.name, backpack.name]])
      assert.deepStrictEqual((yield* said({ category: "Sports", max_price: 1, offset: 1 }))[2], [])
      assert.deepStrictEqual(yield* said({ query: "purple trail shoes" }), [
        "fewer_words",
        "Nothing is quite that. These have some of the words, mention it, or are near in meaning: say so.",
        [trailShoes.name]
      ])
    })
  )

  it.effect("refuse a range that is the wrong way round", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* call("search_products", { min_price: 20, max_price: 10 }), {
        error: "invalid_argument",
        field_errors: [{ field: "min_price", message: "must not be above max_price" }]
      })
      assert.isAbove(asFound(yield* call("search_products", { min_price: 28, max_price: 28 })).count, 0)
    })
  )

  it.effect("search by meaning, with a similarity of three decimals", () =>
    Effect.gen(function* () {
      const near = asNear(yield* call("semantic_search", { query: "something warm for winter" }))
      assert.strictEqual(near.retrieval, "vector")
      for (const { similarity } of near.products) {
        assert.match(String(similarity), /^0\.\d{1,3}$/)
      }
      const text = asNear(yield* call("semantic_search", { query: "jaket" }))
      assert.strictEqual(text.retrieval, "text_fallback")
      assert.deepStrictEqual(
        text.products.map(({ name, similarity }) => [String(name), similarity]),
        [[jacket.name, null]]
      )
    })
  )

  it.effect("describe a product", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call("get_product_details", { product_id: hush.id }), {
        product_id: hush.id,
        name: hush.name,
        category: "Electronics",
        brand: "Kestrelon",
        variant_count: 0,
        price: 249,
        original_price: 299,
        on_sale: true,
        rating: 4.2,
        review_count: 10,
        in_stock: true,
        description: hush.description,
        image_url: "/images/products/x.svg",
        specs: { "Battery life": "38 h", Bluetooth: true },
        vendor: "",
        sku: null,
        gtin: null,
        product_type: "",
        variants: [],
        total_stock: 2,
        warehouses: [
          { warehouse: "Eastgate", region: "east", quantity: 0 },
          { warehouse: "Midland", region: "central", quantity: 0 },
          { warehouse: "Pacific", region: "west", quantity: 2 }
        ]
      })
    })
  )

  it.effect("tell how a price developed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO price_history (product_id, day, price)
        SELECT ${kettle.id}, current_date - n, CASE WHEN n < 7 THEN 64 ELSE 70 END FROM generate_series(0, 199) n`
      const month = yield* call("get_price_history", { product_id: kettle.id })
      assert.deepInclude(month, {
        product_name: kettle.name,
        current_price: 64,
        period_days: 30,
        data_points: 30,
        average_price: 68.6,
        min_price: 64,
        max_price: 70,
        trend: "decreasing",
        is_good_deal: true
      })
      const { points } = asHistory(month)
      assert.lengthOf(points, 12)
      assert.deepStrictEqual([points[0]?.price, points[11]?.price], [Money.make(7_000), Money.make(6_400)])
      const year = asHistory(yield* call("get_price_history", { product_id: kettle.id, days: 365 }))
      assert.deepStrictEqual([year.period_days, year.data_points, year.points.length], [365, 200, 12])
      assert.deepInclude(yield* call("get_price_history", { product_id: backpack.id }), {
        average_price: null,
        trend: "insufficient_data",
        is_good_deal: false,
        points: [],
        message: "No prices were recorded in this period. Try a longer one."
      })
    })
  )

  it.effect("go by the price of today where a promotion runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const promotion = "Trail Weekend"
      yield* sql`INSERT INTO promotions ${sql.insert({
        name: promotion,
        rules: JSON.stringify({ type: "flash_sale", categories: ["Sports", "Clothing"], discount_pct: 15 }),
        start_date: "2020-01-01T00:00:00Z",
        end_date: "2100-01-01T00:00:00Z"
      })}`
      yield* sql`
        INSERT INTO price_history (product_id, day, price)
        SELECT ${trailShoes.id}, current_date - n, 119.95 FROM generate_series(0, 29) n`
      const today = { price: 119.95, price_now: 101.96, promotion, on_sale: true, original_price: 119.95 }
      const found = yield* call("search_products", { query: "trail shoes", max_price: 101.96 })
      assert.deepInclude(found, { count: 1, nearest: null })
      assert.deepInclude(yield* call("get_product_details", { product_id: trailShoes.id }), today)
      assert.deepInclude(yield* call("get_price_history", { product_id: trailShoes.id }), {
        current_price: 119.95,
        price_now: 101.96,
        promotion,
        average_price: 119.95,
        is_good_deal: true
      })
      const compared = decodeAs(compareProducts.successSchema)(
        yield* call("compare_products", { product_ids: [backpack.id, trailShoes.id, hush.id] })
      )
      assert.strictEqual(compared.cheapest_id, trailShoes.id)
      assert.deepStrictEqual(
        compared.products.map(({ price_now }) => price_now),
        [Money.make(10_965), Money.make(10_196), undefined]
      )
      yield* sql`DELETE FROM promotions`
      assert.doesNotHaveAnyKeys(yield* call("get_product_details", { product_id: trailShoes.id }), [
        "price_now",
        "promotion"
      ])
    })
  )

  it.effect("say that nothing sells when nothing does", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(asTrending(yield* call("get_trending_products", { category: "Books" })), {
        products: [],
        count: 0,
        period_days: 30,
        message: "Nothing was sold in this period. Try a longer one, or all categories."
      })
    })
  )

  it.effect("do not know what is not sold", () =>
    Effect.gen(function* () {
      for (const id of [discontinued.id, unknownProduct]) {
        for (const name of ["get_product_details", "get_price_history", "check_stock"] as const) {
          assert.deepInclude(yield* call(name, { product_id: id }), { error: "not_found", entity: "product", id })
        }
      }
    })
  )

  it.effect("name the values there are when arguments are wrong", () =>
    Effect.gen(function* () {
      const { search_products } = toolkit.tools
      assert.deepStrictEqual(
        yield* ToolArguments.check(search_products, {
          category: "books",
          sort_by: "cheapest",
          min_rating: 6,
          max_price: 1.234,
          page: 2
        }),
        [
          { field: "page", message: "is not a parameter of this tool" },
          { field: "category", message: "must be one of Electronics, Clothing, Home, Sports, Books" },
          { field: "max_price", message: "must be an amount with at most 2 decimals" },
          { field: "min_rating", message: "must be a number from 0 to 5" },
          { field: "sort_by", message: "must be one of relevance, price_asc, price_desc, rating, newest" }
        ]
      )
    }).pipe(Effect.provideService(KnownNames, Option.some(demoNames)))
  )

  describe("compare products", () => {
    it.effect("in the order asked for, in whatever case the ids are", () =>
      Effect.gen(function* () {
        const compared = decodeAs(compareProducts.successSchema)(
          yield* call("compare_products", { product_ids: [hush.id.toUpperCase(), unknownProduct, cookbook.id] })
        )
        assert.deepInclude(compared, {
          count: 2,
          missing_ids: [unknownProduct],
          cheapest_id: cookbook.id,
          best_rated_id: cookbook.id
        })
        assert.deepStrictEqual(
          compared.products.map(({ product_id }) => product_id),
          [hush.id, cookbook.id]
        )
      })
    )

    it.effect("but not fewer than two", () =>
      Effect.gen(function* () {
        assert.deepInclude(
          yield* call("compare_products", { product_ids: [hush.id, discontinued.id, unknownProduct] }),
          {
            error: "not_found",
            entity: "product",
            missing_ids: [discontinued.id, unknownProduct]
          }
        )
        const refused = [
          [hush.id],
          [hush.id, hush.id],
          [hush.id, hush.id.toUpperCase()],
          [1, 2, 3, 4].map(() => hush.id)
        ]
        for (const product_ids of refused) {
          assert.deepStrictEqual(
            (yield* ToolArguments.check(compareProducts, { product_ids })).map(({ field }) => field),
            ["product_ids"]
          )
        }
      })
    )
  })

  it.effect("find what is similar, with a similarity of three decimals", () =>
    Effect.gen(function* () {
      const near = decodeAs(findSimilarProducts.successSchema)(
        yield* call("find_similar_products", { product_id: trailShoes.id, limit: 3 })
      )
      assert.deepInclude(near, {
        base_product: { product_id: trailShoes.id, name: trailShoes.name },
        count: 3,
        retrieval: "vector",
        retrieval_note: null
      } as object)
      for (const { product_id, similarity } of near.products) {
        assert.notInclude([trailShoes.id, discontinued.id], product_id)
        assert.match(String(similarity), /^-?0(?:\.\d{1,3})?$/)
      }
      const most = yield* call("find_similar_products", { product_id: trailShoes.id, limit: 500 })
      assert.strictEqual(decodeAs(findSimilarProducts.successSchema)(most).count, 13)
      assert.deepInclude(yield* call("find_similar_products", { product_id: discontinued.id }), {
        error: "not_found",
        id: discontinued.id
      })
    })
  )

  describe("list a seller's products", () => {
    const list = (params: Tool.ParametersEncoded<Tools["get_my_products"]>, caller: User) =>
      Effect.map(call("get_my_products", params, caller), decodeAs(getMyProducts.successSchema))

    it.effect("for that seller, and for an admin those of all or of one", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* list({}, seller)).count, 14)
        assert.strictEqual((yield* list({ seller_id: seller.id, include_inactive: true }, seller)).count, 15)
        assert.strictEqual((yield* list({}, admin)).count, 14)
        assert.deepStrictEqual(yield* list({ seller_id: ada.id }, admin), {
          products: [],
          count: 0,
          total: 0,
          message: "There are no such products. Leave out a condition."
        })
        const [first] = (yield* list({ limit: 1, offset: 13 }, admin)).products
        assert.deepInclude(first, { name: hush.name, low_stock: true, total_stock: 2, seller_id: seller.id } as object)
      })
    )

    it.effect("and refuse another seller's", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("get_my_products", { seller_id: ada.id }), {
          error: "forbidden",
          allowed_roles: ["admin"]
        })
      })
    )

    it.effect("and refuse everybody who is neither seller nor admin", () =>
      Effect.gen(function* () {
        const tools = yield* toolkit
        for (const role of ["customer", "power_user"] as const) {
          const { isFailure, value } = yield* ToolExecution.execute(
            tools,
            "get_my_products",
            {},
            new User({ ...ada, role })
          ).pipe(Effect.provide(OrderNumbers.layerTest))
          assert.isTrue(isFailure)
          assert.deepInclude(value, { error: "forbidden", allowed_roles: ["seller", "admin"] })
        }
      })
    )
  })

  it.effect("say where a product is, and when more comes", () =>
    Effect.gen(function* () {
      const where = yield* call("get_warehouse_availability", { product_id: kettle.id })
      assert.deepInclude(where, { message: "No delivery of this product is planned at the moment." })
      assert.lengthOf(decodeAs(getWarehouseAvailability.successSchema)(where).warehouses, 3)
      assert.deepInclude(yield* call("get_warehouse_availability", { product_id: discontinued.id }), {
        error: "not_found"
      })
    })
  )

  it.effect("say when nothing was bought", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(decodeAs(getPurchaseHistory.successSchema)(yield* call("get_purchase_history", {}, ada)), {
        orders: [],
        count: 0,
        message: "The customer has not ordered anything yet."
      })
    })
  )
})
