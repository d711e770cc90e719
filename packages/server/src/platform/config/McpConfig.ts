import { services, type ToolServerName } from "@storefront/domain/Topology"
import { Config, Option, Schema } from "effect"
import { address } from "./HttpConfig.ts"
import { toggle, webAddress } from "./Rules.ts"

/** Whether agents run their catalogue and stock tools at the tool servers. */
export const mcpEnabled = toggle("MCP_ENABLED")

/** Whether the tool servers want a token. */
export const mcpAuthEnabled = toggle("MCP_AUTH_ENABLED")

/** The variables with their addresses. */
export const toolServerVariables: Readonly<Record<ToolServerName, string>> = {
  "mcp-product": "MCP_PRODUCT_URL",
  "mcp-inventory": "MCP_INVENTORY_URL"
}

/** The address of a tool server as its clients see it, without `/mcp` and without a slash at the end. */
export const toolServerUrl = (name: ToolServerName): Config.Config<string> =>
  Config.zipWith(
    Schema.Config(toolServerVariables[name], webAddress(`http://${name}:${services[name].port}`)).pipe(Config.option),
    address(name),
    (url, local) => Option.getOrElse(url, () => local).replace(/\/+$/, "")
  )
