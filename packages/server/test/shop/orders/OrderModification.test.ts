import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderStatus } from "@storefront/domain/Orders"
import { Effect, Layer, Schema } from "effect"
import { AddressChange } from "@storefront/domain/tools/OrderTools"
import { DeliveryAreas } from "../../../src/shop/inventory/DeliveryAreas.ts"
import { OrderModification } from "../../../src/shop/orders/OrderModification.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import { ada, address, bob, orderId, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { balance, assertInvariants, orderIn, statusHistoryOf } from "../../../src/testing/OrderFixtures.ts"

const areas = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO delivery_areas (country, state, region) VALUES ('US', 'OR', 'west'), ('US', 'MA', 'east')`
  )
)

const portland = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

const change = (n: number, to = portland, owner = ada) =>
  Effect.flatMap(OrderModification, ({ act }) => actNow(act, owner, { orderId: orderId(n), address: to }))

const stored = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`SELECT shipping_address, billing_address, delivery_region, total, shipping_cost, status FROM orders
        WHERE id = ${orderId(n)}`,
      ([row]) => row
    )
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = OrderModification.layer.pipe(
    Layer.provide(DeliveryAreas.layer),
    Layer.provideMerge(Layer.provideMerge(areas, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`changing the address of an order on ${engine.name}`, (it) => {
    it.effect("is refused where the shop does not deliver, and once the order has left", () =>
      Effect.gen(function* () {
        yield* orderIn(2, "placed")
        const before = yield* stored(2)
        for (const elsewhere of [
          { ...portland, state: "BC" },
          { ...portland, country: "CA" }
        ]) {
          assert.strictEqual((yield* Effect.flip(change(2, elsewhere)))._tag, "AddressNotDeliverable")
        }
        assert.deepStrictEqual(yield* stored(2), before)
        assert.deepStrictEqual(yield* statusHistoryOf(2), ["placed"])
        const late = OrderStatus.literals.filter((status) => status !== "placed" && status !== "confirmed")
        for (const [index, status] of late.entries()) {
          yield* orderIn(10 + index, status)
          const error = yield* Effect.flip(change(10 + index))
          assert.deepInclude(error, { _tag: "OrderNotModifiable", status })
        }
      })
    )

    it.effect("changes who receives it, alone or with the address, and says how it was before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { act } = yield* OrderModification
        yield* orderIn(4, "placed")
        const wish = { orderId: orderId(4), recipient: "Bob\n <b>L." }
        const terms = yield* preview(act, ada, wish)
        assert.deepStrictEqual<unknown>(terms, {
          act: "modify_order",
          orderId: orderId(4),
          recipient: terms.recipient,
          recipientBefore: ada.name,
          addressBefore: address,
          addressAfter: address
        })
        assert.match(terms.recipient, /^Bob <\s?b>L\.$/)
        assert.deepInclude<unknown>(yield* actNow(act, ada, wish), {
          previous_recipient: ada.name,
          recipient_name: terms.recipient
        })
        assert.notProperty(yield* preview(act, ada, wish), "recipientBefore")
        yield* actNow(act, ada, { orderId: orderId(4), recipient: "Ada", address: portland })
        // Where the shop does not deliver any more, an order that was placed can still be given to somebody else.
        yield* sql`DELETE FROM delivery_areas WHERE state = 'OR'`
        yield* actNow(act, ada, { orderId: orderId(4), recipient: "Cleo" })
        yield* sql`INSERT INTO delivery_areas (country, state, region) VALUES ('US', 'OR', 'west')`
        const orders = yield* sql`SELECT recipient_name, shipping_address, billing_address, delivery_region FROM orders
          WHERE id = ${orderId(4)}`
        assert.deepStrictEqual(orders, [
          { recipient_name: "Cleo", shipping_address: portland, billing_address: address, delivery_region: "west" }
        ])
        const notes = yield* sql`SELECT notes FROM order_status_history WHERE order_id = ${orderId(4)} ORDER BY id`
        assert.deepStrictEqual(
          notes.map(({ notes }) => notes),
          [
            "Now placed",
            `Recipient changed, before: ${ada.name}`,
            `Recipient and delivery address changed, before: ${terms.recipient}, 1 Elm Street, Boston, MA 02101, US`,
            "Recipient changed, before: Ada"
          ]
        )
      })
    )

    it.effect("does not know an order of somebody else", () =>
      Effect.gen(function* () {
        yield* orderIn(3, "placed")
        assert.strictEqual((yield* Effect.flip(change(3, portland, bob)))._tag, "OrderNotFound")
        assert.strictEqual((yield* Effect.flip(change(99)))._tag, "OrderNotFound")
        assert.deepInclude(yield* stored(3), { shipping_address: address })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`changing the address of an order on ${engine.name}`, (it) => {
    it.effect("sends it there and leaves everything else as it is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* orderIn(1, "confirmed")
        const before = yield* balance
        const { act } = yield* OrderModification
        assert.deepStrictEqual<unknown>(yield* preview(act, ada, { orderId: orderId(1), address: portland }), {
          act: "modify_order",
          orderId: orderId(1),
          recipient: ada.name,
          addressBefore: address,
          addressAfter: portland
        })
        const result = yield* change(1)
        assert.deepStrictEqual(Schema.encodeSync(AddressChange)(result), {
          order_id: orderId(1),
          status: "confirmed",
          previous_recipient: ada.name,
          recipient_name: ada.name,
          previous_address: address,
          new_address: portland
        })
        assert.deepStrictEqual(yield* stored(1), {
          shipping_address: portland,
          billing_address: address,
          delivery_region: "west",
          total: "100.00",
          shipping_cost: "5.95",
          status: "confirmed"
        })
        assert.deepStrictEqual(yield* statusHistoryOf(1), ["placed", "confirmed", "confirmed"])
        const [last] = yield* sql<{ readonly notes: string }>`
          SELECT notes FROM order_status_history WHERE order_id = ${orderId(1)} ORDER BY id DESC LIMIT 1`
        assert.strictEqual(last?.notes, "Delivery address changed, before: 1 Elm Street, Boston, MA 02101, US")
        assert.deepStrictEqual(yield* balance, before)
        yield* assertInvariants
      })
    )
  })
}
