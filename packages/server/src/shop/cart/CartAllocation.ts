import { type Region, SpeedTier } from "@storefront/domain/Inventory"
import {
  type Allocation,
  allocate,
  type StockedWarehouse,
  stockOf,
  type RequestedLine,
  reachableWarehouses
} from "@storefront/domain/rules/Allocation"
import { type Array, Effect, Option } from "effect"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { type StoredLine } from "./CartContents.ts"
import { blockingLine, checkSold, refuse } from "./CheckoutRefused.ts"

/** Returns the lines that lack stock, or all lines when only a common carrier is missing. */
const linesLackingStock = (lines: ReadonlyArray<StoredLine>, reachable: ReadonlyArray<StockedWarehouse>) => {
  const all = lines.map((line) => blockingLine(line, stockOf(reachable, line.product_id)))
  const lacking = all.filter(({ available, requested }) => available < requested)
  return lacking.length > 0 ? lacking : all
}

/** Allocates all lines of a cart at a speed, with a single carrier, because an order has one carrier. */
export const allocationAt =
  (
    requested: Array.NonEmptyReadonlyArray<RequestedLine>,
    warehouses: ReadonlyArray<StockedWarehouse>,
    region: Region
  ) =>
  (tier: SpeedTier): Option.Option<Allocation> => {
    const warehousesAtSpeed = warehouses.map((warehouse) => ({
      ...warehouse,
      rates: warehouse.rates.filter(({ speed_tier }) => speed_tier === tier)
    }))
    return allocate(requested, warehousesAtSpeed, region, "one")
  }

/**
 * Allocates all lines of a cart to warehouses at a speed. Fails with the speeds that would work or, if none does, with
 * the lines that lack stock.
 */
export const cartAllocation = Effect.map(StockedWarehouses, (stock) =>
  Effect.fnUntraced(function* (
    requested: Array.NonEmptyReadonlyArray<RequestedLine>,
    lines: ReadonlyArray<StoredLine>,
    region: Region,
    speed: SpeedTier
  ) {
    const ids = requested.map(({ productId }) => productId)
    const { products, warehouses } = yield* stock.read(ids, region)
    const sold = new Set(products.map(({ product_id }) => product_id))
    yield* checkSold(lines.filter(({ product_id }) => !sold.has(product_id)))
    const allocateAt = allocationAt(requested, warehouses, region)
    return yield* Option.match(allocateAt(speed), {
      onSome: Effect.succeed,
      onNone: () => {
        const possible = SpeedTier.literals.filter((tier) => Option.isSome(allocateAt(tier)))
        return refuse(
          possible.length > 0
            ? { reason: "speed_not_possible", possible }
            : { reason: "out_of_stock", lines: linesLackingStock(lines, reachableWarehouses(requested, warehouses)) }
        )
      }
    })
  })
)
