import { Array, Option } from "effect"
import { type Region } from "../Inventory.ts"
import { Money } from "../Money.ts"
import { allocate, type Shipment, type StockedWarehouse, stockOf, type WantedLine, withinReach } from "./Allocation.ts"

/** A product that is wanted, and how much of it there is in reach. */
export interface Shortage extends WantedLine {
  readonly available: number
}

/** How several products would be sent, and which of them cannot. */
export interface FulfillmentPlan {
  /** By name of the warehouse; empty when nothing can be sent. */
  readonly shipments: ReadonlyArray<Shipment>
  readonly cost: Money
  readonly unavailable: ReadonlyArray<Shortage>
}

const nothing: FulfillmentPlan = { shipments: [], cost: Money.make(0), unavailable: [] }

/**
 * Plans the delivery of the products that the stock in reach of the destination covers, as `allocate` does with any
 * carriers, and leaves the others out. Every product is wanted by at most one line.
 */
export const planFulfillment = (
  wanted: ReadonlyArray<WantedLine>,
  warehouses: ReadonlyArray<StockedWarehouse>,
  destination: Region
): FulfillmentPlan => {
  const reach = withinReach(wanted, warehouses)
  const [short, covered] = Array.partition(wanted, ({ productId, quantity }) => stockOf(reach, productId) >= quantity)
  if (short.length > 0) {
    const plan = planFulfillment(covered, warehouses, destination)
    const shortages = short.map((line) => ({ ...line, available: stockOf(reach, line.productId) }))
    return { ...plan, unavailable: [...shortages, ...plan.unavailable] }
  }
  return Option.liftPredicate(covered, Array.isNonEmptyArray).pipe(
    Option.flatMap((lines) => allocate(lines, warehouses, destination, "any")),
    Option.match({ onNone: () => nothing, onSome: (allocation) => ({ ...allocation, unavailable: [] }) })
  )
}
