import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Clock, Duration, Effect, Layer, Ref } from "effect"
import { ReviewAuthenticity } from "../../../src/shop/reviews/ReviewAuthenticity.ts"
import { SentimentAnalysis } from "../../../src/shop/reviews/SentimentAnalysis.ts"
import { lamp, shop, shoes } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const TestLayer = Layer.mergeAll(ReviewAuthenticity.layer, SentimentAnalysis.layer).pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

const userId = (n: number) => `77777777-0000-4000-8000-${String(n).padStart(12, "0")}`

/** How often others get their turn, when every look at the clock takes a millisecond. */
const turnsIn = Effect.fnUntraced(function* (work: Effect.Effect<unknown, unknown>) {
  const turns = yield* Ref.make(0)
  const live = Clock.make()
  let now = 0
  const clock: Clock.Clock = Object.assign(Object.create(live), {
    unsafeCurrentTimeMillis: () => ++now,
    sleep: (duration: Duration.Duration) =>
      Effect.zipRight(
        Effect.when(
          Ref.update(turns, (count) => count + 1),
          () => Duration.equals(duration, Duration.zero)
        ),
        live.sleep(duration)
      )
  })
  yield* Effect.withClock(work, clock)
  return yield* Ref.get(turns)
})

layer(TestLayer, { excludeTestServices: true })("many reviews", (it) => {
  it.effect("are read in pieces, so that others get their turn", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writers = Array.makeBy(100, userId)
      yield* sql`INSERT INTO users ${sql.insert(
        writers.map((id, n) => ({ id, email: `writer${n}@example.com`, name: "W", password_hash: "-" }))
      )}`
      yield* sql`INSERT INTO reviews ${sql.insert(
        writers.map((user_id, n) => ({ product_id: lamp.id, user_id, rating: 4, body: `Solid lamp number ${n * n}` }))
      )}`
      const authenticity = yield* ReviewAuthenticity
      const sentiment = yield* SentimentAnalysis
      for (const work of [
        authenticity.analyze(lamp.id, 20),
        sentiment.analyze(lamp.id),
        sentiment.analyzeTopics(lamp.id),
        sentiment.compare([lamp.id, shoes.id])
      ]) {
        assert.isAtLeast(yield* turnsIn(work), 8)
      }
    })
  )
})
