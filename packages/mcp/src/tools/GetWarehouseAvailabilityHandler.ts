import { type ProductId } from "@storefront/domain/Ids"
import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { WarehouseAvailability } from "@storefront/server/shop/inventory/WarehouseAvailability"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { withVariants } from "./WithVariants.ts"

/** Builds the handler of `get_warehouse_availability`, shared by all agents that have the tool. */
export const getWarehouseAvailabilityHandler = Effect.gen(function* () {
  const availability = yield* WarehouseAvailability
  const unknown = yield* productNotFound
  const addVariants = yield* withVariants
  return Effect.fn("get_warehouse_availability")(function* ({ product_id }: { readonly product_id: ProductId }) {
    const found = yield* Effect.catchTag(availability.find(product_id), "ProductNotFound", () => unknown(product_id))
    return { ...(yield* addVariants(found)), ...messageIfEmpty(found.upcoming_restocks.length, nothingPlanned) }
  })
})

/** Message for a product without a planned restock. */
export const nothingPlanned = "No delivery of this product is planned at the moment."
