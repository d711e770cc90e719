import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ReturnId } from "@storefront/domain/Ids"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { OrderOperations } from "@storefront/server/shop/orders/OrderOperations"
import { ReturnOperations } from "@storefront/server/shop/returns/ReturnOperations"
import { Effect, Layer, Schema } from "effect"
import { ada, lamp, orderId, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf, currentStatusOf } from "@storefront/server/testing/OrderFixtures"
import * as CommandDatabase from "../src/CommandDatabase.ts"
import { commands as orders } from "../src/commands/orders.ts"
import { commands as returns } from "../src/commands/returns.ts"
import { heard, typed } from "./support/Heard.ts"

const TestLayer = Layer.mergeAll(OrderNumbers.layer, OrderOperations.layer, ReturnOperations.layer).pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.merge(NodeContext.layer)
)

const storefront = Command.make("storefront").pipe(Command.withSubcommands([orders, returns]))

/** What a command prints, and how it ends. */
const run = (...args: ReadonlyArray<string>) => heard(typed(storefront, args))

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

layer(TestLayer, { excludeTestServices: true })("the commands for orders and returns", (it) => {
  it.effect("show and take an order that was placed elsewhere by its key there, and do not move it along", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* orderIn(7, "confirmed")
      yield* sql`UPDATE orders SET source = 'woo', external_id = '10004711' WHERE id = ${orderId(7)}`
      assert.match(String((yield* run("orders", "list")).printed[0]), /\n10004711 +confirmed /u)
      for (const name of ["10004711", "#10004711", "#0000-0007", orderId(7)]) {
        assert.strictEqual(
          (yield* run("orders", "ship", name)).failure,
          "Order 10004711 was placed elsewhere (woo): nothing here reaches that system, which alone moves it along. Nothing was changed."
        )
      }
      yield* sql`UPDATE orders SET source = 'shop', external_id = NULL WHERE id = ${orderId(7)}`
    })
  )

  it.effect("take an order to its door, one step at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* orderIn(1, "placed")
      yield* sql`UPDATE orders SET note = ${`Size M, ${"please ".repeat(9)}`} WHERE id = ${orderId(1)}`
      const [list] = (yield* run("orders", "list")).printed
      assert.match(String(list), /customer's note\n.* {2}Size M, please please please please ple…/u)
      const confirmed = yield* run("orders", "confirm", orderId(1).toUpperCase(), "--note", "All there")
      assert.deepInclude(confirmed, {
        printed: [
          `Order #0000-0001: placed -> confirmed\n  note             All there\n  customer's note  Size M, ${"please ".repeat(9)}`
        ],
        failure: null
      })
      const shipped = decodeJson((yield* run("orders", "ship", orderId(1), "--json")).printed[0])
      assert.deepInclude(shipped, {
        number: "#0000-0001",
        order_id: orderId(1),
        previous_status: "confirmed",
        status: "shipped",
        location: "Harrisburg, PA",
        notes: "Handed to the carrier"
      })
      const moved = yield* run("orders", "out-for-delivery", "#0000-0001", "--location", "Boston, \u001b[2JMA")
      assert.match(String(moved.printed[0]), /\n {2}location {9}Boston, {2}\[2JMA\n/u)
      yield* run("orders", "deliver", orderId(1))
      assert.deepStrictEqual(yield* currentStatusOf(1), { status: "delivered", return: null })
    })
  )

  it.effect("say what stands in the way, and change nothing", () =>
    Effect.gen(function* () {
      yield* orderIn(2, "cancelled")
      const late = yield* run("orders", "confirm", orderId(2))
      assert.deepInclude(late, {
        printed: [],
        failure: `Order #0000-0002 is cancelled; only one that is placed can become confirmed. Nothing was changed.`
      })
      assert.strictEqual((yield* run("orders", "ship", orderId(99))).failure, `There is no order ${orderId(99)}.`)
      assert.strictEqual(
        (yield* run("orders", "ship", "12")).failure,
        '"12" is not an id. Find numbers with: storefront orders list, and ids with --json'
      )
      assert.match(String((yield* run("orders", "ship", "0000-0099")).failure), /^There is no order #0000-0099\. Find/u)
      yield* orderIn(100_000_002, "cancelled")
      const alike = [orderId(100_000_002), orderId(2)]
      assert.strictEqual(
        (yield* run("orders", "confirm", "00000002")).failure,
        `Several orders have the number #0000-0002: ${alike.join(", ")}`
      )
      const long = yield* run("orders", "confirm", orderId(2), "--note", "x".repeat(501))
      assert.strictEqual(long.failure, "--note must be 1 to 500 characters")
    })
  )

  it.effect("list what waits, newest first, without the buyers", () =>
    Effect.gen(function* () {
      yield* orderIn(3, "placed", { hoursAgo: 2, lines: [{ product: lamp, east: 1 }] })
      yield* orderIn(4, "placed", { hoursAgo: 5 })
      const { printed } = yield* run("orders", "list", "--status", "placed")
      const lines = String(printed[0]).split("\n")
      assert.match(lines[0]!, /^order +status +placed +total +units +carrier +tracking number +customer's note$/u)
      assert.match(lines[1]!, new RegExp(`^#0000-0003 .* {6}1 {2}Pigeon Ground$`, "u"))
      assert.match(lines[2]!, new RegExp(`^#0000-0004 {2}placed {2}\\S+ {2}\\$100\\.00 {6}2 {2}Pigeon Ground$`, "u"))
      assert.notInclude(lines.join(), ada.name)
      const json = decodeJson((yield* run("orders", "list", "--limit", "1", "--json")).printed[0])
      assert.deepNestedInclude(json, { count: 1, "orders[0].number": "#0000-0003", "orders[0].order_id": orderId(3) })
      assert.deepStrictEqual((yield* run("orders", "list", "--status", "shipped")).printed, ["No orders."])
      assert.strictEqual(
        (yield* run("orders", "list", "--limit", "0")).failure,
        "--limit must be a whole number from 1 to 1000"
      )
    })
  )

  it.effect("decide about returns and take them back", () =>
    Effect.gen(function* () {
      yield* orderIn(10, "delivered")
      yield* orderIn(11, "delivered")
      const one: ReturnId = yield* returnOf(10, "requested")
      const two = yield* returnOf(11, "requested")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE returns SET reason = ${"Too\u202e small\n\u001b[31m"} WHERE id = ${one}`

      const { printed } = yield* run("returns", "list", "--status", "requested")
      assert.match(
        String(printed[0]),
        new RegExp(
          `^return .*\\n${two} .*\\n${one} {2}requested .* \\$100\\.00 +\\$0\\.00 +2 {2}#0000-0010 {2}Too {2}small {2}\\[31m$`,
          "u"
        )
      )

      assert.isNotNull((yield* run("returns", "deny", one)).failure)
      assert.strictEqual(
        (yield* run("returns", "deny", one, "--note", " ")).failure,
        "--note must be 1 to 500 characters"
      )
      assert.include((yield* run("returns", "deny", two, "--note", "Worn outdoors")).failure, "confirm with --yes")
      const denied = yield* run("returns", "deny", two, "--note", "Worn outdoors", "--yes")
      assert.deepStrictEqual(denied.printed, [
        `Return ${two} of order #0000-0011: requested -> denied\n  note     Worn outdoors`
      ])
      assert.strictEqual(
        (yield* run("returns", "approve", two)).failure,
        `Return ${two} is denied; only one that is requested can become approved. Nothing was changed.`
      )

      yield* run("returns", "approve", one)
      assert.deepStrictEqual(yield* currentStatusOf(10), { status: "returned", return: "approved" })
      yield* run("returns", "ship-back", one)
      const received = yield* run("returns", "receive", one, "--restock")
      assert.deepStrictEqual(received.printed, [
        `Return ${one} of order #0000-0010: shipped_back -> received\n  restock  2 x Hearthlow Ember Lamp in Eastgate`
      ])
      const json = decodeJson((yield* run("returns", "list", "--status", "received", "--json")).printed[0])
      assert.propertyVal(json, "count", 1)
      assert.deepStrictEqual((yield* run("returns", "list", "--status", "refunded")).printed, ["No returns."])
    })
  )
})

layer(NodeContext.layer, { excludeTestServices: true })("the database of operators", (it) => {
  it.effect("must have its tables", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(CommandDatabase.checkTables, TestDatabase.unmigrated))
      assert.strictEqual(
        error._tag === "TablesMissing" ? error.message : error._tag,
        "The database has no tables yet. Make them with: storefront migrate"
      )
    })
  )

  it.effect("must not be older than the program", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM effect_sql_migrations WHERE migration_id = 2`
      const error = yield* Effect.flip(CommandDatabase.checkTables)
      assert.strictEqual(
        error.message,
        "The database is older than this program and lacks 1 of its migrations. Apply them with: storefront migrate"
      )
    }).pipe(Effect.provide(TestDatabase.layer))
  )
})
