import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds partial returns: units by line, several returns of an order with one open at a time, and withdrawals. Older
 * returns cover all units of their order and keep their terms, without a refund of shipping.
 */
export const returnLines = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE returns
      DROP CONSTRAINT returns_order_id_key,
      DROP CONSTRAINT returns_status_check,
      DROP CONSTRAINT returns_check,
      ADD CONSTRAINT returns_status_check CHECK (
        status IN ('requested', 'approved', 'shipped_back', 'received', 'refunded', 'denied', 'withdrawn')),
      ADD CONSTRAINT returns_check CHECK ((status IN ('refunded', 'denied', 'withdrawn')) = (resolved_at IS NOT NULL)),
      /* Paid back besides the goods by the return that completes the order. */
      ADD COLUMN shipping_refund numeric(12,2) NOT NULL DEFAULT 0 CHECK (shipping_refund >= 0),
      /* The order of insertion: which return of an order is the newest. */
      ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
    CREATE INDEX returns_order ON returns (order_id, seq DESC);
    CREATE UNIQUE INDEX returns_one_open ON returns (order_id)
      WHERE status IN ('requested', 'approved', 'shipped_back', 'received');
    ALTER TABLE return_status_history
      DROP CONSTRAINT return_status_history_status_check,
      ADD CONSTRAINT return_status_history_status_check CHECK (
        status IN ('requested', 'approved', 'shipped_back', 'received', 'refunded', 'denied', 'withdrawn'))`
  yield* sql`
    CREATE TABLE return_lines (
      return_id uuid NOT NULL REFERENCES returns(id) ON DELETE CASCADE,
      order_item_id uuid NOT NULL REFERENCES order_items(id) ON DELETE RESTRICT,
      quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      refund_amount numeric(12,2) NOT NULL CHECK (refund_amount >= 0), -- its share of the total of the order
      PRIMARY KEY (return_id, order_item_id)
    );
    CREATE INDEX return_lines_item ON return_lines (order_item_id);
    INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount)
    SELECT r.id, i.id, i.quantity, i.subtotal - i.discount_share FROM returns r JOIN order_items i USING (order_id)`
})
