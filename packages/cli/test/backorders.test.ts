import { SqlClient } from "@effect/sql"
import { NodeContext } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { BackorderId } from "@storefront/domain/Ids"
import { BackorderOperations } from "@storefront/server/shop/inventory/BackorderOperations"
import { Effect, Layer, Schema } from "effect"
import { bob, lamp, seller, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { commands } from "../src/commands/backorders.ts"
import { heard, typed } from "./support/Heard.ts"

const id = (n: number) => BackorderId.make(`dddddddd-0000-4000-8000-00000000000${n}`)

const TestLayer = BackorderOperations.layer.pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.merge(NodeContext.layer)
)

/** What a command prints, and how it ends. */
const run = (...args: ReadonlyArray<string>) => heard(typed(commands, args))

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

/** A backorder of the seller and one of Bob. */
const open = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    INSERT INTO backorders (id, user_id, product_id, quantity, unit_price, estimated_total, expected_date, note, created_at)
    VALUES (${id(1)}, ${seller.id}, ${lamp.id}, 3, 50, 150, '2026-03-04', E'Soon\\u200bplease', '2026-03-01T10:00:00Z'),
      (${id(2)}, ${bob.id}, ${shoes.id}, 2, 50, 100, NULL, NULL, '2026-03-02T10:00:00Z')`
)

rollingBack(TestLayer)("the command for backorders", (it) => {
  it.effect("lists, fulfils and cancels them", () =>
    Effect.gen(function* () {
      yield* open
      const listed = yield* run("list")
      assert.deepStrictEqual(listed.printed, [
        [
          `backorder${" ".repeat(27)}  status    total  expected    for${" ".repeat(33)}  what${" ".repeat(shoes.name.length)}  note`,
          `${id(2)}  open    $100.00  no date     ${bob.id}  2 × ${shoes.name}`,
          `${id(1)}  open    $150.00  2026-03-04  ${seller.id}  3 × ${lamp.name}    Soon please`
        ].join("\n")
      ])
      const [second] = (yield* run("list", "--limit", "1")).printed
      assert.match(String(second), /no date.*\n\nThere are more: --offset 1$/u)
      const [last] = (yield* run("list", "--limit", "1", "--offset", "1")).printed
      assert.match(String(last), /^backorder .*\n.*Soon please$/u)

      const fulfilled = yield* run("fulfil", id(1))
      assert.deepStrictEqual(fulfilled.printed, [`Backorder ${id(1)}: open -> fulfilled`])
      const cancelled = decodeJson((yield* run("cancel", id(2), "--yes", "--json")).printed[0])
      assert.deepInclude(cancelled, { backorder_id: id(2), previous_status: "open", status: "cancelled" })

      assert.deepStrictEqual((yield* run("list", "--status", "open", "--json")).printed, [
        '{"backorders":[],"count":0}'
      ])
      assert.deepStrictEqual((yield* run("list", "--status", "open")).printed, ["No backorders."])
      const all = decodeJson((yield* run("list", "--limit", "1", "--json")).printed[0])
      assert.deepNestedInclude(all, {
        "backorders[0].backorder_id": id(2),
        "backorders[0].status": "cancelled",
        "backorders[0].unit_price": 50,
        count: 1
      })
      const closed = decodeJson((yield* run("list", "--status", "cancelled", "--json")).printed[0])
      assert.deepNestedInclude(closed, { "backorders[0].backorder_id": id(2), count: 1 })
    })
  )

  it.effect("says why it did nothing", () =>
    Effect.gen(function* () {
      yield* open
      yield* run("fulfil", id(1))
      const lost = yield* run("cancel", id(1), "--yes", "--json")
      assert.strictEqual(
        lost.failure,
        `Backorder ${id(1)} is fulfilled; only one that is open can become cancelled. Nothing was changed.`
      )
      assert.deepStrictEqual(lost.printed, [])
      assert.strictEqual((yield* run("fulfil", id(9))).failure, `There is no backorder ${id(9)}.`)
      assert.strictEqual(
        (yield* run("fulfil", "nine")).failure,
        '"nine" is not an id. Find ids with: storefront backorders list'
      )
      assert.include((yield* run("list", "--limit", "0")).failure, "--limit must be a whole number from 1 to 1000")
    })
  )
})
