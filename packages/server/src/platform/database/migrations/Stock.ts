import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates warehouses and their stock, carriers and rates, delivery areas and backorders. */
export const stock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE warehouses (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL UNIQUE,
      location text NOT NULL,
      region text NOT NULL CHECK (region IN ('east', 'central', 'west'))
    )`
  yield* sql`
    CREATE TABLE warehouse_inventory (
      warehouse_id uuid NOT NULL REFERENCES warehouses(id) ON DELETE RESTRICT,
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE RESTRICT,
      quantity integer NOT NULL CHECK (quantity >= 0),
      reorder_threshold integer NOT NULL DEFAULT 10 CHECK (reorder_threshold >= 0),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (product_id, warehouse_id)
    );
    CREATE INDEX warehouse_inventory_stocked ON warehouse_inventory (product_id) INCLUDE (quantity)
      WHERE quantity > 0`
  yield* sql`
    CREATE TABLE restock_schedule (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE CASCADE,
      warehouse_id uuid NOT NULL REFERENCES warehouses(id) ON DELETE RESTRICT,
      expected_quantity integer NOT NULL CHECK (expected_quantity > 0),
      expected_date date NOT NULL,
      UNIQUE (product_id, expected_date, warehouse_id)
    )`
  yield* sql`
    CREATE TABLE carriers (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL UNIQUE,
      speed_tier text NOT NULL CHECK (speed_tier IN ('standard', 'express', 'overnight')),
      base_rate numeric(12,2) NOT NULL CHECK (base_rate >= 0)
    )`
  yield* sql`
    CREATE TABLE shipping_rates (
      carrier_id uuid NOT NULL REFERENCES carriers(id) ON DELETE CASCADE,
      region_from text NOT NULL CHECK (region_from IN ('east', 'central', 'west')),
      region_to text NOT NULL CHECK (region_to IN ('east', 'central', 'west')),
      price numeric(12,2) NOT NULL CHECK (price >= 0),
      days_min smallint NOT NULL CHECK (days_min >= 0),
      days_max smallint NOT NULL,
      CHECK (days_max >= days_min),
      PRIMARY KEY (region_from, region_to, carrier_id)
    )`
  yield* sql`
    CREATE TABLE delivery_areas (
      country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
      state text NOT NULL CHECK (state ~ '^[A-Z]{2,3}$'),
      region text NOT NULL CHECK (region IN ('east', 'central', 'west')),
      PRIMARY KEY (country, state)
    )`
  yield* sql`
    CREATE TABLE backorders (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE RESTRICT,
      quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 999),
      unit_price numeric(12,2) NOT NULL CHECK (unit_price > 0),
      estimated_total numeric(12,2) NOT NULL CHECK (estimated_total = unit_price * quantity),
      expected_date date,
      note text CHECK (char_length(note) <= 500),
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'fulfilled', 'cancelled')),
      created_at timestamptz NOT NULL DEFAULT now(),
      resolved_at timestamptz,
      CHECK ((status = 'open') = (resolved_at IS NULL))
    );
    CREATE UNIQUE INDEX backorders_one_open ON backorders (user_id, product_id) WHERE status = 'open';
    CREATE INDEX backorders_product ON backorders (product_id, created_at) WHERE status = 'open'`
})
