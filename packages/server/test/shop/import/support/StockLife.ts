import { SqlClient } from "@effect/sql"
import { DateTime, Effect } from "effect"
import { v7 } from "uuid"
import * as InventoryWriting from "../../../../src/shop/import/writing/InventoryWriting.ts"
import { importText } from "./Importing.ts"

/** The life of one product's stock: orders, cancellations and counts at given minutes. */

const person = "aaaaaaaa-0000-4000-8000-0000000000b1"
const carrier = "cccccccc-0000-4000-8000-0000000000b1"
const warehouse = "eeeeeeee-0000-4000-8000-0000000000b1"

const minute = (n: number) => DateTime.add(DateTime.unsafeMake("2026-01-01T00:00:00Z"), { minutes: n })

/** A customer, a carrier and the only warehouse. */
export const people = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO users (id, email, password_hash, name) VALUES (${person}, 'buyer@example.com', 'x', 'Buyer')`
  yield* sql`INSERT INTO carriers (id, name, speed_tier, base_rate) VALUES (${carrier}, 'Pigeon', 'standard', 1)`
  yield* sql`INSERT INTO warehouses (id, name, location, region) SELECT ${warehouse}, 'Main', 'Here', min(name) FROM regions`
})

/** Stores a product without stock. */
export const addProduct = Effect.fnUntraced(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`
    INSERT INTO products (id, name, description, category, brand, price, original_price, image_url, external_id)
    SELECT ${id}, ${key}, '', min(name), '', 10, 10, '/images/products/x.svg', ${key} FROM categories`
  return id
})

export const unitsOf = Effect.fnUntraced(function* (product: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly units: number }>`
    SELECT quantity AS units FROM warehouse_inventory WHERE product_id = ${product}`
  return row?.units ?? 0
})

/** Orders units at a minute if there are enough, as checkout does; returns the order. */
export const order = Effect.fnUntraced(function* (product: string, units: number, at: number) {
  const sql = yield* SqlClient.SqlClient
  const taken = yield* sql`
    UPDATE warehouse_inventory SET quantity = quantity - ${units}
    WHERE product_id = ${product} AND quantity >= ${units} RETURNING product_id`
  if (taken.length === 0) {
    return null
  }
  const [id, line] = [v7(), v7()]
  const time = DateTime.formatIso(minute(at))
  const address = '{"street": "1", "city": "X", "state": "MA", "zip": "1", "country": "US"}'
  yield* sql`
    INSERT INTO orders (id, user_id, subtotal, total, carrier_id, recipient_name, shipping_address, billing_address, created_at)
    VALUES (${id}, ${person}, ${units * 10}, ${units * 10}, ${carrier}, 'Buyer', ${address}::jsonb, ${address}::jsonb, ${time})`
  yield* sql`
    INSERT INTO order_items (id, order_id, line_no, product_id, product_name, quantity, unit_price, subtotal)
    VALUES (${line}, ${id}, 1, ${product}, 'x', ${units}, 10, ${units * 10})`
  yield* sql`INSERT INTO order_item_allocations VALUES (${line}, ${warehouse}, ${units})`
  yield* sql`INSERT INTO order_status_history (order_id, status, recorded_at) VALUES (${id}, 'placed', ${time})`
  return id
})

/** Cancels an order at a minute, as `cancel_order` does. */
export const cancel = Effect.fnUntraced(function* (product: string, id: string, units: number, at: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE orders SET status = 'cancelled' WHERE id = ${id}`
  yield* sql`
    INSERT INTO order_status_history (order_id, status, recorded_at)
    VALUES (${id}, 'cancelled', ${DateTime.formatIso(minute(at))})`
  yield* sql`UPDATE warehouse_inventory SET quantity = quantity + ${units} WHERE product_id = ${product}`
})

/** Imports a count that was taken at a minute. */
export const count = Effect.fnUntraced(function* (key: string, units: number, at: number) {
  const writing = yield* InventoryWriting.make({ source: "shop", asOf: minute(at), warehouse: null })
  return yield* importText(writing, `product,quantity\n${key},${units}`)
})
