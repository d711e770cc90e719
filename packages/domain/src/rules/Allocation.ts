import { Array, Iterable, Option, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { type Region } from "../Inventory.ts"
import { Money } from "../Money.ts"
import { byPrice, type ShippingRate } from "./Shipping.ts"

/** A product and the number of units wanted. */
export interface RequestedLine {
  readonly productId: ProductId
  readonly quantity: number
}

/** A warehouse with its stock and its rates to the destination, for all permitted speeds. */
export interface StockedWarehouse {
  readonly id: string
  readonly name: string
  readonly region: Region
  readonly stock: ReadonlyMap<ProductId, number>
  readonly rates: ReadonlyArray<ShippingRate>
}

/** Lines sent from one warehouse at one rate. */
export interface Shipment {
  readonly warehouse: StockedWarehouse
  readonly rate: ShippingRate
  readonly lines: ReadonlyArray<RequestedLine>
}

/** The shipments that together cover all wanted lines, by warehouse name, and their total cost. */
export interface Allocation {
  readonly shipments: Array.NonEmptyReadonlyArray<Shipment>
  readonly cost: Money
}

interface Leg {
  readonly warehouse: StockedWarehouse
  readonly rate: ShippingRate
}

/** One rate for each warehouse of a subset, ordered by warehouse name. */
interface Fare {
  readonly legs: Array.NonEmptyReadonlyArray<Leg>
  readonly cost: number
  /** Longest delivery time among the shipments. */
  readonly days: number
}

/** Maximum number of warehouses searched; bounds the number of subsets. */
const maxWarehouses = 10

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const stockAt = ({ stock }: StockedWarehouse, productId: ProductId) => stock.get(productId) ?? 0

const byName = Order.mapInput(Order.string, ({ name }: StockedWarehouse) => name)

/**
 * Returns the warehouses that an allocation considers, by name: those with a rate to the destination and wanted stock,
 * limited to the ten that can serve most units.
 */
export const reachableWarehouses = (
  wanted: ReadonlyArray<RequestedLine>,
  warehouses: ReadonlyArray<StockedWarehouse>
) => {
  const servable = (warehouse: StockedWarehouse) =>
    sum(wanted.map(({ productId, quantity }) => Math.min(quantity, stockAt(warehouse, productId))))
  const useful = warehouses.filter((warehouse) => warehouse.rates.length > 0 && servable(warehouse) > 0)
  const byUnits = Order.combine(Order.mapInput(Order.reverse(Order.number), servable), byName)
  return Array.sort(Array.take(Array.sort(useful, byUnits), maxWarehouses), byName)
}

/** Returns all combinations of `size` items, in order. */
const combinations = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  size === 0
    ? [[]]
    : items.flatMap((first, index) => combinations(items.slice(index + 1), size - 1).map((rest) => [first, ...rest]))

/** Returns the units of a product in all these warehouses. */
export const stockOf = (warehouses: ReadonlyArray<StockedWarehouse>, productId: ProductId): number =>
  sum(warehouses.map((warehouse) => stockAt(warehouse, productId)))

const byCost: Order.Order<Fare> = Order.combine(
  Order.mapInput(Order.number, ({ cost }: Fare) => cost),
  Order.mapInput(Order.number, ({ days }: Fare) => days)
)

/** Returns the smallest item; among equals the first. */
const minimum = <A>(items: ReadonlyArray<A>, order: Order.Order<A>) => Array.head(Array.sort(items, order))

/** Returns the cheapest `eligible` rate from every warehouse; none if a warehouse has no such rate. */
const fareOf = (subset: ReadonlyArray<StockedWarehouse>, eligible: (rate: ShippingRate) => boolean) =>
  Option.all(
    subset.map((warehouse) =>
      Option.map(minimum(warehouse.rates.filter(eligible), byPrice), (rate): Leg => ({ warehouse, rate }))
    )
  ).pipe(
    Option.filter(Array.isNonEmptyArray),
    Option.map((legs): Fare => ({
      legs,
      cost: sum(legs.map(({ rate }) => rate.price)),
      days: Math.max(...legs.map(({ rate }) => rate.estimated_days_max))
    }))
  )

/** Returns the fare of the cheapest carrier that serves all shipments; ties go to fewer days, then to the name. */
const fareOfOneCarrier = (subset: ReadonlyArray<StockedWarehouse>) => {
  const carriers = Array.dedupe(subset.flatMap(({ rates }) => rates.map(({ carrier }) => carrier)))
  const fares = Array.filterMap(Array.sort(carriers, Order.string), (carrier) =>
    fareOf(subset, (rate) => rate.carrier === carrier)
  )
  return minimum(fares, byCost)
}

/** Splits a line over warehouses: those in the destination's region first, then larger stock, then by name. */
const splitLine = (
  { productId, quantity }: RequestedLine,
  subset: ReadonlyArray<StockedWarehouse>,
  destination: Region
): ReadonlyMap<StockedWarehouse, number> => {
  const inTurn = Array.sort(
    subset,
    Order.combineAll([
      Order.mapInput(Order.boolean, ({ region }: StockedWarehouse) => region !== destination),
      Order.mapInput(Order.reverse(Order.number), (warehouse: StockedWarehouse) => stockAt(warehouse, productId)),
      byName
    ])
  )
  const [, shares] = Array.mapAccum(inTurn, quantity, (left, warehouse) => {
    const taken = Math.min(left, stockAt(warehouse, productId))
    return [left - taken, [warehouse, taken] as const]
  })
  return new Map(shares)
}

const toAllocation = ({ cost, legs }: Fare, wanted: ReadonlyArray<RequestedLine>, destination: Region): Allocation => {
  const subset = legs.map(({ warehouse }) => warehouse)
  const fills = wanted.map((line) => ({ line, shares: splitLine(line, subset, destination) }))
  return {
    shipments: Array.map(legs, ({ rate, warehouse }) => ({
      warehouse,
      rate,
      lines: fills.flatMap(({ line, shares }) => {
        const quantity = shares.get(warehouse) ?? 0
        return quantity === 0 ? [] : [{ productId: line.productId, quantity }]
      })
    })),
    cost: Money.make(cost)
  }
}

/**
 * Allocates the wanted lines to as few warehouses as possible, then at the lowest cost; ties go to the smaller maximum
 * of days, then to the names of the warehouses. The search is exact over the ten warehouses that can serve most units.
 * Returns none if they cannot cover every line. Each product must be wanted by at most one line.
 *
 * With `"any"` carrier each warehouse takes its cheapest rate; with `"one"` all shipments share a carrier.
 * A warehouse without a rate cannot send anything.
 */
export const allocate = (
  wanted: Array.NonEmptyReadonlyArray<RequestedLine>,
  warehouses: ReadonlyArray<StockedWarehouse>,
  destination: Region,
  carriers: "any" | "one"
): Option.Option<Allocation> => {
  const able = reachableWarehouses(wanted, warehouses)
  const fare = (subset: ReadonlyArray<StockedWarehouse>) =>
    carriers === "one" ? fareOfOneCarrier(subset) : fareOf(subset, () => true)
  return Option.firstSomeOf(
    Iterable.map(Array.range(1, able.length), (size) => {
      const covering = combinations(able, size).filter((subset) =>
        wanted.every(({ productId, quantity }) => stockOf(subset, productId) >= quantity)
      )
      return minimum(Array.filterMap(covering, fare), byCost)
    })
  ).pipe(Option.map((cheapest) => toAllocation(cheapest, wanted, destination)))
}
