import { Effect } from "effect"
import { checkStockHandler } from "../tools/CheckStockHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { getWarehouseAvailabilityHandler } from "../tools/GetWarehouseAvailabilityHandler.ts"
import { deliveryHandlers } from "./handlers/delivery.ts"
import { stockHandlers } from "./handlers/stock.ts"
import { toolkit } from "./toolkit.ts"

/** The handlers of inventory-fulfillment. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* stockHandlers),
      ...(yield* deliveryHandlers),
      check_stock: yield* checkStockHandler,
      find_product: yield* findProductHandler,
      get_user_profile: yield* getUserProfileHandler,
      get_warehouse_availability: yield* getWarehouseAvailabilityHandler
    })
  })
)
