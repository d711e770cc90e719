import { SqlClient } from "@effect/sql"
import { Data, Effect, Schema } from "effect"
import { type Customer } from "../support/Chat.ts"
import { type Wish } from "../support/Script.ts"

/** Something that is asked of the assistant. */
export interface Act {
  readonly name: string
  readonly tool: string
  readonly isWrite: boolean
  /** Which turn is looked at: the only one, or one of the two of an act that is proposed and then confirmed. */
  readonly turn: "only" | "proposing" | "confirming"
  /** What the specialist begins with in the database. */
  readonly firstStatement: RegExp
  /** What its transaction writes. */
  readonly written: RegExp
  /** Puts the customer where they can wish for it. */
  readonly prepare: (customer: Customer) => Effect.Effect<Wish, never, SqlClient.SqlClient>
  /** How many times it was done to the customer; always 0 for a read. */
  readonly times: (customer: Customer) => Effect.Effect<number, never, SqlClient.SqlClient>
}

/** The demonstration shop is not as it was expected. */
class NothingToSell extends Data.TaggedError("NothingToSell") {}

const effect = /INSERT INTO tool_effects/
const proposal = /INSERT INTO pending_actions/

/** The two turns of an act that binds. */
const inTwoTurns = (act: Omit<Act, "firstStatement" | "isWrite" | "turn" | "written">): ReadonlyArray<Act> => [
  { ...act, isWrite: true, turn: "proposing", firstStatement: proposal, written: proposal },
  {
    ...act,
    name: `${act.name} confirmed`,
    isWrite: true,
    turn: "confirming",
    firstStatement: /FROM pending_actions\b.*FOR UPDATE/s,
    written: effect
  }
]

const address = JSON.stringify({ street: "1 Elm Street", city: "Boston", state: "MA", zip: "02101", country: "US" })

const Product = Schema.Struct({ id: Schema.String, name: Schema.String })
const decodeProducts = Schema.decodeUnknown(Schema.Array(Product))
const decodeCounts = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ times: Schema.Int })))
const decodeIds = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ id: Schema.String })))

/** The product that all carts are filled with. */
const product = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT id, name FROM products WHERE is_active ORDER BY price, id LIMIT 1`
  const [found] = yield* decodeProducts(rows)
  return found === undefined ? yield* new NothingToSell() : found
}).pipe(Effect.orDie)

/** Enough of it for everybody. */
export const fillStock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* product
  yield* sql`UPDATE warehouse_inventory SET quantity = 1000000 WHERE product_id = ${id}`
}).pipe(Effect.orDie)

const quantity = 2

const read: Act = {
  name: "read",
  tool: "get_user_orders",
  isWrite: false,
  turn: "only",
  firstStatement: /FROM orders o\b/,
  written: effect,
  prepare: () =>
    Effect.succeed({
      message: "Show me my orders, please",
      tool: "get_user_orders",
      params: {},
      done: "these are your orders."
    }),
  times: () => Effect.succeed(0)
}

const cart: Act = {
  name: "cart",
  tool: "add_to_cart",
  isWrite: true,
  turn: "only",
  firstStatement: effect,
  written: effect,
  prepare: () =>
    Effect.map(product, ({ id, name }) => ({
      message: `Put ${quantity} of the ${name} (${id}) into my cart`,
      tool: "add_to_cart",
      params: { product_id: id, quantity },
      done: `${quantity} × ${name} went into your cart.`
    })),
  times: Effect.fnUntraced(function* ({ id }) {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      SELECT COALESCE(sum(i.quantity), 0)::int / ${quantity}::int AS times
      FROM carts c JOIN cart_items i ON i.cart_id = c.id WHERE c.user_id = ${id}`
    const [{ times }] = yield* decodeCounts(rows)
    return times
  }, Effect.orDie)
}

