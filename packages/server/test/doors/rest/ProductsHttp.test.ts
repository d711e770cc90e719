import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const listFields = [
  "id",
  "name",
  "description",
  "category",
  "brand",
  "price",
  "original_price",
  "image_url",
  "rating",
  "review_count"
]

const categories = ["Books", "Clothing", "Electronics", "Home", "Sports"]

const list = (query: string) =>
  Effect.flatMap(FrontDoor.tokenOf("carol"), (token) => send(`/api/products?${query}`, { token }))

const names = (query: string) =>
  Effect.map(list(query), ({ body }): Array<string> => body.products.map(({ name }: { name: string }) => name))

/** Names that a statement of the test finds. */
const expected = Effect.fnUntraced(function* (condition: string, order: string, limit = 100) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT name FROM products WHERE is_active AND ${sql.literal(condition)}
    ORDER BY ${sql.literal(order)} LIMIT ${limit}`
  return rows.map(({ name }) => String(name))
})

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`products on ${engine.name}`, (it) => {
    it.effect("are listed by rating, 50 at a time, with the documented fields", () =>
      Effect.gen(function* () {
        const { body } = yield* list("")
        assert.deepStrictEqual(Object.keys(body), ["products", "total", "categories"])
        assert.strictEqual(body.products.length, 50)
        assert.strictEqual(body.total, 60)
        assert.deepStrictEqual(body.categories, categories)
        for (const product of body.products) {
          assert.deepStrictEqual(Object.keys(product), listFields)
          assert.isAtMost([...product.description].length, 200)
          assert.match(product.image_url, /^\/images\/products\/[a-z0-9-]+\.svg$/)
          assert.isAtMost(product.price, product.original_price)
        }
        assert.deepStrictEqual(yield* names("limit=100"), yield* expected("true", "rating DESC, review_count DESC, id"))
        assert.isTrue(body.products.some(({ description }: { description: string }) => description.length === 200))
      })
    )

    it.effect("are sorted in every documented way", () =>
      Effect.gen(function* () {
        const orders = {
          rating: "rating DESC, review_count DESC, id",
          price_asc: "price, id",
          price_desc: "price DESC, id DESC",
          newest: "created_at DESC, id DESC",
          name: "name, id"
        }
        for (const [sort, order] of Object.entries(orders)) {
          assert.deepStrictEqual(yield* names(`limit=100&sort=${sort}`), yield* expected("true", order))
        }
      })
    )

    it.effect("are paged without gaps, and counted exactly", () =>
      Effect.gen(function* () {
        const pages = yield* Effect.forEach([0, 25, 50, 75], (offset) => list(`limit=25&offset=${offset}&sort=name`))
        assert.deepStrictEqual(
          pages.map(({ body }) => [body.products.length, body.total]),
          [
            [25, 60],
            [25, 60],
            [10, 60],
            [0, 60]
          ]
        )
        const paged = pages.flatMap(({ body }) => body.products.map(({ name }: { name: string }) => name))
        assert.deepStrictEqual(paged, yield* expected("true", "name, id"))
        assert.deepStrictEqual((yield* list("offset=1000000")).body, { products: [], total: 60, categories })
      })
    )

    it.effect("are filtered by category and by exact price", () =>
      Effect.gen(function* () {
        const { body } = yield* list("category=Sports&limit=1")
        assert.strictEqual(body.total, 12)
        assert.deepStrictEqual(body.categories, categories)
        const cases = [
          ["min_price=119.95&max_price=119.95", "price = 119.95"],
          ["min_price=119.951&limit=100", "price > 119.95"],
          ["max_price=119.949999999&limit=100", "price < 119.95"],
          ["min_price=1e2&max_price=2E2&limit=100", "price BETWEEN 100 AND 200"],
          ["min_price=.5&max_price=30.&limit=100", "price <= 30"],
          ["category=Books&min_price=20&limit=100", "category = 'Books' AND price >= 20"],
          [`min_price=0.${"0".repeat(990)}1e-999&limit=100`, "true"],
          ["min_price=200&max_price=100", "false"]
        ] as const
        for (const [query, condition] of cases) {
          const { body } = yield* list(query)
          const found = yield* expected(condition, "rating DESC, review_count DESC, id")
          assert.deepStrictEqual([query, body.products.map(({ name }: { name: string }) => name)], [query, found])
          assert.strictEqual(body.total, found.length)
          assert.deepStrictEqual(body.categories, categories)
        }
      })
    )

    it.effect("are searched by any part of name or description, whatever the case, literally", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* names("search=HUSH%20700"), ["Kestrelon Hush 700 Noise-Cancelling Headphones"])
        assert.deepStrictEqual(yield* names("search=%20%20hush%20700%20"), [
          "Kestrelon Hush 700 Noise-Cancelling Headphones"
        ])
        const inDescription = yield* names("search=the%20ear%20cups")
        assert.include(inDescription, "Kestrelon Hush 700 Noise-Cancelling Headphones")
        yield* sql`
          UPDATE products SET description = description || ' 100% wool, a_b, c\\d'
          WHERE name = 'Oskaberg Nordvind Winter Jacket'`
        for (const [text, count] of [
          ["100%25", 1],
          ["100%25%20w", 1],
          ["a_b", 1],
          ["c\\d", 1],
          ["%25%25", 0],
          ["__", 0],
          ["' OR '1'='1", 0],
          ["%27);DROP TABLE users;--", 0],
          ["%25".repeat(200), 0]
        ] as const) {
          const { body, status } = yield* list(`search=${text}`)
          assert.deepStrictEqual([text, status, body.total, body.products.length], [text, 200, count, count])
        }
      })
    )

    it.effect("are not asked for with values against the rules", () =>
      Effect.gen(function* () {
        const limit = "limit: must be between 1 and 100"
        const offset = "offset: must be between 0 and 1,000,000"
        const price = "must be a number that is not negative"
        const cases = [
          ["limit=0", limit],
          ["limit=101", limit],
          ["limit=-1", limit],
          ["limit=1.5", limit],
          ["limit=1e1", limit],
          ["limit=abc", limit],
          ["limit=1000000000000", limit],
          [`limit=${"9".repeat(400)}`, limit],
          ["limit=5&limit=5", limit],
          ["offset=-1", offset],
          ["offset=1000001", offset],
          ["offset=9223372036854775808", offset],
          ["category=Toys", "category: must be one of Electronics, Clothing, Home, Sports, Books"],
          ["category=sports", "category: must be one of Electronics, Clothing, Home, Sports, Books"],
          [
            "category=Electronics'%20UNION%20SELECT",
            "category: must be one of Electronics, Clothing, Home, Sports, Books"
          ],
          ["min_price=-1", `min_price: ${price}`],
          ["min_price=NaN", `min_price: ${price}`],
          ["max_price=Infinity", `max_price: ${price}`],
          ["max_price=1e400", `max_price: ${price}`],
          ["max_price=0x10", `max_price: ${price}`],
          [`min_price=0.${"0".repeat(15_500)}1e-999`, `min_price: ${price}`],
          ["sort=price;DROP", "sort: must be one of rating, price_asc, price_desc, newest, name"],
          [`search=${"x".repeat(201)}`, "search: must be at most 200 characters"],
          ["search=a%00", "search: must not contain U+0000 or half of a character"],
          ["sort=x&limit=0&category=y", "category: must be one of Electronics, Clothing, Home, Sports, Books"],
          ["serach=lamp", "serach: is not a parameter, search is"],
          ["serach=lamp&limit=0", limit],
          ["maxPrice=5", "maxPrice: is not a parameter, max_price is"],
          ["user_id=x", "query: has only the parameters category, min_price, max_price, search, sort, limit, offset"]
        ] as const
        for (const [query, detail] of cases) {
          assert.deepStrictEqual([query, ...refusal(yield* list(query))], [query, 422, { detail }])
        }
        for (const query of ["limit=&offset=&category=&min_price=&search=&sort=", `limit=${"0".repeat(50)}50`]) {
          assert.strictEqual((yield* list(query)).body.products.length, 50)
        }
      })
    )

    it.effect("are shown without stock and reviews when they have none, and always with five stars", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("carol")
        const id = FrontDoor.unknownId.replace(/f$/, "e")
        yield* sql`
          INSERT INTO products (id, seller_id, name, description, category, brand, price, original_price, image_url)
          SELECT ${id}::uuid, seller_id, 'New Thing', '', 'Home', 'X', 0.07, 0.10, '/images/products/new.svg'
          FROM products LIMIT 1`
        const { body } = yield* send(`/api/products/${id}`, { token })
        assert.deepInclude(body, {
          price: 0.07,
          original_price: 0.1,
          rating: 0,
          review_count: 0,
          specs: {},
          in_stock: false,
          total_stock: 0,
          warehouses: [],
          reviews: [],
          rating_distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 }
        })
        const [soldOut] = yield* sql`SELECT id FROM products WHERE name = 'Brindlecote Glide Cordless Vacuum'`
        const vacuum = yield* send(`/api/products/${soldOut!["id"]}`, { token })
        assert.deepInclude(vacuum.body, { in_stock: false, total_stock: 0 })
        assert.strictEqual(vacuum.body.warehouses.length, 3)
        yield* sql`DELETE FROM products WHERE id = ${id}`
      })
    )

    it.effect("are shown without flagged reviews, those of one moment by their ids", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("carol")
        const [product] = yield* sql`SELECT id FROM products WHERE name LIKE 'Kestrelon Hush 700%'`
        const ofProduct = sql`product_id = ${product!["id"]}`
        yield* sql`UPDATE reviews SET created_at = '2026-01-05T12:00:00Z' WHERE ${ofProduct}`
        yield* sql`
          UPDATE reviews SET is_flagged = true
          WHERE id IN (SELECT id FROM reviews WHERE ${ofProduct} AND NOT is_flagged ORDER BY id DESC LIMIT 3)`
        const reviews = yield* sql<{ id: string; rating: number }>`
          SELECT id, rating FROM reviews WHERE ${ofProduct} AND NOT is_flagged ORDER BY id DESC`
        const { body } = yield* send(`/api/products/${product!["id"]}`, { token })
        assert.isAbove(reviews.length, 10)
        assert.deepStrictEqual(
          body.reviews.map(({ id }: { id: string }) => id),
          reviews.slice(0, 10).map(({ id }) => id)
        )
        assert.deepStrictEqual(
          Object.values(body.rating_distribution),
          Array.range(1, 5).map((star) => reviews.filter(({ rating }) => rating === star).length)
        )
      })
    )

    it.effect("are not found when they are unknown, malformed or no longer sold", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("carol")
        const [inactive] = yield* sql`SELECT id FROM products WHERE NOT is_active LIMIT 1`
        const ids = [
          FrontDoor.unknownId,
          String(inactive!["id"]),
          "abc",
          "1%20OR%201=1",
          "%00",
          "%zz",
          "x".repeat(9000)
        ]
        for (const id of ids) {
          const response = yield* send(`/api/products/${id}`, { token })
          assert.deepStrictEqual(refusal(response), [404, { detail: "Product not found" }])
        }
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`products on ${engine.name}`, (it) => {
    it.effect("are shown one at a time with stock and reviews", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("carol")
        const [row] = yield* sql`SELECT id, description FROM products WHERE name LIKE 'Kestrelon Hush 700%'`
        const { body, status } = yield* send(`/api/products/${String(row!["id"]).toUpperCase()}`, { token })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body), [
          ...listFields,
          "specs",
          "in_stock",
          "total_stock",
          "warehouses",
          "reviews",
          "rating_distribution"
        ])
        assert.strictEqual(body.id, row!["id"])
        assert.strictEqual(body.description, row!["description"])
        assert.deepStrictEqual([body.price, body.original_price], [249, 299])
        assert.isTrue(
          Object.values(body.specs).every((value) => typeof value === "string" || typeof value === "boolean")
        )
        assert.deepStrictEqual(
          body.warehouses.map((warehouse: object) => Object.keys(warehouse)),
          body.warehouses.map(() => ["name", "region", "quantity"])
        )
        const stock = body.warehouses.map(({ quantity }: { quantity: number }) => quantity)
        assert.strictEqual(body.total_stock, stock[0] + stock[1] + stock[2])
        assert.isTrue(body.in_stock)
        assert.deepStrictEqual(
          body.warehouses.map(({ name }: { name: string }) => name),
          ["Eastgate Fulfilment Centre", "Midland Fulfilment Centre", "Pacific Fulfilment Centre"]
        )

        const reviews = yield* sql`
          SELECT r.id, r.rating, split_part(u.name, ' ', 1) AS first_name FROM reviews r JOIN users u ON u.id = r.user_id
          WHERE r.product_id = ${body.id} AND NOT r.is_flagged ORDER BY r.created_at DESC, r.id DESC`
        assert.deepStrictEqual(
          body.reviews.map(({ id }: { id: string }) => id),
          reviews.slice(0, 10).map(({ id }) => id)
        )
        for (const [index, review] of body.reviews.entries()) {
          assert.deepStrictEqual(Object.keys(review), ["id", "rating", "title", "body", "verified", "reviewer", "date"])
          assert.match(review.date, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
          assert.match(review.reviewer, /^\S+( \S\.)?$/u)
          assert.isTrue(review.reviewer.startsWith(String(reviews[index]!["first_name"])))
        }
        assert.deepStrictEqual(Object.keys(body.rating_distribution), ["1", "2", "3", "4", "5"])
        for (const [star, count] of Object.entries(body.rating_distribution)) {
          assert.strictEqual(count, reviews.filter(({ rating }) => String(rating) === star).length)
        }
        assert.strictEqual(body.review_count, reviews.length)
      })
    )
  })
}
