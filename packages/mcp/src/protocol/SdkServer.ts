import { McpServer, type StandardSchemaWithJSON, TRACEPARENT_META_KEY } from "@modelcontextprotocol/server"
import { services, type ToolServerName } from "@storefront/domain/Topology"
import { version } from "@storefront/server/platform/config/Version"
import * as TraceContext from "@storefront/server/platform/telemetry/TraceContext"
import { Option, Predicate, Runtime } from "effect"
import { type ServedTool } from "../tools/ServedTool.ts"
import { type JsonSchema } from "../tools/ToolListing.ts"
import { type RequestRuntime } from "./McpEndpoint.ts"

/** Lifetime of the tool list in caches of latest-revision clients; the list changes only with a release. */
const listTtlMs = 300_000

/** Adapts a schema for listing. It accepts any value: the contract validates, and words errors in its own way. */
const shown = (schema: JsonSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "storefront",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) }
  }
})

/** Parses the parent span that a message carries in `_meta`. */
const senderOf = (meta: unknown) =>
  Predicate.hasProperty(meta, TRACEPARENT_META_KEY) && typeof meta[TRACEPARENT_META_KEY] === "string"
    ? TraceContext.parse(meta[TRACEPARENT_META_KEY])
    : Option.none()

/** Returns a factory of SDK servers with these tools; the endpoint makes one per request. */
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
