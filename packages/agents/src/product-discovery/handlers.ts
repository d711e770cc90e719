import { Effect } from "effect"
import { checkStockHandler } from "../tools/CheckStockHandler.ts"
import { getPriceHistoryHandler } from "../tools/GetPriceHistoryHandler.ts"
import { getPurchaseHistoryHandler } from "../tools/GetPurchaseHistoryHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { getWarehouseAvailabilityHandler } from "../tools/GetWarehouseAvailabilityHandler.ts"
import { catalogueHandlers } from "./handlers/catalogue.ts"
import { memoryHandlers } from "./handlers/memories.ts"
import { toolkit } from "./toolkit.ts"

/** The handlers of product-discovery. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    return toolkit.of({
      ...(yield* catalogueHandlers),
      ...(yield* memoryHandlers),
      check_stock: yield* checkStockHandler,
      get_price_history: yield* getPriceHistoryHandler,
      get_purchase_history: yield* getPurchaseHistoryHandler,
      get_user_profile: yield* getUserProfileHandler,
      get_warehouse_availability: yield* getWarehouseAvailabilityHandler
    })
  })
)
