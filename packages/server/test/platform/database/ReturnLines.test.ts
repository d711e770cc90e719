import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { returnLines } from "../../../src/platform/database/migrations/ReturnLines.ts"
import { assertInvariants, orderIn, returnOf } from "../../../src/testing/OrderFixtures.ts"
import { lamp, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** The tables as they were before the migration. */
const before = `
  DROP TABLE return_lines;
  ALTER TABLE returns
    DROP CONSTRAINT returns_status_check,
    DROP CONSTRAINT returns_check,
    ADD CONSTRAINT returns_status_check CHECK (
      status IN ('requested', 'approved', 'shipped_back', 'received', 'refunded', 'denied')),
    ADD CONSTRAINT returns_check CHECK ((status IN ('refunded', 'denied')) = (resolved_at IS NOT NULL)),
    DROP COLUMN shipping_refund,
    DROP COLUMN seq,
    ADD CONSTRAINT returns_order_id_key UNIQUE (order_id);
  DROP INDEX returns_one_open`

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `the returns of earlier versions on ${engine.name}`,
    (it) => {
      it.effect("have all units of their order, for what was paid", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const lines = [
            { product: lamp, east: 2, west: 1 },
            { product: shoes, east: 1 }
          ]
          yield* orderIn(1, "returned", { lines, discount: 33.33 })
          yield* orderIn(2, "delivered", { lines })
          yield* orderIn(3, "delivered", { lines })
          const returned = yield* returnOf(1, "refunded")
          yield* returnOf(2, "denied")
          yield* sql.unsafe(before)
          yield* returnLines
          assert.deepStrictEqual(
            yield* sql`
              SELECT i.line_no, l.quantity, l.refund_amount, r.shipping_refund FROM return_lines l
              JOIN returns r ON r.id = l.return_id JOIN order_items i ON i.id = l.order_item_id
              WHERE r.id = ${returned} ORDER BY i.line_no`,
            [
              { line_no: 1, quantity: 3, refund_amount: "116.67", shipping_refund: "0.00" },
              { line_no: 2, quantity: 1, refund_amount: "50.00", shipping_refund: "0.00" }
            ]
          )
          yield* assertInvariants
          // Ended ones do not hinder another, open ones do.
          const start = sql`INSERT INTO returns (order_id, user_id, reason, refund_amount)
            SELECT id, user_id, '-', 1 FROM orders WHERE id = ${orderId(2)}`
          yield* start
          assert.strictEqual((yield* Effect.flip(start))._tag, "SqlError")
          for (const spoilt of [
            sql`UPDATE return_lines SET quantity = 0`,
            sql`UPDATE return_lines SET refund_amount = -0.01`,
            sql`UPDATE returns SET shipping_refund = -0.01`,
            sql`UPDATE returns SET status = 'withdrawn', resolved_at = NULL WHERE status = 'requested'`
          ]) {
            assert.strictEqual((yield* Effect.flip(spoilt))._tag, "SqlError")
          }
        })
      )
    }
  )
}
