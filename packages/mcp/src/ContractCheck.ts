import { type Tool } from "@effect/ai"
import { ToolServerName } from "@storefront/domain/Topology"
import { Effect, Schema } from "effect"
import { missing, type ContractDifferences } from "./client/ContractDifference.ts"
import * as ToolServerClient from "./client/ToolServerClient.ts"
import { inventoryTools } from "./inventory/toolkit.ts"
import { productTools } from "./product/toolkit.ts"
import * as ToolListing from "./tools/ToolListing.ts"

/** Result of checking a server against the contracts of one of our tool servers, tool by tool. */
export const ContractReport = Schema.Struct({
  server: ToolServerName,
  fulfilled: Schema.Boolean,
  tools: Schema.Array(
    Schema.Struct({
      tool: Schema.String,
      fulfilled: Schema.Boolean,
      /** `missing`, `description`, or paths in the schemas, such as `inputSchema/properties/limit/type`. */
      differences: Schema.Array(Schema.String)
    })
  )
})
export type ContractReport = typeof ContractReport.Type

const contracts = (tools: Readonly<Record<string, Tool.Any>>) => Object.values(tools).map(ToolListing.of)

const contractsOf: Readonly<Record<ToolServerName, ReadonlyArray<ToolListing.ListedTool>>> = {
  "mcp-product": contracts(productTools.tools),
  "mcp-inventory": contracts(inventoryTools.tools)
}

const reportOf = (server: ToolServerName, verdict: ContractDifferences): ContractReport => {
  const tools = Array.from(verdict, ([tool, differences]) => ({
    tool,
    fulfilled: differences.length === 0,
    differences
  }))
  return { server, fulfilled: tools.every(({ fulfilled }) => fulfilled), tools }
}

/** Returns whether the server offers any of the tools. */
export const hasAny = ({ tools }: ContractReport) => tools.some(({ differences }) => !differences.includes(missing))

/** Compares the tool list of the server at a base address with the contracts of one of our tool servers. */
export const check = Effect.fn("ContractCheck.check")(function* (url: string, server: ToolServerName) {
  const client = yield* ToolServerClient.make(url, contractsOf[server])
  return reportOf(server, yield* client.verdict)
}, Effect.scoped)
