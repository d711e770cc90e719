import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const listFields = ["id", "status", "total", "carrier", "tracking", "item_count", "date"]

const statuses = ["placed", "confirmed", "shipped", "out_for_delivery", "delivered", "cancelled", "returned"]

/** Ids of somebody's orders as a statement of the test finds them. */
const expected = Effect.fnUntraced(function* (email: string, condition = "true") {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
    WHERE u.email = ${email} AND ${sql.literal(condition)} ORDER BY o.created_at DESC, o.id DESC`
  return rows.map(({ id }) => String(id))
})

const ids = (body: { readonly orders: ReadonlyArray<{ readonly id: string }> }) => body.orders.map(({ id }) => id)

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`orders on ${engine.name}`, (it) => {
    it.effect("are listed to their owner, newest first", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const { body } = yield* send("/api/orders", { token })
        const own = yield* expected("alice@example.com")
        assert.deepStrictEqual(Object.keys(body), ["orders", "total"])
        assert.deepStrictEqual(ids(body), own)
        assert.strictEqual(body.total, own.length)
        for (const order of body.orders) {
          assert.deepStrictEqual(Object.keys(order), listFields)
          const isShipped = ["shipped", "out_for_delivery", "delivered", "returned"].includes(order.status)
          assert.match(order.tracking, isShipped ? /^SF[0-9A-Z]{12}$/ : /^$/)
          assert.isAtLeast(order.item_count, 1)
          assert.match(order.date, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
        }
      })
    )

    it.effect("are filtered by status, paged and counted", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const own = yield* expected("alice@example.com")
        for (const status of statuses) {
          const { body } = yield* send(`/api/orders?status=${status}&limit=1`, { token })
          const wanted = yield* expected("alice@example.com", `o.status = '${status}'`)
          assert.deepStrictEqual([ids(body), body.total], [wanted.slice(0, 1), wanted.length])
        }
        const second = yield* send("/api/orders?limit=3&offset=3", { token })
        assert.deepStrictEqual(ids(second.body), own.slice(3, 6))
        assert.strictEqual(second.body.total, own.length)
        const beyond = yield* send("/api/orders?offset=1000", { token })
        assert.deepStrictEqual(beyond.body, { orders: [], total: own.length })
      })
    )

    it.effect("come 20 at a time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [buyer] = yield* sql`
          SELECT u.email FROM orders o JOIN users u ON u.id = o.user_id
          GROUP BY u.email ORDER BY count(*) DESC, u.email LIMIT 1`
        const own = yield* expected(String(buyer!["email"]))
        yield* sql`
          INSERT INTO orders (user_id, subtotal, total, carrier_id, recipient_name, shipping_address, billing_address,
            delivery_region)
          SELECT o.user_id, 0, 0, o.carrier_id, o.recipient_name, o.shipping_address, o.billing_address, o.delivery_region
          FROM orders o, generate_series(1, ${21 - own.length}) WHERE o.id = ${own[0]}`
        const token = yield* FrontDoor.tokenOf(String(buyer!["email"]).split("@")[0]!)
        const { body } = yield* send("/api/orders", { token })
        assert.strictEqual(body.orders.length, 20)
        assert.strictEqual(body.total, Math.max(21, own.length))
        yield* sql`DELETE FROM orders WHERE subtotal = 0`
      })
    )

    it.effect("are not asked for with values against the rules", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const cases = [
          ["status=lost", `status: must be one of ${statuses.join(", ")}`],
          ["status=placed&status=shipped", `status: must be one of ${statuses.join(", ")}`],
          ["limit=0", "limit: must be between 1 and 100"],
          ["limit=101", "limit: must be between 1 and 100"],
          ["offset=-1", "offset: must be between 0 and 1,000,000"],
          ["offset=x&limit=x", "limit: must be between 1 and 100"],
          ["stauts=placed", "stauts: is not a parameter, status is"],
          ["user_id=x&email=bob@example.com", "query: has only the parameters status, limit, offset"]
        ] as const
        for (const [query, detail] of cases) {
          assert.deepStrictEqual(refusal(yield* send(`/api/orders?${query}`, { token })), [422, { detail }])
        }
        assert.strictEqual((yield* send("/api/orders?status=&limit=&offset=", { token })).status, 200)
      })
    )

    it.effect("are shown with everything that belongs to them, and add up", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("alice")
        const list = yield* send("/api/orders", { token })
        for (const summary of list.body.orders) {
          const { body, status } = yield* send(`/api/orders/${summary.id}`, { token })
          assert.strictEqual(status, 200)
          assert.deepStrictEqual(Object.keys(body), [
            ...listFields,
            "shipping_address",
            "coupon",
            "discount",
            "items",
            "status_history",
            "return"
          ])
          assert.deepInclude(body, summary)
          assert.deepStrictEqual(Object.keys(body.shipping_address), ["street", "city", "state", "zip", "country"])
          assert.isTrue(Object.values(body.shipping_address).every((part) => typeof part === "string"))
          assert.strictEqual(typeof body.coupon, "string")
          assert.strictEqual(body.items.length, body.item_count)
          const cents = (amount: number) => Math.round(amount * 100)
          const goods = body.items.reduce((sum: number, item: { subtotal: number }) => sum + cents(item.subtotal), 0)
          assert.strictEqual(goods - cents(body.discount), cents(body.total))
          const lines = yield* sql`
            SELECT product_id, product_name FROM order_items WHERE order_id = ${body.id} ORDER BY line_no`
          assert.deepStrictEqual(
            body.items.map(({ name, product_id }: { name: string; product_id: string }) => [product_id, name]),
            lines.map(({ product_id, product_name }) => [product_id, product_name])
          )
          for (const item of body.items) {
            assert.deepStrictEqual(Object.keys(item), [
              "product_id",
              "name",
              "category",
              "image_url",
              "quantity",
              "unit_price",
              "subtotal"
            ])
            assert.strictEqual(cents(item.unit_price) * item.quantity, cents(item.subtotal))
          }
          const history: ReadonlyArray<{ status: string; timestamp: string }> = body.status_history
          assert.deepStrictEqual(Object.keys(history[0]!), ["status", "notes", "location", "timestamp"])
          assert.strictEqual(history[0]!.status, "placed")
          assert.strictEqual(history.at(-1)!.status, body.status)
          assert.deepStrictEqual(
            history.map(({ timestamp }) => timestamp),
            history.map(({ timestamp }) => timestamp).toSorted()
          )
          assert.strictEqual(body.return !== null, body.status === "returned")
        }
      })
    )

    it.effect("tell about their return, finished or open", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const returns = yield* sql`
          SELECT DISTINCT ON (r.status) r.status, r.order_id, u.email, r.refund_amount
          FROM returns r JOIN users u ON u.id = r.user_id ORDER BY r.status, r.id`
        assert.strictEqual(returns.length, 6)
        for (const row of returns) {
          const token = yield* FrontDoor.tokenOf(String(row["email"]).split("@")[0]!)
          const { body } = yield* send(`/api/orders/${row["order_id"]}`, { token })
          assert.deepStrictEqual(Object.keys(body.return), [
            "id",
            "reason",
            "status",
            "refund_method",
            "refund_amount",
            "created_at",
            "resolved_at"
          ])
          assert.strictEqual(body.return.status, row["status"])
          assert.strictEqual(body.return.refund_amount, Number(row["refund_amount"]))
          assert.strictEqual(body.return.resolved_at !== null, ["refunded", "denied"].includes(String(row["status"])))
        }
      })
    )

    it.effect("are not found when they are somebody else's, unknown or malformed, by whatever role", () =>
      Effect.gen(function* () {
        const [alices = ""] = yield* expected("alice@example.com")
        for (const name of ["bob", "admin", "seller"]) {
          const token = yield* FrontDoor.tokenOf(name)
          for (const id of [alices, FrontDoor.unknownId, "abc", "%00", alices.slice(1)]) {
            const response = yield* send(`/api/orders/${id}`, { token })
            assert.deepStrictEqual(refusal(response), [404, { detail: "Order not found" }])
          }
        }
      })
    )
  })
}