const checkout = inTwoTurns({
  name: "checkout",
  tool: "checkout",
  prepare: Effect.fnUntraced(function* (customer) {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* product
    const [made] = yield* Effect.flatMap(
      sql`
        INSERT INTO carts (user_id, recipient_name, shipping_address) VALUES (${customer.id}, 'Ada Byron', ${address}::jsonb)
        RETURNING id`,
      decodeIds
    )
    yield* sql`INSERT INTO cart_items ${sql.insert({ cart_id: made.id, product_id: id, quantity: 1 })}`
    return {
      message: "Place the order for my cart now",
      tool: "checkout",
      params: {},
      done: "your order was placed."
    }
  }, Effect.orDie),
  times: Effect.fnUntraced(function* ({ id }) {
    const sql = yield* SqlClient.SqlClient
    const [{ times }] = yield* Effect.flatMap(
      sql`SELECT count(*)::int AS times FROM orders WHERE user_id = ${id}`,
      decodeCounts
    )
    return times
  }, Effect.orDie)
})

/** A delivered order of one product, and its return whose goods are back. */
const returnedOrder = Effect.fnUntraced(function* (customer: Customer) {
  const sql = yield* SqlClient.SqlClient
  const { id: productId, name } = yield* product
  const [order] = yield* Effect.flatMap(
    sql`
      INSERT INTO orders (user_id, status, subtotal, total, carrier_id, tracking_number, recipient_name,
        shipping_address, billing_address, delivery_region)
      SELECT ${customer.id}, 'returned', 50, 50, (SELECT id FROM carriers ORDER BY name LIMIT 1),
        'SF' || upper(substr(md5(${customer.id}), 1, 12)), 'Ada Byron', ${address}::jsonb, ${address}::jsonb, 'east'
      RETURNING id`,
    decodeIds
  )
  const [line] = yield* Effect.flatMap(
    sql`INSERT INTO order_items ${sql.insert({
      order_id: order.id,
      line_no: 1,
      product_id: productId,
      product_name: name,
      quantity: 1,
      unit_price: 50,
      subtotal: 50
    })} RETURNING id`,
    decodeIds
  )
  yield* sql`
    INSERT INTO order_item_allocations (order_item_id, warehouse_id, quantity)
    SELECT ${line.id}, (SELECT id FROM warehouses ORDER BY name LIMIT 1), 1`
  yield* sql`
    INSERT INTO order_status_history (order_id, status)
    SELECT ${order.id}, status FROM unnest(
      ARRAY['placed', 'confirmed', 'shipped', 'out_for_delivery', 'delivered', 'returned']
    ) WITH ORDINALITY AS step (status, place) ORDER BY place`
  yield* sql`UPDATE users SET total_spend = total_spend + 50 WHERE id = ${customer.id}`
  const [made] = yield* Effect.flatMap(
    sql`
      INSERT INTO returns (order_id, user_id, reason, status, refund_amount)
      VALUES (${order.id}, ${customer.id}, 'Too small', 'received', 50) RETURNING id`,
    decodeIds
  )
  yield* sql`
    INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount) VALUES (${made.id}, ${line.id}, 1, 50)`
  yield* sql`
    INSERT INTO return_status_history (return_id, status, actor)
    VALUES (${made.id}, 'requested', 'customer'), (${made.id}, 'approved', 'system'), (${made.id}, 'received', 'operator')`
  return made.id
}, Effect.orDie)

const refund = inTwoTurns({
  name: "refund",
  tool: "process_refund",
  prepare: (customer) =>
    Effect.map(returnedOrder(customer), (id) => ({
      message: `Please pay out the refund for my return ${id} now`,
      tool: "process_refund",
      params: { return_id: id },
      done: "the refund is on its way to you."
    })),
  times: Effect.fnUntraced(function* ({ id }) {
    const sql = yield* SqlClient.SqlClient
    const [{ times }] = yield* Effect.flatMap(
      sql`
        SELECT count(*)::int AS times FROM return_status_history h JOIN returns r ON r.id = h.return_id
        WHERE r.user_id = ${id} AND h.status = 'refunded'`,
      decodeCounts
    )
    return times
  }, Effect.orDie)
})

export const acts: ReadonlyArray<Act> = [read, cart, ...checkout, ...refund]
