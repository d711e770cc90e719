import { bestDispatch, canSplit, deliveryWindow } from "@storefront/domain/rules/Shipping"
import { Restocks } from "@storefront/server/inventory/Restocks"
import { Shipping } from "@storefront/server/inventory/Shipping"
import { Effect, Option } from "effect"
import { checkStock } from "../tools/CheckStock.ts"
import { findProduct } from "../tools/FindProduct.ts"
import { productNotFound } from "../tools/ProductNotFound.ts"
import { getUserProfile } from "../tools/UserProfile.ts"
import { getWarehouseAvailability } from "../tools/WarehouseAvailability.ts"
import { fulfillmentHandlers } from "./handlers/fulfillment.ts"
import { toolkit } from "./toolkit.ts"

/** The handlers of inventory-fulfillment. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const restocks = yield* Restocks
    const shipping = yield* Shipping
    const unknown = yield* productNotFound
    return toolkit.of({
      check_stock: yield* checkStock,
      find_product: yield* findProduct,
      get_user_profile: yield* getUserProfile,
      get_warehouse_availability: yield* getWarehouseAvailability,
      ...(yield* fulfillmentHandlers),

      get_restock_schedule: Effect.fn("get_restock_schedule")(function* ({ limit, product_id }) {
        const schedule = yield* Effect.catchAll(restocks.find(product_id, limit), () => unknown(product_id))
        const [next] = schedule.upcoming_restocks
        return {
          ...schedule,
          count: schedule.upcoming_restocks.length,
          next_restock: next?.expected_date ?? null,
          ...(next === undefined ? { message: "No delivery of this product is planned at the moment." } : {})
        }
      }),

      estimate_shipping: Effect.fn("estimate_shipping")(function* ({ destination_region, product_id, quantity }) {
        const { origins, product_name } = yield* Effect.catchAll(shipping.find(product_id, destination_region), () =>
          unknown(product_id)
        )
        const asked = { product_id, product_name, quantity }
        return Option.match(bestDispatch(origins, quantity), {
          onNone: () => {
            const isSplittable = canSplit(origins, quantity)
            const isInStock = origins.reduce((sum, origin) => sum + origin.quantity, 0) >= quantity
            return {
              ...asked,
              available: false,
              ships_from: null,
              shipping_options: [],
              split_possible: isSplittable,
              message: isSplittable
                ? "No warehouse holds this quantity alone; it can be sent in several parcels."
                : isInStock
                  ? "This quantity is in stock, but no carrier brings it from there to the region."
                  : "This quantity is not in stock. Look up when new units are expected."
            }
          },
          onSome: ({ options, origin }) => ({
            ...asked,
            available: true,
            ships_from: { warehouse: origin.warehouse, region: origin.region, quantity_available: origin.quantity },
            shipping_options: options.map((option) => ({ ...option, delivery_window: deliveryWindow(option) })),
            split_possible: canSplit(origins, quantity),
            message: "It can be sent in one parcel. The cheapest way comes first."
          })
        })
      })
    })
  })
)
