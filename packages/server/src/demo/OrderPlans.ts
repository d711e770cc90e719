import { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { Array } from "effect"
import { firstGenerated } from "./Accounts.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { type OrderLine, type OrderPlan, scriptedOrders } from "./OrderScripts.ts"
import { randomOf, type World } from "./World.ts"
import { cancelReasons, deliveryNotes } from "./vocabulary/OrderTexts.ts"

/** Number of demonstration orders per status. Further orders keep these proportions. */
const statusCounts: Readonly<Record<OrderStatus, number>> = {
  placed: 20,
  confirmed: 24,
  shipped: 28,
  out_for_delivery: 16,
  delivered: 104,
  cancelled: 24,
  returned: 24
}

/** Number of demonstration returns per status. The sum must be that of the returned orders. */
const returnCounts = { approved: 5, shipped_back: 4, received: 4, refunded: 11 } as const

/** Number of orders whose statuses are planned exactly: those of the demonstration. */
export const plannedOrderCount = Object.values(statusCounts).reduce((sum, count) => sum + count, 0)

/** Returns the keys to add, with repetitions, until each has been used as often as its target says. */
const remaining = <Key extends string>(
  targets: Readonly<Record<Key, number>>,
  keys: ReadonlyArray<Key>,
  usedCount: (key: Key) => number
) => keys.flatMap((key) => Array.makeBy(targets[key], () => key).slice(usedCount(key)))

/** Range of days since placing an order: long enough to reach the status, too short to be overdue. */
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

/** Draws a buyer. The last customer never orders, because near-copies of reviews carry that name. */
const buyer = (world: World, random: SeededRandom) => random.int(firstGenerated, world.users - 2)

/** Draws one to four different products. Low positions of the catalogue sell best. */
const basket = (world: World, random: SeededRandom): ReadonlyArray<OrderLine> => {
  const size = random.pick([1, 1, 2, 2, 2, 3, 3, 4])
  const products = Array.makeBy(size, () => Math.floor(world.products * random.real() ** 1.6))
  return Array.dedupe(products).map((product) => ({ product, quantity: random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3]) }))
}

/** Generates the plans of all orders: scripted ones, then those that complete `statusCounts`, then random ones. */
export function* orderPlans(world: World): Generator<OrderPlan> {
  const scripted = scriptedOrders(world)
  yield* scripted
  const statuses = remaining(
    statusCounts,
    OrderStatus.literals,
    (status) => scripted.filter((order) => order.status === status).length
  )
  const returns: Array<ReturnStatus> = remaining(
    returnCounts,
    ["approved", "shipped_back", "received", "refunded"],
    (status) => scripted.filter((order) => order.returnStatus === status).length
  )
  for (let index = scripted.length; index < world.orders; index++) {
    const random = randomOf(world, "plan", index)
    const status = statuses[index - scripted.length] ?? randomStatus(random)
    const returnStatus = status === "returned" ? (returns.shift() ?? randomReturnStatus(random)) : undefined
    yield {
      customer: buyer(world, random),
      status,
      lines: basket(world, random),
      age: { placed: between(random, returnStatus === "approved" ? [31, 45] : ages[status]) },
      // Three of seventeen orders get a coupon, if one is valid for them.
      ...(index % 17 < 3 ? { coupon: "any" } : {}),
      ...(returnStatus === undefined ? {} : { returnStatus }),
      ...(random.chance(0.2) ? { note: random.pick(deliveryNotes) } : {}),
      ...(status === "cancelled" ? { cancelReason: random.pick(cancelReasons) } : {})
    }
  }
}

const randomStatus = (random: SeededRandom): OrderStatus => {
  let draw = random.int(0, plannedOrderCount - 1)
  return OrderStatus.literals.find((status) => (draw -= statusCounts[status]) < 0) ?? "delivered"
}

const randomReturnStatus = (random: SeededRandom): ReturnStatus =>
  random.pick(["approved", "shipped_back", "received", "refunded", "refunded", "refunded"])
