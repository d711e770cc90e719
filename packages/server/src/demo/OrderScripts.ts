import type { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { alice, bob, carol, dora, firstGenerated, powerUser } from "./Accounts.ts"
import { type Kind, positionOf } from "./Catalogue.ts"
import { hostileCancelReason, hostileOrderNote } from "./vocabulary/HostileTexts.ts"
import type { World } from "./World.ts"
import { type CategoryName } from "./Names.ts"

/** A product, by position, and its quantity. */
export interface OrderLine {
  readonly product: number
  readonly quantity: number
}

/** The properties of an order that its rows derive from. */
export interface OrderPlan {
  /** Position of the account. */
  readonly customer: number
  readonly status: OrderStatus
  readonly lines: ReadonlyArray<OrderLine>
  /** Days since the order was placed, or since it was delivered. */
  readonly age: { readonly placed: number } | { readonly delivered: number }
  /** Code of the coupon, or `any` for a random valid one. */
  readonly coupon?: string | "any"
  readonly returnStatus?: ReturnStatus
  readonly note?: string
  readonly cancelReason?: string
}

const line = <C extends CategoryName>(category: C, kind: Kind<C>, quantity = 1): OrderLine => ({
  product: positionOf(category, kind),
  quantity
})

const aliceOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.2 }, lines: [line("Sports", "Trail Shoes"), line("Books", "Cookbook")] },
  {
    status: "confirmed",
    age: { placed: 1.6 },
    lines: [line("Clothing", "Wool Socks", 2), line("Sports", "Water Bottle")]
  },
  { status: "shipped", age: { placed: 3.1 }, lines: [line("Clothing", "Winter Jacket")] },
  { status: "out_for_delivery", age: { placed: 6.4 }, lines: [line("Home", "Coffee Grinder")] },
  {
    status: "delivered",
    age: { delivered: 5 },
    lines: [line("Electronics", "Noise-Cancelling Headphones"), line("Electronics", "Power Bank")]
  },
  { status: "delivered", age: { delivered: 45 }, lines: [line("Electronics", "4K Monitor")], coupon: "HELLO10" },
  { status: "delivered", age: { delivered: 60 }, lines: [line("Home", "Cookware Set")] },
  {
    status: "delivered",
    age: { delivered: 70 },
    lines: [line("Electronics", "Mechanical Keyboard"), line("Books", "Picture Book")]
  },
  { status: "delivered", age: { delivered: 96 }, lines: [line("Electronics", "Laptop")] },
  { status: "delivered", age: { delivered: 110 }, lines: [line("Home", "Duvet"), line("Home", "Woven Rug")] },
  { status: "delivered", age: { delivered: 128 }, lines: [line("Home", "Cordless Vacuum"), line("Home", "Kettle")] },
  { status: "delivered", age: { delivered: 150 }, lines: [line("Sports", "Tent"), line("Sports", "Sleeping Bag")] },
  {
    status: "cancelled",
    age: { placed: 20 },
    lines: [line("Electronics", "Smart Watch")],
    coupon: "FIRST10",
    cancelReason: "I found the older model at a friend's."
  },
  { status: "returned", age: { placed: 80 }, lines: [line("Clothing", "Dress")], returnStatus: "refunded" }
]

const bobOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "confirmed", age: { placed: 1.4 }, lines: [line("Books", "Atlas"), line("Books", "Gardening Guide")] },
  { status: "shipped", age: { placed: 3.4 }, lines: [line("Electronics", "Wireless Earbuds")] },
  {
    status: "delivered",
    age: { delivered: 12 },
    lines: [line("Electronics", "4K Monitor"), line("Clothing", "Winter Jacket")],
    returnStatus: "requested"
  },
  { status: "delivered", age: { delivered: 34 }, lines: [line("Sports", "Backpack"), line("Sports", "Headlamp")] },
  { status: "delivered", age: { delivered: 62 }, lines: [line("Home", "Blender")] },
  { status: "delivered", age: { delivered: 90 }, lines: [line("Clothing", "Sweater"), line("Clothing", "Jeans")] },
  {
    status: "delivered",
    age: { delivered: 140 },
    lines: [line("Electronics", "E-Reader"), line("Books", "Crime Novel")]
  },
  { status: "cancelled", age: { placed: 50 }, lines: [line("Electronics", "Tablet")] },
  // The goods have arrived, so the refund is due.
  { status: "returned", age: { placed: 44 }, lines: [line("Clothing", "Rain Shell")], returnStatus: "received" }
]

const carolOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.6 }, lines: [line("Sports", "Yoga Mat"), line("Clothing", "T-Shirt", 2)] },
  { status: "out_for_delivery", age: { placed: 6.8 }, lines: [line("Home", "Lamp")] },
  {
    status: "delivered",
    age: { delivered: 21 },
    lines: [line("Clothing", "Linen Shirt"), line("Clothing", "Chinos")],
    note: hostileOrderNote
  },
  { status: "delivered", age: { delivered: 100 }, lines: [line("Home", "Humidifier")] },
  {
    status: "cancelled",
    age: { placed: 15 },
    lines: [line("Sports", "Bike Light")],
    cancelReason: hostileCancelReason
  },
  // The goods are on their way back, so the refund has to wait.
  { status: "returned", age: { placed: 36 }, lines: [line("Home", "Kettle")], returnStatus: "shipped_back" }
]

const powerOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "placed", age: { placed: 0.9 }, lines: [line("Books", "Programming Primer")] },
  { status: "shipped", age: { placed: 2.8 }, lines: [line("Home", "Air Purifier")] },
  { status: "delivered", age: { delivered: 18 }, lines: [line("Electronics", "Laptop")] },
  { status: "delivered", age: { delivered: 55 }, lines: [line("Electronics", "Portable Speaker", 2)] },
  { status: "delivered", age: { delivered: 85 }, lines: [line("Electronics", "Smart Watch")] },
  { status: "delivered", age: { delivered: 120 }, lines: [line("Home", "Knife Set")] },
  { status: "cancelled", age: { placed: 33 }, lines: [line("Sports", "Running Vest")] }
]

const doraOrders: ReadonlyArray<Omit<OrderPlan, "customer">> = [
  { status: "delivered", age: { delivered: 140 }, lines: [line("Clothing", "Sneakers")] },
  { status: "delivered", age: { delivered: 165 }, lines: [line("Books", "Essays")] }
]

/** Orders above the limit of automatic approval: three returns wait for a decision, three were denied. */
const largeOrders: ReadonlyArray<OrderPlan> = [
  {
    customer: firstGenerated + 1,
    status: "delivered",
    age: { delivered: 8 },
    lines: [line("Electronics", "Laptop")],
    returnStatus: "requested"
  },
  {
    customer: firstGenerated + 4,
    status: "delivered",
    age: { delivered: 11 },
    lines: [line("Electronics", "Tablet"), line("Electronics", "Webcam")],
    returnStatus: "requested"
  },
  {
    customer: firstGenerated + 7,
    status: "delivered",
    age: { delivered: 6 },
    lines: [line("Sports", "Tent", 2)],
    returnStatus: "requested"
  },
  {
    customer: firstGenerated + 2,
    status: "delivered",
    age: { delivered: 60 },
    lines: [line("Electronics", "Laptop")],
    returnStatus: "denied"
  },
  {
    customer: firstGenerated + 5,
    status: "delivered",
    age: { delivered: 75 },
    lines: [line("Home", "Cookware Set", 2)],
    returnStatus: "denied"
  },
  {
    customer: firstGenerated + 8,
    status: "delivered",
    age: { delivered: 50 },
    lines: [line("Electronics", "4K Monitor"), line("Electronics", "Smart Watch")],
    returnStatus: "denied"
  }
]

const ordersOf = (customer: number, orders: ReadonlyArray<Omit<OrderPlan, "customer">>) =>
  orders.map((order): OrderPlan => ({ customer, ...order }))

/**
 * Returns the orders that the demonstration relies on. They add up to 3,200–4,500 for Alice, 1,200–2,500 for Bob, less
 * than 900 for Carol and 1,500–2,500 for the power user, whatever the seed.
 */
export const scriptedOrders = (world: World): ReadonlyArray<OrderPlan> => [
  ...ordersOf(alice, aliceOrders),
  ...ordersOf(bob, bobOrders),
  ...ordersOf(carol, carolOrders),
  ...ordersOf(powerUser, powerOrders),
  ...ordersOf(dora, doraOrders),
  ...largeOrders,
  // A discontinued product stays visible in its buyer's order.
  {
    customer: firstGenerated + 3,
    status: "delivered",
    age: { delivered: 150 },
    lines: [{ product: world.products, quantity: 1 }]
  }
]
