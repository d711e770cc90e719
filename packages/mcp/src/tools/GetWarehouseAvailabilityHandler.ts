import { type ProductId } from "@storefront/domain/Ids"
import { whenNone } from "@storefront/domain/tools/ToolContract"
import { WarehouseAvailability } from "@storefront/server/shop/inventory/WarehouseAvailability"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/UnknownProducts"

/** The handler of `get_warehouse_availability`, the same for every agent that has it. */
export const getWarehouseAvailabilityHandler = Effect.gen(function* () {
  const availability = yield* WarehouseAvailability
  const unknown = yield* productNotFound
  return Effect.fn("get_warehouse_availability")(function* ({ product_id }: { readonly product_id: ProductId }) {
    const found = yield* Effect.catchTag(availability.find(product_id), "ProductNotFound", () => unknown(product_id))
    return { ...found, ...whenNone(found.upcoming_restocks.length, nothingPlanned) }
  })
})

/** What it means that no delivery of a product is expected. */
export const nothingPlanned = "No delivery of this product is planned at the moment."
