import * as ToolServer from "../ToolServer.ts"
import { productHandlers } from "./handlers.ts"
import { productTools } from "./toolkit.ts"

/** mcp-product: the catalogue, open to every caller. */
export const service = ToolServer.service({ name: "mcp-product", toolkit: productTools, handlers: productHandlers })
