import * as ToolServer from "../ToolServer.ts"
import { inventoryHandlers } from "./handlers.ts"
import { inventoryTools } from "./toolkit.ts"

/** mcp-inventory: stock and shipping, open to every caller. */
export const service = ToolServer.service({
  name: "mcp-inventory",
  toolkit: inventoryTools,
  handlers: inventoryHandlers
})
