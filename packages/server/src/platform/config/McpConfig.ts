import { services, type ToolServerName } from "@storefront/domain/Topology"
import { Config, Option, Schema } from "effect"
import { address } from "./HttpConfig.ts"
import { toggle, webAddress } from "./SettingSchemas.ts"

/** True if agents run their catalogue and stock tools at the tool servers. */
export const mcpEnabled = toggle("MCP_ENABLED")

/** True if tool servers require a token. */
export const mcpAuthEnabled = toggle("MCP_AUTH_ENABLED")

/** Variables with the addresses of tool servers. */
export const toolServerVariables: Readonly<Record<ToolServerName, string>> = {
  "mcp-product": "MCP_PRODUCT_URL",
  "mcp-inventory": "MCP_INVENTORY_URL"
}

/** Address of a tool server for its clients, without `/mcp` and without a trailing slash. */
export const toolServerUrl = (name: ToolServerName): Config.Config<string> =>
  Config.zipWith(
    Schema.Config(toolServerVariables[name], webAddress(`http://${name}:${services[name].port}`)).pipe(Config.option),
    address(name),
    (url, local) => Option.getOrElse(url, () => local).replace(/\/+$/, "")
  )
