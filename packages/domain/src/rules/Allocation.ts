import { Array, Iterable, Option, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { type Region } from "../Inventory.ts"
import { Money } from "../Money.ts"
import { byPrice, type ShippingRate } from "./Shipping.ts"

/** So many units of one product. */
export interface WantedLine {
  readonly productId: ProductId
  readonly quantity: number
}

/** A warehouse with its stock and the rates from there to the destination, of every speed that may be used. */
export interface StockedWarehouse {
  readonly id: string
  readonly name: string
  readonly region: Region
  readonly stock: ReadonlyMap<ProductId, number>
  readonly rates: ReadonlyArray<ShippingRate>
}

/** What one warehouse sends, and with whom. */
export interface Shipment {
  readonly warehouse: StockedWarehouse
  readonly rate: ShippingRate
  readonly lines: ReadonlyArray<WantedLine>
}

/** The shipments that bring everything wanted, by name of the warehouse, and what they cost together. */
export interface Allocation {
  readonly shipments: Array.NonEmptyReadonlyArray<Shipment>
  readonly cost: Money
}

interface Leg {
  readonly warehouse: StockedWarehouse
  readonly rate: ShippingRate
}

/** One rate for each warehouse of a subset, by name of the warehouse. */
interface Fare {
  readonly legs: Array.NonEmptyReadonlyArray<Leg>
  readonly cost: number
  /** The longest that one of the shipments may take. */
  readonly days: number
}

/** How many warehouses the search looks at, at most. */
const searched = 10

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const held = ({ stock }: StockedWarehouse, productId: ProductId) => stock.get(productId) ?? 0

const byName = Order.mapInput(Order.string, ({ name }: StockedWarehouse) => name)

/**
 * The warehouses that an allocation looks at, by name: those that reach the destination and hold something wanted, and
 * of them the ten able to serve most units.
 */
export const withinReach = (wanted: ReadonlyArray<WantedLine>, warehouses: ReadonlyArray<StockedWarehouse>) => {
  const servable = (warehouse: StockedWarehouse) =>
    sum(wanted.map(({ productId, quantity }) => Math.min(quantity, held(warehouse, productId))))
  const useful = warehouses.filter((warehouse) => warehouse.rates.length > 0 && servable(warehouse) > 0)
  const byUnits = Order.combine(Order.mapInput(Order.reverse(Order.number), servable), byName)
  return Array.sort(Array.take(Array.sort(useful, byUnits), searched), byName)
}

/** Every choice of `size` of the items, in their order. */
const choices = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  size === 0
    ? [[]]
    : items.flatMap((first, index) => choices(items.slice(index + 1), size - 1).map((rest) => [first, ...rest]))

/** Units of a product in all these warehouses. */
export const stockOf = (warehouses: ReadonlyArray<StockedWarehouse>, productId: ProductId): number =>
  sum(warehouses.map((warehouse) => held(warehouse, productId)))

const byCost: Order.Order<Fare> = Order.combine(
  Order.mapInput(Order.number, ({ cost }: Fare) => cost),
  Order.mapInput(Order.number, ({ days }: Fare) => days)
)

/** The least of all; among equals the earliest. */
const least = <A>(items: ReadonlyArray<A>, order: Order.Order<A>) => Array.head(Array.sort(items, order))

/** The cheapest of the rates that are `eligible` from every warehouse; none when a warehouse has no such rate. */
const fareOf = (subset: ReadonlyArray<StockedWarehouse>, eligible: (rate: ShippingRate) => boolean) =>
  Option.all(
    subset.map((warehouse) =>
      Option.map(least(warehouse.rates.filter(eligible), byPrice), (rate): Leg => ({ warehouse, rate }))
    )
  ).pipe(
    Option.filter(Array.isNonEmptyArray),
    Option.map((legs): Fare => ({
      legs,
      cost: sum(legs.map(({ rate }) => rate.price)),
      days: Math.max(...legs.map(({ rate }) => rate.estimated_days_max))
    }))
  )

/** The cheapest carrier that serves all shipments; ties go to fewer days, then to the name. */
const fareOfOneCarrier = (subset: ReadonlyArray<StockedWarehouse>) => {
  const carriers = Array.dedupe(subset.flatMap(({ rates }) => rates.map(({ carrier }) => carrier)))
  const fares = Array.filterMap(Array.sort(carriers, Order.string), (carrier) =>
    fareOf(subset, (rate) => rate.carrier === carrier)
  )
  return least(fares, byCost)
}

/** Who sends how much of one line: the destination region first, then the largest stock, then the name. */
const filled = (
  { productId, quantity }: WantedLine,
  subset: ReadonlyArray<StockedWarehouse>,
  destination: Region
): ReadonlyMap<StockedWarehouse, number> => {
  const inTurn = Array.sort(
    subset,
    Order.combineAll([
      Order.mapInput(Order.boolean, ({ region }: StockedWarehouse) => region !== destination),
      Order.mapInput(Order.reverse(Order.number), (warehouse: StockedWarehouse) => held(warehouse, productId)),
      byName
    ])
  )
  const [, shares] = Array.mapAccum(inTurn, quantity, (left, warehouse) => {
    const taken = Math.min(left, held(warehouse, productId))
    return [left - taken, [warehouse, taken] as const]
  })
  return new Map(shares)
}

const shipped = ({ cost, legs }: Fare, wanted: ReadonlyArray<WantedLine>, destination: Region): Allocation => {
  const subset = legs.map(({ warehouse }) => warehouse)
  const fills = wanted.map((line) => ({ line, shares: filled(line, subset, destination) }))
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
 * From where everything wanted is sent: from as few warehouses as possible, then at the lowest cost; ties go to the
 * smaller maximum of days, then to the names of the warehouses. The search is exact over the ten warehouses able to
 * serve most units. None when they cannot cover every line. Every product is wanted by at most one line.
 *
 * With `"any"` carrier each warehouse takes its cheapest rate, with `"one"` all shipments go with the same carrier.
 * A warehouse without a rate cannot send anything.
 */
export const allocate = (
  wanted: Array.NonEmptyReadonlyArray<WantedLine>,
  warehouses: ReadonlyArray<StockedWarehouse>,
  destination: Region,
  carriers: "any" | "one"
): Option.Option<Allocation> => {
  const able = withinReach(wanted, warehouses)
  const fare = (subset: ReadonlyArray<StockedWarehouse>) =>
    carriers === "one" ? fareOfOneCarrier(subset) : fareOf(subset, () => true)
  return Option.firstSomeOf(
    Iterable.map(Array.range(1, able.length), (size) => {
      const covering = choices(able, size).filter((subset) =>
        wanted.every(({ productId, quantity }) => stockOf(subset, productId) >= quantity)
      )
      return least(Array.filterMap(covering, fare), byCost)
    })
  ).pipe(Option.map((cheapest) => shipped(cheapest, wanted, destination)))
}
