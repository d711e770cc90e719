import { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { Array } from "effect"
import { firstGenerated } from "./Accounts.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { type OrderLine, type OrderPlan, scriptedOrders } from "./OrderScripts.ts"
import { randomOf, type World } from "./World.ts"
import { cancelReasons, deliveryNotes } from "./vocabulary/OrderTexts.ts"

/** How many of the first orders are in each status; more orders keep the proportions. */
const statusCounts: Readonly<Record<OrderStatus, number>> = {
  placed: 20,
  confirmed: 24,
  shipped: 28,
  out_for_delivery: 16,
  delivered: 104,
  cancelled: 24,
  returned: 24
}

/** How many of the first returned orders are how far. */
const returnCounts = { approved: 5, shipped_back: 4, received: 4, refunded: 11 } as const

/** The orders with exact numbers: those of the demonstration. */
export const plannedOrders = Object.values(statusCounts).reduce((sum, count) => sum + count, 0)

/** Each key as often as it is still missing. */
const missing = <Key extends string>(
  wanted: Readonly<Record<Key, number>>,
  keys: ReadonlyArray<Key>,
  taken: (key: Key) => number
) => keys.flatMap((key) => Array.makeBy(wanted[key], () => key).slice(taken(key)))

/** Days since an order was placed: enough to have come this far, not so many that it should be further. */
const ages: Readonly<Record<OrderStatus, readonly [number, number]>> = {
  placed: [0.05, 1.6],
  confirmed: [0.9, 3],
  shipped: [2.2, 5],
  out_for_delivery: [6.2, 8],
  delivered: [7, 178],
  cancelled: [2, 178],
  returned: [31, 170]
}

const between = (random: SeededRandom, [lowest, highest]: readonly [number, number]) =>
  lowest + random.real() * (highest - lowest)

/** The last generated customer never orders: near-copies of one review are written under that name. */
const buyer = (world: World, random: SeededRandom) => random.int(firstGenerated, world.users - 2)

/** One to four different articles; the first articles of the catalogue sell best. */
const basket = (world: World, random: SeededRandom): ReadonlyArray<OrderLine> => {
  const size = random.pick([1, 1, 2, 2, 2, 3, 3, 4])
  const articles = Array.makeBy(size, () => Math.floor(world.products * random.real() ** 1.6))
  return Array.dedupe(articles).map((article) => ({ article, quantity: random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3]) }))
}

/** Every order, one after the other: first the scripted ones, then those that complete the numbers, then any. */
export function* orderPlans(world: World): Generator<OrderPlan> {
  const scripted = scriptedOrders(world)
  yield* scripted
  const statuses = missing(
    statusCounts,
    OrderStatus.literals,
    (status) => scripted.filter((order) => order.status === status).length
  )
  const returns: Array<ReturnStatus> = missing(
    returnCounts,
    ["approved", "shipped_back", "received", "refunded"],
    (status) => scripted.filter((order) => order.returned === status).length
  )
  for (let index = scripted.length; index < world.orders; index++) {
    const random = randomOf(world, "plan", index)
    const status = statuses[index - scripted.length] ?? anyStatus(random)
    const returned = status === "returned" ? (returns.shift() ?? anyReturn(random)) : undefined
    yield {
      customer: buyer(world, random),
      status,
      lines: basket(world, random),
      age: { placed: between(random, returned === "approved" ? [31, 45] : ages[status]) },
      ...(index % 17 < 3 ? { coupon: "any" } : {}),
      ...(returned === undefined ? {} : { returned }),
      ...(random.chance(0.2) ? { note: random.pick(deliveryNotes) } : {}),
      ...(status === "cancelled" ? { cancelReason: random.pick(cancelReasons) } : {})
    }
  }
}

const anyStatus = (random: SeededRandom): OrderStatus => {
  let place = random.int(0, plannedOrders - 1)
  return OrderStatus.literals.find((status) => (place -= statusCounts[status]) < 0) ?? "delivered"
}

const anyReturn = (random: SeededRandom): ReturnStatus =>
  random.pick(["approved", "shipped_back", "received", "refunded", "refunded", "refunded"])
