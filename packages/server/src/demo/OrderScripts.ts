import type { Category } from "@storefront/domain/Catalog"
import type { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { alice, bob, carol, dora, firstGenerated, powerUser } from "./Accounts.ts"
import { type Kind, positionOf } from "./Catalogue.ts"
import { hostileCancelReason, hostileOrderNote } from "./vocabulary/HostileTexts.ts"
import type { World } from "./World.ts"

/** An article, by position, and its quantity. */
export interface OrderLine {
  readonly article: number
  readonly quantity: number
}

/** The decisions about an order from which its rows are made. */
export interface OrderPlan {
  /** Position of the account. */
  readonly customer: number
  readonly status: OrderStatus
  readonly lines: ReadonlyArray<OrderLine>
  /** Days since the order was placed or, where that matters more, delivered. */
  readonly age: { readonly placed: number } | { readonly delivered: number }
  /** Code of the coupon to use, or any valid one. */
  readonly coupon?: string | "any"
  readonly returned?: ReturnStatus
  readonly note?: string
  readonly cancelReason?: string
}

const one = <C extends Category>(category: C, kind: Kind<C>, quantity = 1): OrderLine => ({
  article: positionOf(category, kind),
  quantity
})

const aliceOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.2 }, lines: [one("Sports", "Trail Shoes"), one("Books", "Cookbook")] },
  {
    status: "confirmed",
    age: { placed: 1.6 },
    lines: [one("Clothing", "Wool Socks", 2), one("Sports", "Water Bottle")]
  },
  { status: "shipped", age: { placed: 3.1 }, lines: [one("Clothing", "Winter Jacket")] },
  { status: "out_for_delivery", age: { placed: 6.4 }, lines: [one("Home", "Coffee Grinder")] },
  {
    status: "delivered",
    age: { delivered: 5 },
    lines: [one("Electronics", "Noise-Cancelling Headphones"), one("Electronics", "Power Bank")]
  },
  { status: "delivered", age: { delivered: 45 }, lines: [one("Electronics", "4K Monitor")], coupon: "HELLO10" },
  { status: "delivered", age: { delivered: 60 }, lines: [one("Home", "Cookware Set")] },
  {
    status: "delivered",
    age: { delivered: 70 },
    lines: [one("Electronics", "Mechanical Keyboard"), one("Books", "Picture Book")]
  },
  { status: "delivered", age: { delivered: 96 }, lines: [one("Electronics", "Laptop")] },
  { status: "delivered", age: { delivered: 110 }, lines: [one("Home", "Duvet"), one("Home", "Woven Rug")] },
  { status: "delivered", age: { delivered: 128 }, lines: [one("Home", "Cordless Vacuum"), one("Home", "Kettle")] },
  { status: "delivered", age: { delivered: 150 }, lines: [one("Sports", "Tent"), one("Sports", "Sleeping Bag")] },
  {
    status: "cancelled",
    age: { placed: 20 },
    lines: [one("Electronics", "Smart Watch")],
    coupon: "FIRST10",
    cancelReason: "I found the older model at a friend's."
  },
  { status: "returned", age: { placed: 80 }, lines: [one("Clothing", "Dress")], returned: "refunded" }
]

const bobOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "confirmed", age: { placed: 1.4 }, lines: [one("Books", "Atlas"), one("Books", "Gardening Guide")] },
  { status: "shipped", age: { placed: 3.4 }, lines: [one("Electronics", "Wireless Earbuds")] },
  {
    status: "delivered",
    age: { delivered: 12 },
    lines: [one("Electronics", "4K Monitor"), one("Clothing", "Winter Jacket")],
    returned: "requested"
  },
  { status: "delivered", age: { delivered: 34 }, lines: [one("Sports", "Backpack"), one("Sports", "Headlamp")] },
  { status: "delivered", age: { delivered: 62 }, lines: [one("Home", "Blender")] },
  { status: "delivered", age: { delivered: 90 }, lines: [one("Clothing", "Sweater"), one("Clothing", "Jeans")] },
  {
    status: "delivered",
    age: { delivered: 140 },
    lines: [one("Electronics", "E-Reader"), one("Books", "Crime Novel")]
  },
  { status: "cancelled", age: { placed: 50 }, lines: [one("Electronics", "Tablet")] },
  // The goods have arrived, so the refund is due.
  { status: "returned", age: { placed: 44 }, lines: [one("Clothing", "Rain Shell")], returned: "received" }
]

const carolOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.6 }, lines: [one("Sports", "Yoga Mat"), one("Clothing", "T-Shirt", 2)] },
  { status: "out_for_delivery", age: { placed: 6.8 }, lines: [one("Home", "Lamp")] },
  {
    status: "delivered",
    age: { delivered: 21 },
    lines: [one("Clothing", "Linen Shirt"), one("Clothing", "Chinos")],
    note: hostileOrderNote
  },
  { status: "delivered", age: { delivered: 100 }, lines: [one("Home", "Humidifier")] },
  { status: "cancelled", age: { placed: 15 }, lines: [one("Sports", "Bike Light")], cancelReason: hostileCancelReason },
  // The goods are on their way back, so the refund has to wait.
  { status: "returned", age: { placed: 36 }, lines: [one("Home", "Kettle")], returned: "shipped_back" }
]

const powerOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.9 }, lines: [one("Books", "Programming Primer")] },
  { status: "shipped", age: { placed: 2.8 }, lines: [one("Home", "Air Purifier")] },
  { status: "delivered", age: { delivered: 18 }, lines: [one("Electronics", "Laptop")] },
  { status: "delivered", age: { delivered: 55 }, lines: [one("Electronics", "Portable Speaker", 2)] },
  { status: "delivered", age: { delivered: 85 }, lines: [one("Electronics", "Smart Watch")] },
  { status: "delivered", age: { delivered: 120 }, lines: [one("Home", "Knife Set")] },
  { status: "cancelled", age: { placed: 33 }, lines: [one("Sports", "Running Vest")] }
]

const doraOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "delivered", age: { delivered: 140 }, lines: [one("Clothing", "Sneakers")] },
  { status: "delivered", age: { delivered: 165 }, lines: [one("Books", "Essays")] }
]

/** Orders above the limit of automatic returns: three wait for a decision, three were denied. */
const largeOrders: ReadonlyArray<OrderPlan> = [
  {
    customer: firstGenerated + 1,
    status: "delivered",
    age: { delivered: 8 },
    lines: [one("Electronics", "Laptop")],
    returned: "requested"
  },
  {
    customer: firstGenerated + 4,
    status: "delivered",
    age: { delivered: 11 },
    lines: [one("Electronics", "Tablet"), one("Electronics", "Webcam")],
    returned: "requested"
  },
  {
    customer: firstGenerated + 7,
    status: "delivered",
    age: { delivered: 6 },
    lines: [one("Sports", "Tent", 2)],
    returned: "requested"
  },
  {
    customer: firstGenerated + 2,
    status: "delivered",
    age: { delivered: 60 },
    lines: [one("Electronics", "Laptop")],
    returned: "denied"
  },
  {
    customer: firstGenerated + 5,
    status: "delivered",
    age: { delivered: 75 },
    lines: [one("Home", "Cookware Set", 2)],
    returned: "denied"
  },
  {
    customer: firstGenerated + 8,
    status: "delivered",
    age: { delivered: 50 },
    lines: [one("Electronics", "4K Monitor"), one("Electronics", "Smart Watch")],
    returned: "denied"
  }
]

const of = (customer: number, orders: ReadonlyArray<Omit<OrderPlan, "customer">>) =>
  orders.map((order): OrderPlan => ({ customer, ...order }))

/**
 * Returns the orders that the demonstration relies on. They add up to 3,200–4,500 for Alice, 1,200–2,500 for Bob, less
 * than 900 for Carol and 1,500–2,500 for the power user, whatever the seed.
 */
export const scriptedOrders = (world: World): ReadonlyArray<OrderPlan> => [
  ...of(alice, aliceOrders),
  ...of(bob, bobOrders),
  ...of(carol, carolOrders),
  ...of(powerUser, powerOrders),
  ...of(dora, doraOrders),
  ...largeOrders,
  // A discontinued article stays visible in its buyer's order.
  {
    customer: firstGenerated + 3,
    status: "delivered",
    age: { delivered: 150 },
    lines: [{ article: world.products, quantity: 1 }]
  }
]
