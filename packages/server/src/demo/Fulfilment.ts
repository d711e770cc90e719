import type { SpeedTier } from "@storefront/domain/Inventory"
import { productAt, productCount, positionOf } from "./Catalogue.ts"
import type { Row } from "./Loader.ts"
import { ago, amount, iso, isoDay, randomOf, type World } from "./World.ts"
import { regionNames, type RegionName } from "./Names.ts"

/** Warehouses, carriers, delivery areas, stock and restocks of the demonstration. */

interface Warehouse {
  readonly name: string
  readonly location: string
  readonly region: RegionName
}

/** Warehouses from east to west. References are by position. */
export const warehouses = [
  { name: "Eastgate Fulfilment Centre", location: "Harrisburg, PA", region: "east" },
  { name: "Midland Fulfilment Centre", location: "Wichita, KS", region: "central" },
  { name: "Pacific Fulfilment Centre", location: "Sacramento, CA", region: "west" }
] as const satisfies ReadonlyArray<Warehouse>

interface Carrier {
  readonly name: string
  readonly speed: SpeedTier
  readonly baseCents: number
  /** Surcharge per step of distance. */
  readonly stepCents: number
  /** Days within the region; each step of distance adds one. */
  readonly days: readonly [number, number]
}

export const carriers = [
  { name: "Pigeon Ground", speed: "standard", baseCents: 595, stepCents: 200, days: [3, 5] },
  { name: "Swift Courier", speed: "express", baseCents: 1495, stepCents: 300, days: [1, 2] },
  { name: "Nightjar Air", speed: "overnight", baseCents: 2995, stepCents: 500, days: [1, 1] }
] as const satisfies ReadonlyArray<Carrier>

/** Returns the steps between two regions: 0 for the same, 1 for adjacent ones, 2 from coast to coast. */
const distance = (from: RegionName, to: RegionName) => Math.abs(regionNames.indexOf(from) - regionNames.indexOf(to))

/** Returns a carrier's price between two regions. */
export const rateCents = (carrier: Carrier, from: RegionName, to: RegionName) =>
  carrier.baseCents + carrier.stepCents * distance(from, to)

export const warehouseId = (world: World, index: number) =>
  randomOf(world, "warehouse", index).uuid(ago(world, 900 + index))

export const carrierId = (world: World, index: number) =>
  randomOf(world, "carrier", index).uuid(ago(world, 880 + index))

export const warehouseRows = (world: World): ReadonlyArray<Row> =>
  warehouses.map((warehouse, index) => ({ id: warehouseId(world, index), ...warehouse }))

export const carrierRows = (world: World): ReadonlyArray<Row> =>
  carriers.map(({ baseCents, name, speed }, index) => ({
    id: carrierId(world, index),
    name,
    speed_tier: speed,
    base_rate: amount(baseCents)
  }))

export const rateRows = (world: World): ReadonlyArray<Row> =>
  carriers.flatMap((carrier, index) =>
    regionNames.flatMap((from) =>
      regionNames.map((to) => ({
        carrier_id: carrierId(world, index),
        region_from: from,
        region_to: to,
        price: amount(rateCents(carrier, from, to)),
        days_min: carrier.days[0] + (carrier.speed === "overnight" ? 0 : distance(from, to)),
        days_max: carrier.days[1] + distance(from, to)
      }))
    )
  )

/** The 50 states and the District of Columbia, by the region that serves them. */
const states: Readonly<Record<RegionName, string>> = {
  east: "CT DC DE FL GA MA MD ME NC NH NJ NY PA RI SC VA VT WV",
  central: "AL AR IA IL IN KS KY LA MI MN MO MS ND NE OH OK SD TN TX WI",
  west: "AK AZ CA CO HI ID MT NM NV OR UT WA WY"
}

export const deliveryAreaRows: ReadonlyArray<Row> = regionNames.flatMap((region) =>
  states[region].split(" ").map((state) => ({ country: "US", state, region }))
)

const headphones = positionOf("Electronics", "Noise-Cancelling Headphones")
const vacuum = positionOf("Home", "Cordless Vacuum")
/** Position of the western warehouse. */
const west = 2

/** Returns a product's stock in a warehouse, after the seeded orders. */
export const stockOf = (world: World, productIndex: number, warehouse: number) => {
  if (productIndex === vacuum) {
    return 0
  }
  return productIndex === headphones && warehouse === west
    ? 2
    : randomOf(world, "stock", productIndex * warehouses.length + warehouse).int(5, 200)
}

export function* inventoryRows(world: World): Generator<Row> {
  const ids = warehouses.map((_, index) => warehouseId(world, index))
  const counted = iso(ago(world, 0.25))
  for (let index = 0; index < productCount(world); index++) {
    const product = productAt(world, index).id
    for (const [warehouse, id] of ids.entries()) {
      yield {
        warehouse_id: id,
        product_id: product,
        quantity: stockOf(world, index, warehouse),
        reorder_threshold: 10,
        updated_at: counted
      }
    }
  }
}

interface Restock {
  readonly product: number
  readonly warehouse: number
  readonly quantity: number
  readonly inDays: number
}

/** Restocks of the vacuum, which is sold out, and of the headphones, of which two are left in the west. */
export const namedRestocks: ReadonlyArray<Restock> = [
  { product: vacuum, warehouse: 0, quantity: 50, inDays: 4 },
  { product: vacuum, warehouse: 1, quantity: 30, inDays: 9 },
  { product: vacuum, warehouse: west, quantity: 40, inDays: 15 },
  { product: headphones, warehouse: west, quantity: 100, inDays: 7 }
]

/** Returns the named restocks, and eight of other products within 5 to 20 days. */
export const restockRows = (world: World): ReadonlyArray<Row> => {
  const others = Array.from({ length: 8 }, (_, position): Restock => {
    const random = randomOf(world, "other restock", position)
    // Every sixth position from 4 on; none is that of the vacuum or the headphones.
    return {
      product: 4 + position * 6,
      warehouse: random.int(0, warehouses.length - 1),
      quantity: random.int(2, 12) * 10,
      inDays: random.int(5, 20)
    }
  })
  return [...namedRestocks, ...others].map(({ product: index, inDays, quantity, warehouse }, position) => ({
    id: randomOf(world, "restock", position).uuid(ago(world, 3)),
    product_id: productAt(world, index).id,
    warehouse_id: warehouseId(world, warehouse),
    expected_quantity: quantity,
    expected_date: isoDay(ago(world, -inDays))
  }))
}
