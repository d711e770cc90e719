import { SqlClient } from "@effect/sql"
import { Email, type Role, User, UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { DateTime, Effect, Layer } from "effect"

/** A small shop for tests without the demonstration data: three people, three products, two warehouses, one carrier. */

const person = (digit: number, name: string, role: Role) =>
  new User({
    id: UserId.make(`${String(digit).repeat(8)}-0000-4000-8000-000000000000`),
    email: Email.make(`${name.split(" ")[0]!.toLowerCase()}@example.com`),
    name,
    role
  })

export const ada = person(1, "Ada Byron", "customer")
export const bob = person(2, "Bob Lindqvist", "customer")
export const seller = person(3, "Alder Lane Goods", "seller")

const productId = (digit: number) => ProductId.make(`aaaaaaaa-0000-4000-8000-00000000000${digit}`)

export const lamp = { id: productId(1), name: "Hearthlow Ember Lamp", brand: "Hearthlow", category: "Home" }
export const shoes = { id: productId(2), name: "Strydevale Trail Shoes", brand: "Strydevale", category: "Sports" }
/** No longer sold. */
export const atlas = { id: productId(3), name: "Umberfield Atlas", brand: "Umberfield", category: "Books" }

export const east = "eeeeeeee-0000-4000-8000-000000000001"
export const west = "eeeeeeee-0000-4000-8000-000000000002"
const carrier = "cccccccc-0000-4000-8000-000000000001"

export const address = { street: "1 Elm Street", city: "Boston", state: "MA", zip: "02101", country: "US" }

/** Stores the shop. Every product has 10 units in both warehouses. */
export const shop = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert(
      [ada, bob, seller].map(({ email, id, name, role }) => ({
        id,
        email,
        name,
        role,
        password_hash: "-",
        created_at: "2026-01-01T00:00:00Z"
      }))
    )}`
    yield* sql`INSERT INTO products ${sql.insert(
      [lamp, shoes, atlas].map((product) => ({
        ...product,
        seller_id: seller.id,
        description: "",
        price: "50.00",
        original_price: "50.00",
        image_url: "/images/products/x.svg",
        is_active: product !== atlas
      }))
    )}`
    yield* sql`INSERT INTO warehouses (id, name, location, region) VALUES
      (${east}, 'Eastgate', 'Harrisburg, PA', 'east'), (${west}, 'Pacific', 'Sacramento, CA', 'west')`
    yield* sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
      SELECT w.id, p.id, 10 FROM warehouses w, products p`
    yield* sql`INSERT INTO carriers (id, name, speed_tier, base_rate) VALUES (${carrier}, 'Pigeon Ground', 'standard', 5.95)`
  })
)

/** A line at 50.00 per unit, with the units from each warehouse. */
export interface Line {
  readonly product: typeof lamp
  readonly east?: number
  readonly west?: number
}

export interface PlacedOrder {
  readonly id: OrderId
  readonly owner: User
  readonly status: OrderStatus
  readonly lines: ReadonlyArray<Line>
  /** Discount on the first line, in dollars. */
  readonly discount?: number
  readonly coupon?: string
  readonly note?: string
  readonly createdAt?: string
  /** Steps with their notes, an hour apart from `createdAt`. */
  readonly history: ReadonlyArray<readonly [status: OrderStatus, notes: string]>
}

export const orderId = (n: number) => OrderId.make(`bbbbbbbb-0000-4000-8000-${String(n).padStart(12, "0")}`)

/** Stores an order with all its parts. The owner's spend grows; the stock does not change. */
export const placeOrder = Effect.fnUntraced(function* (order: PlacedOrder) {
  const sql = yield* SqlClient.SqlClient
  const lines = order.lines.map((line, index) => {
    const quantity = (line.east ?? 0) + (line.west ?? 0)
    return { ...line, quantity, discount: index === 0 ? (order.discount ?? 0) : 0 }
  })
  const subtotal = 50 * lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const discount = order.discount ?? 0
  const createdAt = DateTime.unsafeMake(order.createdAt ?? "2026-02-01T10:00:00Z")
  const isShipped = ["shipped", "out_for_delivery", "delivered", "returned"].includes(order.status)
  yield* sql`INSERT INTO orders ${sql.insert({
    id: order.id,
    user_id: order.owner.id,
    status: order.status,
    subtotal,
    discount_amount: discount,
    total: subtotal - discount,
    shipping_cost: "5.95",
    carrier_id: carrier,
    tracking_number: isShipped ? `SF${order.id.slice(-12)}` : null,
    coupon_code: order.coupon ?? null,
    recipient_name: order.owner.name,
    shipping_address: JSON.stringify(address),
    billing_address: JSON.stringify(address),
    delivery_region: "east",
    note: order.note ?? null,
    created_at: DateTime.formatIso(createdAt),
    updated_at: DateTime.formatIso(createdAt)
  })}`
  for (const [index, line] of lines.entries()) {
    const [item] = yield* sql<{ readonly id: string }>`INSERT INTO order_items ${sql.insert({
      order_id: order.id,
      line_no: index + 1,
      product_id: line.product.id,
      product_name: line.product.name,
      quantity: line.quantity,
      unit_price: "50.00",
      subtotal: 50 * line.quantity,
      discount_share: line.discount
    })} RETURNING id`
    for (const [warehouse, quantity] of [
      [east, line.east],
      [west, line.west]
    ] as const) {
      if (quantity !== undefined) {
        yield* sql`INSERT INTO order_item_allocations VALUES (${item!.id}, ${warehouse}, ${quantity})`
      }
    }
  }
  for (const [hours, [status, notes]] of order.history.entries()) {
    yield* sql`INSERT INTO order_status_history ${sql.insert({
      order_id: order.id,
      status,
      notes,
      location: status === "shipped" ? "Harrisburg, PA" : null,
      recorded_at: DateTime.formatIso(DateTime.add(createdAt, { hours }))
    })}`
  }
  if (order.coupon !== undefined) {
    yield* sql`INSERT INTO coupon_redemptions (coupon_id, order_id, user_id, amount)
      SELECT id, ${order.id}, ${order.owner.id}, ${discount} FROM coupons WHERE code = ${order.coupon}`
    yield* sql`UPDATE coupons SET times_used = times_used + 1 WHERE code = ${order.coupon}`
  }
  if (order.status !== "cancelled") {
    yield* sql`UPDATE users SET total_spend = total_spend + ${subtotal - discount} WHERE id = ${order.owner.id}`
  }
})
