import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { DateTime, Effect, FastCheck } from "effect"
import { v7 } from "uuid"
import * as InventoryWriting from "../../../../src/shop/import/writing/InventoryWriting.ts"
import { importText } from "./Importing.ts"

/** The life of stock: orders, cancellations and inventory files as of given minutes, with the units that should be left. */

const person = "aaaaaaaa-0000-4000-8000-0000000000b1"
const carrier = "cccccccc-0000-4000-8000-0000000000b1"

/** The warehouses, by name. */
const warehouses = { Main: "eeeeeeee-0000-4000-8000-0000000000b1", Outlet: "eeeeeeee-0000-4000-8000-0000000000b2" }
type Warehouse = keyof typeof warehouses
const names = ["Main", "Outlet"] as const satisfies ReadonlyArray<Warehouse>

const minute = (n: number) => DateTime.add(DateTime.unsafeMake("2026-01-01T00:00:00Z"), { minutes: n })

/** A customer, a carrier and the warehouses. */
export const people = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO users (id, email, password_hash, name) VALUES (${person}, 'buyer@example.com', 'x', 'Buyer')`
  yield* sql`INSERT INTO carriers (id, name, speed_tier, base_rate) VALUES (${carrier}, 'Pigeon', 'standard', 1)`
  yield* sql`
    INSERT INTO warehouses (id, name, location, region)
    SELECT id, name, 'Here', (SELECT min(name) FROM regions)
    FROM unnest(${Object.values(warehouses)}::uuid[], ${Object.keys(warehouses)}::text[]) AS given (id, name)`
})

/** Stores products without stock, and returns their ids. Each has its key in capitals as its SKU. */
export const addProducts = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const ids = keys.map(() => v7())
  yield* sql`
    INSERT INTO products (id, name, description, category, brand, price, original_price, image_url, external_id, sku)
    SELECT id, key, '', (SELECT min(name) FROM categories), '', 10, 10, '/images/products/x.svg', key, 'SKU-' || upper(key)
    FROM unnest(${ids}::uuid[], ${keys}::text[]) AS given (id, key)`
  return ids
})

/** Reads the units of products in both warehouses, in the order of `ids`. */
export const unitsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Record<Warehouse, number>>`
    SELECT COALESCE(sum(i.quantity) FILTER (WHERE w.name = 'Main'), 0)::int AS "Main",
      COALESCE(sum(i.quantity) FILTER (WHERE w.name = 'Outlet'), 0)::int AS "Outlet"
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, place)
    LEFT JOIN warehouse_inventory i ON i.product_id = given.id LEFT JOIN warehouses w ON w.id = i.warehouse_id
    GROUP BY place ORDER BY place`
})

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

/** Orders units from a warehouse at a minute if it has enough, as checkout does; returns the order, or null. */
export const order = Effect.fnUntraced(function* (product: string, from: Warehouse, units: number, at: number) {
  const sql = yield* SqlClient.SqlClient
  const taken = yield* sql`
    UPDATE warehouse_inventory SET quantity = quantity - ${units}
    WHERE product_id = ${product} AND warehouse_id = ${warehouses[from]} AND quantity >= ${units} RETURNING product_id`
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
  yield* sql`INSERT INTO order_item_allocations VALUES (${line}, ${warehouses[from]}, ${units})`
  yield* sql`INSERT INTO order_status_history (order_id, status, recorded_at) VALUES (${id}, 'placed', ${time})`
  return id
}, inTransaction)

/** Cancels an order at a minute, as `cancel_order` does. */
export const cancel = Effect.fnUntraced(function* (id: string, at: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE orders SET status = 'cancelled' WHERE id = ${id}`
  yield* sql`
    UPDATE warehouse_inventory s SET quantity = s.quantity + a.quantity
    FROM order_items i JOIN order_item_allocations a ON a.order_item_id = i.id
    WHERE i.order_id = ${id} AND s.product_id = i.product_id AND s.warehouse_id = a.warehouse_id`
  yield* sql`
    INSERT INTO order_status_history (order_id, status, recorded_at)
    VALUES (${id}, 'cancelled', ${DateTime.formatIso(minute(at))})`
}, inTransaction)

/** Imports the lines of an inventory file that was counted at a minute. */
export const count = Effect.fnUntraced(function* (lines: ReadonlyArray<string>, at: number) {
  const writing = yield* InventoryWriting.make({ source: "shop", asOf: minute(at), warehouse: null })
  return yield* importText(writing, ["product,warehouse,quantity", ...lines].join("\n"))
})

/** Something that happens to one product. */
type Step =
  | { readonly act: "order"; readonly from: Warehouse; readonly units: number }
  | { readonly act: "cancel"; readonly which: number }
  | { readonly act: "nothing" }

/** Units of one product in a file; null is no line for that warehouse. */
type Counted = Readonly<Record<Warehouse, number | null>> & { readonly isBySku: boolean }

/** A moment in the lives of several products: a step of each, or a file with lines of each. */
type Tick =
  | { readonly act: "steps"; readonly steps: ReadonlyArray<Step> }
  | { readonly act: "file"; readonly minutesAgo: number; readonly counts: ReadonlyArray<Counted> }

