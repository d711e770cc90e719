import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ReviewId } from "@storefront/domain/Ids"
import { Effect, Either, Layer } from "effect"
import { verify } from "../../../src/assistant/usage/Verification.ts"
import { ReviewOperations } from "../../../src/shop/reviews/ReviewOperations.ts"
import { ada, bob, lamp, seller, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const reviewId = (n: number) => ReviewId.make(`99999999-0000-4000-8000-00000000000${n}`)

/** Three reviews of the lamp with 5, 2 and 4 stars, and one of the shoes. */
const reviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM reviews`
  yield* sql`INSERT INTO reviews ${sql.insert(
    [
      [ada, lamp, 5],
      [bob, lamp, 2],
      [seller, lamp, 4],
      [ada, shoes, 1]
    ].map(([user, product, rating], index) => ({
      id: reviewId(index + 1),
      user_id: (user as typeof ada).id,
      product_id: (product as typeof lamp).id,
      rating: rating as number,
      body: "Words"
    }))
  )}`
  yield* sql`UPDATE products SET rating = 3.67, review_count = 3 WHERE id = ${lamp.id}`
  yield* sql`UPDATE products SET rating = 1, review_count = 1 WHERE id = ${shoes.id}`
})

const mark = (n: number, isFlagged: boolean) =>
  Effect.flatMap(ReviewOperations, ({ setFlagged }) => setFlagged(reviewId(n), isFlagged))

const ratingOf = (product: typeof lamp) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly rating: string; readonly review_count: number }>`
      SELECT rating, review_count FROM products WHERE id = ${product.id}`
    return [Number(rows[0]?.rating), rows[0]?.review_count]
  })

/** What the rules of the data say that is not so about ratings. */
const broken = Effect.map(verify, (results) =>
  results.filter(({ invariant, ok }) => !ok && /rating/i.test(invariant)).map(({ invariant }) => invariant)
)

for (const engine of TestDatabase.engines) {
  const TestLayer = ReviewOperations.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`operating reviews on ${engine.name}`, (it) => {
    it.effect("takes a flagged review out of the rating of its product, and puts it back", () =>
      Effect.gen(function* () {
        yield* reviews
        assert.deepStrictEqual(yield* mark(2, true), {
          review_id: reviewId(2),
          is_flagged: true,
          product_id: lamp.id,
          rating: 4.5,
          review_count: 2
        })
        assert.deepStrictEqual(yield* ratingOf(lamp), [4.5, 2])
        assert.deepStrictEqual(yield* ratingOf(shoes), [1, 1])
        assert.deepInclude(yield* mark(2, false), { is_flagged: false, rating: 3.67, review_count: 3 })
        assert.deepStrictEqual(yield* ratingOf(lamp), [3.67, 3])
        assert.deepInclude(yield* mark(4, true), { rating: 0, review_count: 0 })
        assert.deepStrictEqual(yield* ratingOf(shoes), [0, 0])
        assert.deepStrictEqual(yield* broken, [])
      })
    )

    it.effect("says what it found when there is nothing to change", () =>
      Effect.gen(function* () {
        yield* reviews
        assert.strictEqual(
          (yield* Effect.flip(mark(1, false))).message,
          `Review ${reviewId(1)} is not flagged. Nothing was changed.`
        )
        yield* mark(1, true)
        assert.strictEqual(
          (yield* Effect.flip(mark(1, true))).message,
          `Review ${reviewId(1)} is flagged already. Nothing was changed.`
        )
        assert.strictEqual((yield* Effect.flip(mark(9, true))).message, `There is no review ${reviewId(9)}.`)
      })
    )

    it.effect("leaves the review of a variant flagged, which a newer one of its group has replaced", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* reviews
        const [group] = yield* sql<{ readonly id: string }>`
          INSERT INTO products (kind, name, description, category, brand, price, original_price, image_url)
          SELECT 'group', name, description, category, brand, price, original_price, image_url FROM products
          WHERE id = ${shoes.id} RETURNING id`
        const place = (kind: string, groupId: string | null, options: string) =>
          sql`UPDATE products SET kind = ${kind}, group_id = ${groupId}, options = ${options}::jsonb WHERE id = ${shoes.id}`
        yield* mark(4, true)
        yield* place("variant", group!.id, '[["Size", "41"]]')
        assert.strictEqual(
          (yield* Effect.flip(mark(4, false))).message,
          `Review ${reviewId(4)} stays flagged: a newer one by the same person has replaced it. Nothing was changed.`
        )
        assert.deepStrictEqual(yield* ratingOf(shoes), [0, 0])
        yield* place("single", null, "[]")
        yield* sql`DELETE FROM products WHERE id = ${group!.id}`
      })
    )

    it.effect("succeeds for exactly one of those who try at the same time", () =>
      Effect.gen(function* () {
        yield* reviews
        const outcomes = yield* Effect.all(
          Array.from({ length: 5 }, () => Effect.either(mark(1, true))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
        for (const { left } of outcomes.filter(Either.isLeft)) {
          assert.deepInclude(left, { _tag: "ReviewNotChanged", is_flagged: true })
        }
      })
    )

    it.effect("counts the changes of everybody who changes reviews of one product at the same time", () =>
      Effect.gen(function* () {
        for (const [isFlagged, expected] of [
          [true, [0, 0]],
          [false, [3.67, 3]]
        ] as const) {
          if (isFlagged) {
            yield* reviews
          }
          yield* Effect.all(
            [1, 2, 3].map((n) => mark(n, isFlagged)),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(yield* ratingOf(lamp), [...expected])
        }
        assert.deepStrictEqual(yield* broken, [])
      })
    )
  })
}
