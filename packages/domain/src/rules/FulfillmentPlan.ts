import { Array, Option } from "effect"
import { type Region } from "../Inventory.ts"
import { Money } from "../Money.ts"
import {
  allocate,
  type Shipment,
  type StockedWarehouse,
  stockOf,
  type RequestedLine,
  reachableWarehouses
} from "./Allocation.ts"

/** A wanted product and its stock within reach of the destination. */
export interface Shortage extends RequestedLine {
  readonly available: number
}

/** Shipments of several products, and the products that cannot be delivered. */
export interface FulfillmentPlan {
  /** Ordered by warehouse name; empty if nothing can be sent. */
  readonly shipments: ReadonlyArray<Shipment>
  readonly cost: Money
  readonly unavailable: ReadonlyArray<Shortage>
}

const nothing: FulfillmentPlan = { shipments: [], cost: Money.make(0), unavailable: [] }

/**
 * Plans the delivery of the products that stock within reach covers, as `allocate` does with any carriers, and leaves
 * out the others. Each product must be wanted by at most one line.
 */
export const planFulfillment = (
  wanted: ReadonlyArray<RequestedLine>,
  warehouses: ReadonlyArray<StockedWarehouse>,
  destination: Region
): FulfillmentPlan => {
  const reach = reachableWarehouses(wanted, warehouses)
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
