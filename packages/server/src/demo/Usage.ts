import { Array, Order } from "effect"
import { account, alice, bob, carol, firstGenerated, powerUser, sellerOf } from "./Accounts.ts"
import { productAt, handWrittenCount } from "./Catalogue.ts"
import type { Rows } from "./Loader.ts"
import { orderPlans, plannedOrderCount } from "./OrderPlans.ts"
import { orderFacts } from "./Orders.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import type { OrderFacts } from "./ToolSteps.ts"
import { type TurnStatus } from "../assistant/turn/TurnReport.ts"
import { turnRows } from "./TurnRows.ts"
import { anyTurn, hostileTurn } from "./TurnScripts.ts"
import { day, minute, randomOf, type World } from "./World.ts"

/** Number of turns besides those of the seeded conversations. */
const turnCount = 386

/** Days of the usage report: today and the 29 days before. */
const reportedDays = 30

/** Outcomes of a hundred turns, 93 of which succeed. */
const outcomes: Array.NonEmptyReadonlyArray<TurnStatus> = [
  ...Array.replicate("success" as const, 93),
  ...Array.replicate("error" as const, 3),
  ...Array.replicate("blocked" as const, 2),
  ...Array.replicate("cancelled" as const, 2)
]

/** Draws the account of a turn: a generated customer, a named person or a seller. */
const drawCustomer = (world: World, random: SeededRandom) =>
  random.chance(0.4)
    ? random.int(firstGenerated, world.users - 1)
    : random.pick([alice, alice, alice, bob, bob, carol, powerUser, powerUser, sellerOf(0), sellerOf(1)])

const newestFirst = Order.reverse(Order.mapInput(Order.number, (order: OrderFacts) => order.placedMillis))

/** Returns the demonstration's orders by position of the buyer, newest first. */
const ordersByBuyer = (world: World): ReadonlyMap<number, ReadonlyArray<OrderFacts>> => {
  const orders = new Map<number, ReadonlyArray<OrderFacts>>()
  for (const [index, plan] of Array.take(
    orderPlans({ ...world, orders: plannedOrderCount }),
    plannedOrderCount
  ).entries()) {
    orders.set(plan.customer, [orderFacts(world, index, plan), ...(orders.get(plan.customer) ?? [])])
  }
  return new Map([...orders].map(([buyer, facts]) => [buyer, Array.sort(facts, newestFirst)]))
}

/** Generates the usage log of the last 30 days, without the turns of seeded conversations. */
export function* usageGroups(world: World): Generator<Rows> {
  const orders = ordersByBuyer(world)
  const startMillis = Math.floor(world.nowMillis / day) * day - (reportedDays - 1) * day
  for (let index = 0; index < turnCount; index++) {
    const random = randomOf(world, "turn", index)
    const customer = drawCustomer(world, random)
    const outcome = outcomes[(index * 37) % outcomes.length] ?? "success"
    const script =
      outcome === "blocked"
        ? hostileTurn(random)
        : anyTurn({
            world,
            random,
            orders: (orders.get(customer) ?? []).slice(0, 5),
            product: productAt(world, Math.floor(handWrittenCount * random.real() ** 1.6))
          })
    const endMillis = Math.trunc(startMillis + random.real() * (world.nowMillis - startMillis - minute))
    yield turnRows(random, { userId: account(world, customer).id, conversationId: null, endMillis, outcome }, script)
  }
}