/** Products whose schedules go side by side, with the same files. */
export const together = 25

const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  {
    weight: 4,
    arbitrary: FastCheck.record({
      act: FastCheck.constant("order" as const),
      from: FastCheck.constantFrom(...names),
      units: FastCheck.integer({ min: 1, max: 5 })
    })
  },
  { weight: 2, arbitrary: FastCheck.record({ act: FastCheck.constant("cancel" as const), which: FastCheck.nat() }) },
  { weight: 1, arbitrary: FastCheck.constant({ act: "nothing" as const }) }
)

const units = FastCheck.option(FastCheck.integer({ min: 0, max: 12 }), { nil: null, freq: 3 })

const each = <A>(arbitrary: FastCheck.Arbitrary<A>) =>
  FastCheck.array(arbitrary, { minLength: together, maxLength: together })

const file: FastCheck.Arbitrary<Tick> = FastCheck.record({
  act: FastCheck.constant("file" as const),
  minutesAgo: FastCheck.integer({ min: 0, max: 12 }),
  counts: each(FastCheck.record({ Main: units, Outlet: units, isBySku: FastCheck.boolean() }))
})

const tick: FastCheck.Arbitrary<Tick> = FastCheck.oneof(
  { weight: 2, arbitrary: FastCheck.record({ act: FastCheck.constant("steps" as const), steps: each(step) }) },
  { weight: 1, arbitrary: file }
)

/** Random schedules of `together` products each, which begin with a file, so that there is something to sell. */
export const schedules = (count: number, seed: number): ReadonlyArray<ReadonlyArray<Tick>> =>
  FastCheck.sample(
    FastCheck.tuple(file, FastCheck.array(tick, { minLength: 6, maxLength: 14 })).map(([first, rest]) => [
      first,
      ...rest
    ]),
    { numRuns: count, seed }
  )

interface Order {
  readonly id: string
  readonly from: Warehouse
  readonly units: number
  readonly at: number
  cancelledAt: number | null
}

/** A product with the units that it should have, and its orders. */
interface Life {
  readonly id: string
  readonly key: string
  readonly units: Record<Warehouse, number>
  readonly orders: Array<Order>
}

const sum = (orders: ReadonlyArray<Order>) => orders.reduce((total, { units }) => total + units, 0)

/** Returns the units left of a count: without those ordered since, with those cancelled since, and never below 0. */
const leftOf = (counted: number, { orders }: Life, warehouse: Warehouse, asOf: number) => {
  const here = orders.filter(({ from }) => from === warehouse)
  const ordered = sum(here.filter(({ at }) => at > asOf))
  const cancelled = sum(here.filter(({ cancelledAt }) => cancelledAt !== null && cancelledAt > asOf))
  return Math.max(0, counted - ordered + cancelled)
}

const take = Effect.fnUntraced(function* (life: Life, step: Step, now: number) {
  if (step.act === "order") {
    const { from, units } = step
    const id = yield* order(life.id, from, units, now)
    assert.strictEqual(id === null, units > life.units[from])
    if (id !== null) {
      life.units[from] -= units
      life.orders.push({ id, from, units, at: now, cancelledAt: null })
    }
  } else if (step.act === "cancel") {
    const open = life.orders.filter(({ cancelledAt }) => cancelledAt === null)
    const chosen = open[step.which % Math.max(1, open.length)]
    if (chosen !== undefined) {
      yield* cancel(chosen.id, now)
      chosen.cancelledAt = now
      life.units[chosen.from] += chosen.units
    }
  }
})

/** Imports a file with the lines of several products. */
const takeFile = Effect.fnUntraced(function* (
  lives: ReadonlyArray<Life>,
  counts: ReadonlyArray<Counted>,
  asOf: number
) {
  const lines = lives.flatMap((life, at) =>
    names.flatMap((warehouse) => {
      const counted = counts[at]?.[warehouse] ?? null
      if (counted === null) {
        return []
      }
      life.units[warehouse] = leftOf(counted, life, warehouse, asOf)
      return [`${counts[at]?.isBySku ? `sku-${life.key}` : life.key},${warehouse},${counted}`]
    })
  )
  const report = yield* count(lines, asOf)
  assert.strictEqual(report.refused, 0)
})

/** Plays schedules, and looks after each tick at the units of every product. */
export const play = Effect.fnUntraced(function* (ticks: ReadonlyArray<Tick>, name: string) {
  const keys = Array.from({ length: together }, (_, at) => `${name}-${at}`)
  const ids = yield* addProducts(keys)
  const lives = ids.map((id, at): Life => ({ id, key: keys[at]!, units: { Main: 0, Outlet: 0 }, orders: [] }))
  for (const [index, tick] of ticks.entries()) {
    const now = 10 * (index + 1)
    yield* tick.act === "file"
      ? takeFile(lives, tick.counts, now - 5 - 10 * tick.minutesAgo)
      : Effect.forEach(lives, (life, at) => take(life, tick.steps[at] ?? { act: "nothing" }, now), { discard: true })
    assert.deepStrictEqual(
      yield* unitsOf(ids),
      lives.map(({ units }) => ({ ...units })),
      `after tick ${index} of ${name}`
    )
  }
})
