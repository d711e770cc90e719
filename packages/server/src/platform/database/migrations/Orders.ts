import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates orders with their lines, allocations and history, coupon redemptions and returns. */
export const orders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE orders (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      status text NOT NULL DEFAULT 'placed' CHECK (
        status IN ('placed', 'confirmed', 'shipped', 'out_for_delivery', 'delivered', 'cancelled', 'returned')),
      subtotal numeric(12,2) NOT NULL CHECK (subtotal >= 0),
      discount_amount numeric(12,2) NOT NULL DEFAULT 0 CHECK (discount_amount BETWEEN 0 AND subtotal),
      total numeric(12,2) NOT NULL CHECK (total = subtotal - discount_amount),
      shipping_cost numeric(12,2) NOT NULL DEFAULT 0 CHECK (shipping_cost >= 0), -- charged on top of total
      carrier_id uuid NOT NULL REFERENCES carriers(id) ON DELETE RESTRICT,
      tracking_number text UNIQUE CHECK (tracking_number ~ '^SF[0-9A-Z]{12}$'),
      coupon_code text,
      recipient_name text NOT NULL CHECK (char_length(recipient_name) BETWEEN 1 AND 100),
      shipping_address jsonb NOT NULL CHECK (shipping_address ?& ARRAY['street', 'city', 'state', 'zip', 'country']),
      billing_address jsonb NOT NULL CHECK (billing_address ?& ARRAY['street', 'city', 'state', 'zip', 'country']),
      delivery_region text NOT NULL CHECK (delivery_region IN ('east', 'central', 'west')),
      note text CHECK (char_length(note) <= 500), -- delivery note
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((status IN ('shipped', 'out_for_delivery', 'delivered', 'returned')) = (tracking_number IS NOT NULL))
    );
    CREATE INDEX orders_user ON orders (user_id, created_at DESC, id DESC);
    CREATE INDEX orders_user_status ON orders (user_id, status, created_at DESC, id DESC);
    CREATE INDEX orders_sold ON orders (created_at, id) WHERE status NOT IN ('cancelled', 'returned')`
  yield* sql`
    CREATE TABLE order_items (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      order_id uuid NOT NULL REFERENCES orders(id) ON DELETE CASCADE,
      line_no smallint NOT NULL CHECK (line_no >= 1),
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE RESTRICT,
      product_name text NOT NULL, -- as sold
      quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      unit_price numeric(12,2) NOT NULL CHECK (unit_price >= 0),
      subtotal numeric(12,2) NOT NULL CHECK (subtotal = unit_price * quantity),
      discount_share numeric(12,2) NOT NULL DEFAULT 0 CHECK (discount_share BETWEEN 0 AND subtotal),
      UNIQUE (order_id, line_no), -- also the index on order_id
      UNIQUE (order_id, product_id)
    );
    CREATE INDEX order_items_product ON order_items (product_id)
      INCLUDE (order_id, quantity, subtotal, discount_share)`
  yield* sql`
    CREATE TABLE order_item_allocations (
      order_item_id uuid NOT NULL REFERENCES order_items(id) ON DELETE CASCADE,
      warehouse_id uuid NOT NULL REFERENCES warehouses(id) ON DELETE RESTRICT,
      quantity integer NOT NULL CHECK (quantity > 0),
      PRIMARY KEY (order_item_id, warehouse_id)
    )`
  yield* sql`
    CREATE TABLE order_status_history (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES orders(id) ON DELETE CASCADE,
      status text NOT NULL CHECK (
        status IN ('placed', 'confirmed', 'shipped', 'out_for_delivery', 'delivered', 'cancelled', 'returned')),
      notes text NOT NULL DEFAULT '' CHECK (char_length(notes) <= 600),
      location text,
      actor_user_id uuid REFERENCES users(id) ON DELETE RESTRICT, -- NULL = system
      recorded_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX order_status_history_order ON order_status_history (order_id, recorded_at, id)`
  yield* sql`
    CREATE TABLE coupon_redemptions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      coupon_id uuid NOT NULL REFERENCES coupons(id) ON DELETE RESTRICT,
      order_id uuid NOT NULL UNIQUE REFERENCES orders(id) ON DELETE RESTRICT,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      amount numeric(12,2) NOT NULL CHECK (amount >= 0),
      redeemed_at timestamptz NOT NULL DEFAULT now(),
      released_at timestamptz,
      UNIQUE (coupon_id, order_id)
    )`
  yield* sql`
    CREATE TABLE returns (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      order_id uuid NOT NULL UNIQUE REFERENCES orders(id) ON DELETE RESTRICT,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
      status text NOT NULL DEFAULT 'requested'
        CHECK (status IN ('requested', 'approved', 'shipped_back', 'received', 'refunded', 'denied')),
      refund_method text NOT NULL DEFAULT 'original_payment'
        CHECK (refund_method IN ('original_payment', 'store_credit')),
      refund_amount numeric(12,2) NOT NULL CHECK (refund_amount >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      resolved_at timestamptz,
      CHECK ((status IN ('refunded', 'denied')) = (resolved_at IS NOT NULL))
    );
    CREATE INDEX returns_user ON returns (user_id, created_at DESC, id DESC);
    CREATE INDEX returns_review ON returns (created_at) WHERE status = 'requested'`
  yield* sql`
    CREATE TABLE return_status_history (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      return_id uuid NOT NULL REFERENCES returns(id) ON DELETE CASCADE,
      status text NOT NULL
        CHECK (status IN ('requested', 'approved', 'shipped_back', 'received', 'refunded', 'denied')),
      actor text NOT NULL,
      note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 500),
      recorded_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX return_status_history_return ON return_status_history (return_id, recorded_at, id)`
})
