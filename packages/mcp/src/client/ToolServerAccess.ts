import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { type ServiceName, type ToolServerName } from "@storefront/domain/Topology"
import { ClientCredentials, type TokenUnavailable } from "@storefront/server/platform/auth/ClientCredentials"
import { OAuthIssuer } from "@storefront/server/platform/auth/OAuthIssuer"
import { resources } from "@storefront/server/platform/auth/ServiceTokens"
import { TokenEndpoint } from "@storefront/server/platform/auth/TokenEndpoint"
import { authMode } from "@storefront/server/platform/config/AuthConfig"
import { mcpAuthEnabled } from "@storefront/server/platform/config/McpConfig"
import { Config, Context, Effect, Layer, Redacted, type Scope } from "effect"

/** How requests get to a tool server, and with whose name on them. It is never that of the customer. */
export class ToolServerAccess extends Context.Tag("@storefront/mcp/client/ToolServerAccess")<
  ToolServerAccess,
  {
    /** The connection of the answer belongs to the scope. */
    readonly send: (
      request: HttpClientRequest.HttpClientRequest
    ) => Effect.Effect<
      HttpClientResponse.HttpClientResponse,
      HttpClientError.HttpClientError | TokenUnavailable,
      Scope.Scope
    >
  }
>() {
  /** With no name at all. */
  static readonly layerOpen = Layer.effect(
    this,
    Effect.map(HttpClient.HttpClient, (client) => ({ send: HttpClient.withScope(client).execute }))
  )

  /** With a token for this server. */
  static readonly layerToken = (server: ToolServerName) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const credentials = yield* ClientCredentials
        const client = HttpClient.withScope(yield* HttpClient.HttpClient)
        return {
          send: (request: HttpClientRequest.HttpClientRequest) =>
            credentials.send(resources[server].scope, (token) =>
              client.execute(HttpClientRequest.bearerToken(request, Redacted.value(token)))
            )
        }
      })
    )

  /** In local mode there are no tokens of services, so servers that want some are for others. */
  private static readonly layerWithoutToken = Layer.tap(this.layerOpen, () =>
    Effect.logWarning("tool servers want tokens (MCP_AUTH_ENABLED), which agents have in oauth mode only (AUTH_MODE)")
  )

  /** With a token of `service` exactly where services show each other tokens and tool servers ask for them. */
  static readonly layer = (server: ToolServerName, service: ServiceName) =>
    Layer.unwrapEffect(
      Effect.map(Config.all({ mode: authMode, isAsked: mcpAuthEnabled }), ({ isAsked, mode }) =>
        !isAsked
          ? this.layerOpen
          : mode === "local"
            ? this.layerWithoutToken
            : this.layerToken(server).pipe(
                Layer.provide(ClientCredentials.layer),
                Layer.provide(TokenEndpoint.layer(service)),
                Layer.provide(OAuthIssuer.layer),
                // Another service of the same process is another client.
                Layer.fresh
              )
      )
    )
}
