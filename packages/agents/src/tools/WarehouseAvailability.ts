import { type ProductId } from "@storefront/domain/Ids"
import { WarehouseAvailability } from "@storefront/server/inventory/WarehouseAvailability"
import { Effect } from "effect"
import { productNotFound } from "./ProductNotFound.ts"

/** The handler of `get_warehouse_availability`, alike for every agent that has it. */
export const getWarehouseAvailability = Effect.gen(function* () {
  const availability = yield* WarehouseAvailability
  const unknown = yield* productNotFound
  return Effect.fn("get_warehouse_availability")(function* ({ product_id }: { readonly product_id: ProductId }) {
    const found = yield* Effect.catchAll(availability.find(product_id), () => unknown(product_id))
    return {
      ...found,
      ...(found.upcoming_restocks.length > 0
        ? {}
        : { message: "No delivery of this product is planned at the moment." })
    }
  })
})
