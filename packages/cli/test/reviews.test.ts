import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { ReviewId } from "@storefront/domain/Ids"
import { ReviewOperations } from "@storefront/server/shop/reviews/ReviewOperations"
import { Effect, Layer, Schema } from "effect"
import { ada, bob, lamp, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { commands } from "../src/commands/reviews.ts"
import { heard, typed } from "./support/Heard.ts"

const id = (n: number) => ReviewId.make(`99999999-0000-4000-8000-00000000000${n}`)

const TestLayer = ReviewOperations.layer.pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.merge(NodeContext.layer)
)

/** What a command prints, and how it ends. */
const run = (...args: ReadonlyArray<string>) => heard(typed(commands, args))

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

/** Two reviews of the lamp, with five stars and with two. */
const written = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    INSERT INTO reviews (id, product_id, user_id, rating, body)
    VALUES (${id(1)}, ${lamp.id}, ${ada.id}, 5, 'Buy!'), (${id(2)}, ${lamp.id}, ${bob.id}, 2, 'Dim')`
)

rollingBack(TestLayer)("the command for reviews", (it) => {
  it.effect("flags and unflags, and says what the product is rated now", () =>
    Effect.gen(function* () {
      yield* written
      assert.deepStrictEqual((yield* run("flag", id(1))).printed, [
        `Review ${id(1)}: flagged\n  product            ${lamp.id}\n  rating             2.00\n  unflagged reviews  1`
      ])
      assert.deepStrictEqual(decodeJson((yield* run("flag", id(2), "--json")).printed[0]), {
        review_id: id(2),
        is_flagged: true,
        product_id: lamp.id,
        rating: 0,
        review_count: 0
      })
      const [back] = (yield* run("unflag", id(1).toUpperCase())).printed
      assert.include(back, `Review ${id(1)}: not flagged any more`)
    })
  )

  it.effect("says why it did nothing", () =>
    Effect.gen(function* () {
      yield* written
      const lost = yield* run("unflag", id(1), "--json")
      assert.deepInclude(lost, { printed: [], failure: `Review ${id(1)} is not flagged. Nothing was changed.` })
      assert.strictEqual((yield* run("flag", id(9))).failure, `There is no review ${id(9)}.`)
      assert.match((yield* run("flag", "one")).failure ?? "", /^"one" is not an id\./u)
    })
  )
})
