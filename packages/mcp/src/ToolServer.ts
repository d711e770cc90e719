import { type Tool, type Toolkit } from "@effect/ai"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { type McpServer } from "@modelcontextprotocol/server"
import { ToolNotFound } from "@storefront/domain/Errors"
import { type ToolServerName } from "@storefront/domain/Topology"
import { resources } from "@storefront/server/platform/auth/ServiceTokens"
import { corsOrigins } from "@storefront/server/platform/config/EdgeConfig"
import { toolServerUrl } from "@storefront/server/platform/config/McpConfig"
import * as Health from "@storefront/server/platform/http/Health"
import * as HttpProgram from "@storefront/server/platform/http/HttpProgram"
import * as JsonBodyHttp from "@storefront/server/platform/http/JsonBodyHttp"
import { CurrentNames } from "@storefront/server/shop/names/CurrentNames"
import { Effect, Layer, Option } from "effect"
import * as AllowedAddresses from "./http/AllowedAddresses.ts"
import { metadataPath, TokenGate } from "./http/TokenGate.ts"
import * as McpEndpoint from "./protocol/McpEndpoint.ts"
import * as SdkServer from "./protocol/SdkServer.ts"
import { type ServedHandlers } from "./tools/ServedHandlers.ts"
import * as ServedTool from "./tools/ServedTool.ts"

/** Time limit of a request. */
const budget = Option.some("15 seconds" as const)

/** Lets browser-based hosts read the metadata: they need it to find out where to get a token. */
const publicHeaders = { "access-control-allow-origin": "*" }

/** Returns the protected resource metadata (RFC 9728), which names the issuers of tokens for this server. */
const protectedResource = (name: ToolServerName) =>
  Effect.map(Effect.all([TokenGate, toolServerUrl(name)]), ([{ issuers }, url]) =>
    HttpServerResponse.unsafeJson(
      {
        resource: `${url}/mcp`,
        authorization_servers: issuers,
        scopes_supported: [resources[name].scope],
        bearer_methods_supported: ["header"]
      },
      { headers: publicHeaders }
    )
  )

/** Calls a tool without MCP: the body has the arguments, the response the result. */
const callTool = (tools: ReadonlyArray<ServedTool.ServedTool>) => {
  const calls = new Map(tools.map(({ call, listed }) => [listed.name, call]))
  return Effect.gen(function* () {
    const { name = "" } = yield* HttpRouter.params
    const call = calls.get(name)
    return call === undefined
      ? yield* new ToolNotFound()
      : HttpServerResponse.unsafeJson(yield* call(yield* JsonBodyHttp.read, Option.none()))
  })
}

/**
 * Builds the HTTP program of a tool server: MCP, the same tools as plain endpoints, the protected resource metadata,
 * and health checks. `serverOf` creates the SDK's server for each request.
 */
export const program = Effect.fnUntraced(function* (
  name: ToolServerName,
  tools: ReadonlyArray<ServedTool.ServedTool>,
  serverOf: (runtime: McpEndpoint.RequestRuntime) => McpServer
) {
  const gate = yield* TokenGate
  const guard = yield* AllowedAddresses.make(name)
  const { answer } = yield* McpEndpoint.make(serverOf)
  const metadata = yield* protectedResource(name)

  const admitted = <A, E, R>(endpoint: Effect.Effect<A, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      guard(headers).pipe(Effect.zipRight(gate.admit(headers)), Effect.zipRight(endpoint))
    )

  const router = HttpRouter.empty.pipe(
    HttpRouter.post("/mcp", admitted(answer)),
    HttpRouter.post("/mcp/tools/:name", admitted(callTool(tools))),
    HttpRouter.get(metadataPath, Effect.succeed(metadata)),
    HttpRouter.concat(Health.router(Health.databaseChecks))
  )
  return HttpProgram.serve(router, {
    // A caller's trace is continued only after authentication, where tokens are required.
    continuesTrace: (headers) =>
      "traceparent" in headers ? Effect.isSuccess(gate.admit(headers)) : Effect.succeed(false),
    budget: () => budget,
    origins: yield* corsOrigins
  })
})

/** A tool server: tools that are open to every caller, and their handlers. */
export interface ToolServer<Tools extends Record<string, Tool.Any>, R> {
  readonly name: ToolServerName
  readonly toolkit: Toolkit.Toolkit<Tools>
  readonly handlers: Effect.Effect<ServedHandlers<Tools>, never, R>
}

/** Builds the program of a tool server. It shares no services with others, so that both can run in one process. */
export const service = <Tools extends Record<string, Tool.Any>, R>({ handlers, name, toolkit }: ToolServer<Tools, R>) =>
  Layer.unwrapScoped(
    Effect.flatMap(Effect.all([handlers, CurrentNames]), ([handlers, { read }]) => {
      const tools = ServedTool.make(toolkit, handlers, read)
      return program(name, tools, SdkServer.make(name, tools))
    })
  ).pipe(Layer.provide(TokenGate.layer(name)), Layer.fresh)
