import * as StockTools from "@storefront/mcp/inventory/handlers"
import { inventoryTools } from "@storefront/mcp/inventory/toolkit"
import * as McpToolClient from "@storefront/mcp/McpToolClient"
import { Effect, Layer } from "effect"
import { findPolicyHandler } from "../tools/FindPolicyHandler.ts"
import { findProductHandler } from "../tools/FindProductHandler.ts"
import { getUserProfileHandler } from "../tools/GetUserProfileHandler.ts"
import { deliveryHandlers } from "./handlers/delivery.ts"
import { supplyHandlers } from "./handlers/supply.ts"
import { ownTools } from "./toolkit.ts"

/** Handlers of the tools that no tool server can run. */
export const layerOwn = ownTools.toLayer(
  Effect.gen(function* () {
    return ownTools.of({
      ...(yield* supplyHandlers),
      ...(yield* deliveryHandlers),
      find_policy: yield* findPolicyHandler,
      find_product: yield* findProductHandler,
      get_user_profile: yield* getUserProfileHandler
    })
  })
)

/** All handlers, run in this process. */
export const layer = Layer.merge(layerOwn, StockTools.layer)

/** All handlers, with the stock tools delegated to mcp-inventory, which adds `get_warehouses`. */
export const layerRemote = Layer.merge(
  layerOwn,
  McpToolClient.layer("mcp-inventory", inventoryTools, "inventory-fulfillment")
)
