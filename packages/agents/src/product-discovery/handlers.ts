import { checkStockHandler } from "@storefront/mcp/tools/CheckStockHandler"
import { getWarehouseAvailabilityHandler } from "@storefront/mcp/tools/GetWarehouseAvailabilityHandler"
import * as McpToolClient from "@storefront/mcp/McpToolClient"
import * as ProductTools from "@storefront/mcp/product/handlers"
import { productTools } from "@storefront/mcp/product/toolkit"
import { Effect, Layer } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { getPurchaseHistoryHandler } from "../tools/GetPurchaseHistoryHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { memoryHandlers } from "./handlers/memories.ts"
import { sellerHandlers } from "./handlers/seller-products.ts"
import { ownTools } from "./toolkit.ts"

/** Handlers of the tools that no tool server can run. */
export const layerOwn = ownTools.toLayer(
  Effect.gen(function* () {
    return ownTools.of({
      ...(yield* memoryHandlers),
      ...(yield* sellerHandlers),
      check_stock: yield* checkStockHandler,
      find_policy: yield* findPolicyHandler,
      get_purchase_history: yield* getPurchaseHistoryHandler,
      get_user_profile: yield* getUserProfileHandler,
      get_warehouse_availability: yield* getWarehouseAvailabilityHandler
    })
  })
)

/** All handlers, run in this process. */
export const layer = Layer.merge(layerOwn, ProductTools.layer)

/** All handlers, with the product tools delegated to mcp-product. */
export const layerRemote = Layer.merge(layerOwn, McpToolClient.layer("mcp-product", productTools, "product-discovery"))
