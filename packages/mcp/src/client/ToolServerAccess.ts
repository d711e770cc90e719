import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { type ServiceName, type ToolServerName } from "@storefront/domain/Topology"
import { ClientCredentials, type TokenUnavailable } from "@storefront/server/platform/auth/ClientCredentials"
import { OAuthIssuer } from "@storefront/server/platform/auth/OAuthIssuer"
import { resources } from "@storefront/server/platform/auth/ServiceTokens"
import { TokenEndpointClient } from "@storefront/server/platform/auth/TokenEndpointClient"
import { authMode } from "@storefront/server/platform/config/AuthConfig"
import { mcpAuthEnabled } from "@storefront/server/platform/config/McpConfig"
import { Config, Context, Effect, Layer, Redacted, type Scope } from "effect"

/** Sends requests to a tool server under the identity of a service, never of the customer. */
export class ToolServerAccess extends Context.Tag("@storefront/mcp/client/ToolServerAccess")<
  ToolServerAccess,
  {
    /** Sends a request; its connection is released with the scope. */
    readonly send: (
      request: HttpClientRequest.HttpClientRequest
    ) => Effect.Effect<
      HttpClientResponse.HttpClientResponse,
      HttpClientError.HttpClientError | TokenUnavailable,
      Scope.Scope
    >
  }
>() {
  /** Sends requests without credentials. */
  static readonly layerOpen = Layer.effect(
    this,
    Effect.map(HttpClient.HttpClient, (client) => ({ send: HttpClient.withScope(client).execute }))
  )

  /** Sends requests with a service token for this server. */
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

  /** Sends no token, because local mode has no service tokens; servers that require one refuse the request. */
  private static readonly layerWithoutToken = Layer.tap(this.layerOpen, () =>
    Effect.logWarning("tool servers want tokens (MCP_AUTH_ENABLED), which agents have in oauth mode only (AUTH_MODE)")
  )

  /** Sends a token of `service` if tool servers require one (`MCP_AUTH_ENABLED`) and the mode is `oauth`. */
  static readonly layer = (server: ToolServerName, service: ServiceName) =>
    Layer.unwrapEffect(
      Effect.map(Config.all({ mode: authMode, isAsked: mcpAuthEnabled }), ({ isAsked, mode }) =>
        !isAsked
          ? this.layerOpen
          : mode === "local"
            ? this.layerWithoutToken
            : this.layerToken(server).pipe(
                Layer.provide(ClientCredentials.layer),
                Layer.provide(TokenEndpointClient.layer(service)),
                Layer.provide(OAuthIssuer.layer),
                // Each service of the process is a client of its own.
                Layer.fresh
              )
      )
    )
}
