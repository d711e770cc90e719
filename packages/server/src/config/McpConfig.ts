import { services, type ToolServerName } from "@storefront/domain/Topology"
import { Config, Option, Schema } from "effect"
import { port } from "./HttpConfig.ts"
import { toggle, webAddress } from "./Rules.ts"

/** Whether agents run the tools that a tool server has through it. */
export const mcpEnabled = toggle("MCP_ENABLED")

/** Whether tool servers want a token of the authorization server. */
export const mcpAuthEnabled = toggle("MCP_AUTH_ENABLED")

/** Base addresses, by the variable that moves them. */
const variables: Readonly<Record<ToolServerName, string>> = {
  "mcp-product": "MCP_PRODUCT_URL",
  "mcp-inventory": "MCP_INVENTORY_URL"
}

/** Base address of a tool server as its clients see it, without `/mcp` and without a slash at its end. */
export const mcpUrl = (server: ToolServerName) =>
  Schema.Config(variables[server], webAddress(`http://127.0.0.1:${services[server].port}`)).pipe(
    Config.option,
    Config.zipWith(port(server), (given, port) =>
      Option.match(given, { onNone: () => `http://127.0.0.1:${port}`, onSome: (url) => url.replace(/\/+$/, "") })
    )
  )
