import { McpServer, type StandardSchemaWithJSON, TRACEPARENT_META_KEY } from "@modelcontextprotocol/server"
import { services, type ToolServerName } from "@storefront/domain/Topology"
import { version } from "@storefront/server/platform/config/Version"
import * as TraceContext from "@storefront/server/platform/telemetry/TraceContext"
import { Option, Predicate, Runtime } from "effect"
import { type ServedTool } from "../tools/ServedTool.ts"
import { type JsonSchema } from "../tools/ToolListing.ts"
import { type RequestRuntime } from "./McpEndpoint.ts"

/** How long clients of the latest revision may keep the list of tools; it changes with a new version of ours only. */
const listTtlMs = 300_000

/** A schema that is shown to clients. Values are checked by the contract, which says what is wrong in its own way. */
const shown = (schema: JsonSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "storefront",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) }
  }
})

/** The span that the sender of a message names in it. */
const senderOf = (meta: unknown) =>
  Predicate.hasProperty(meta, TRACEPARENT_META_KEY) && typeof meta[TRACEPARENT_META_KEY] === "string"
    ? TraceContext.parse(meta[TRACEPARENT_META_KEY])
    : Option.none()

/** What the SDK is told of the tools of a server; for every request it makes itself a server of it. */
export const make = (name: ToolServerName, tools: ReadonlyArray<ServedTool>) => {
  const { description, displayName } = services[name]
  const registrations = tools.map(({ call, listed: { inputSchema, name, outputSchema, ...listed } }) => ({
    name,
    call,
    config: { ...listed, inputSchema: shown(inputSchema), outputSchema: shown(outputSchema) }
  }))
  return (runtime: RequestRuntime) => {
    const server = new McpServer(
      { name, title: displayName, version },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: description,
        cacheHints: { "tools/list": { ttlMs: listTtlMs, cacheScope: "public" } }
      }
    )
    for (const { call, config, name } of registrations) {
      server.registerTool(name, config, (params, { mcpReq }) =>
        Runtime.runPromise(runtime)(call(params, senderOf(mcpReq._meta)), { signal: mcpReq.signal })
      )
    }
    return server
  }
}
