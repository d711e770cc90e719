import { type NextRestock } from "@storefront/domain/Inventory"
import {
  anyDispatch,
  bestDispatch,
  byPrice,
  bySpeed,
  canSplit,
  deliveryWindow,
  type Dispatch
} from "@storefront/domain/rules/Shipping"
import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { Carriers } from "@storefront/server/shop/inventory/Carriers"
import { Restocks } from "@storefront/server/shop/inventory/Restocks"
import { Shipping } from "@storefront/server/shop/inventory/Shipping"
import { Warehouses } from "@storefront/server/shop/inventory/Warehouses"
import { Array, Effect, Option } from "effect"
import { checkStockHandler } from "../tools/CheckStockHandler.ts"
import { getWarehouseAvailabilityHandler, nothingPlanned } from "../tools/GetWarehouseAvailabilityHandler.ts"
import { withVariants } from "../tools/WithVariants.ts"
import { type ServedHandlers } from "../tools/ServedHandlers.ts"
import { type inventoryTools, stockTools } from "./toolkit.ts"

/** Lists the shipping options of a parcel, cheapest first; empty without a carrier. */
const shippingOptions = (dispatch: Option.Option<Dispatch>) =>
  Option.match(dispatch, {
    onNone: () => [],
    onSome: ({ options }) => options.map((option) => ({ ...option, delivery_window: deliveryWindow(option) }))
  })

const restockSentence = (next: NextRestock): string =>
  next === null ? "No new units are planned." : `New units are expected on ${next.date}.`

export const stockHandlers = Effect.gen(function* () {
  const carriers = yield* Carriers
  const restocks = yield* Restocks
  const shipping = yield* Shipping
  const unknown = yield* productNotFound
  const addVariants = yield* withVariants

  return {
    check_stock: yield* checkStockHandler,

    get_warehouse_availability: yield* getWarehouseAvailabilityHandler,

    get_restock_schedule: Effect.fn("get_restock_schedule")(function* ({ limit, product_id }) {
      const schedule = yield* Effect.catchTag(restocks.find(product_id, limit), "ProductNotFound", () =>
        unknown(product_id)
      )
      const { upcoming_restocks } = schedule
      return {
        ...(yield* addVariants(schedule)),
        count: upcoming_restocks.length,
        next_restock: upcoming_restocks[0]?.expected_date ?? null,
        ...messageIfEmpty(upcoming_restocks.length, nothingPlanned)
      }
    }),

    estimate_shipping: Effect.fn("estimate_shipping")(function* ({ destination_region, product_id, quantity }) {
      const { next_restock, origins, ...product } = yield* Effect.catchTag(
        shipping.find(product_id, destination_region),
        "ProductNotFound",
        () => unknown(product_id)
      )
      const request = { ...product, quantity }
      return Option.match(bestDispatch(origins, quantity), {
        onNone: () => {
          const isSplittable = canSplit(origins, quantity)
          const isInStock = origins.reduce((sum, origin) => sum + origin.quantity, 0) >= quantity
          const options = shippingOptions(anyDispatch(origins))
          const why = isSplittable
            ? "No warehouse holds this quantity alone; it can be sent in several parcels, each at a price of its own."
            : isInStock
              ? "This quantity is in stock, but no carrier delivers it from there to the region."
              : `This quantity is not in stock. ${restockSentence(next_restock)}`
          return {
            ...request,
            available: false,
            ships_from: null,
            shipping_options: options,
            split_possible: isSplittable,
            message:
              options.length === 0 ? why : `${why} shipping_options is what one parcel of it costs once it is there.`
          }
        },
        onSome: (dispatch) => ({
          ...request,
          available: true,
          ships_from: {
            warehouse: dispatch.origin.warehouse,
            region: dispatch.origin.region,
            quantity_available: dispatch.origin.quantity
          },
          shipping_options: shippingOptions(Option.some(dispatch)),
          split_possible: canSplit(origins, quantity),
          message:
            "It can be sent in one parcel, the cheapest way first. A parcel has one price, whatever is in it: with other products from the same warehouse it is not paid again."
        })
      })
    }),

    compare_carriers: Effect.fn("compare_carriers")(function* ({ region_from, region_to }) {
      const found = yield* carriers.to(region_to, region_from ?? null)
      const rates = Array.sort(found, byPrice)
      const [cheapest] = rates
      const [fastest] = Array.sort(rates, bySpeed)
      return {
        region_from: region_from ?? null,
        region_to,
        carriers: rates.map(({ region_from: origin, ...rate }) => ({
          ...(region_from === undefined ? { region_from: origin } : {}),
          ...rate,
          delivery_window: deliveryWindow(rate)
        })),
        count: rates.length,
        best_value: cheapest?.carrier ?? null,
        fastest: fastest?.carrier ?? null,
        ...messageIfEmpty(rates.length, "No carrier goes there.")
      }
    })
  } satisfies ServedHandlers<typeof stockTools.tools>
})

export const inventoryHandlers = Effect.gen(function* () {
  const warehouses = yield* Warehouses

  return {
    ...(yield* stockHandlers),

    get_warehouses: Effect.fn("get_warehouses")(function* () {
      const list = yield* warehouses.list
      return { warehouses: list, count: list.length, ...messageIfEmpty(list.length, "The shop has no warehouses.") }
    })
  } satisfies ServedHandlers<typeof inventoryTools.tools>
})

/** Stock handlers for agents that run these tools in their own process, on its database. */
export const layer = stockTools.toLayer(stockHandlers)
