import { type Headers, type HttpServerResponse } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { ServiceUnavailable } from "@storefront/domain/Errors"
import { type ToolServerName } from "@storefront/domain/Topology"
import { OAuthIssuer } from "@storefront/server/platform/auth/OAuthIssuer"
import { resources, ServiceTokens } from "@storefront/server/platform/auth/ServiceTokens"
import { mcpAuthEnabled, toolServerUrl } from "@storefront/server/platform/config/McpConfig"
import * as BearerToken from "@storefront/server/platform/http/BearerToken"
import * as ErrorResponses from "@storefront/server/platform/http/ErrorResponses"
import { Context, Effect, Layer, Option } from "effect"

/** Where a tool server says which tokens it takes (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource/mcp"

/** What a challenge says besides where to look for tokens. */
type Complaint = "" | `, error="${string}"` | `, error="${string}", scope="${string}"`

/** Who may call the tools. */
export class TokenGate extends Context.Tag("@storefront/mcp/http/TokenGate")<
  TokenGate,
  {
    /** Lets a request pass, or fails with what it is answered. */
    readonly admit: (
      headers: Headers.Headers
    ) => Effect.Effect<void, HttpServerResponse.HttpServerResponse | ServiceUnavailable>
    /** The authorization servers whose tokens count. */
    readonly issuers: ReadonlyArray<string>
  }
>() {
  /** Everybody who can reach the port. */
  static readonly layerOpen = Layer.succeed(this, { admit: () => Effect.void, issuers: [] })

  /** Whoever shows a token that the issuer gave for this server. */
  static readonly layerTokens = (server: ToolServerName) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const tokens = yield* ServiceTokens
        const issuer = yield* OAuthIssuer
        const url = yield* toolServerUrl(server)
        const resource = resources[server]
        const refuse = (complaint: Complaint) =>
          Effect.fail(
            ErrorResponses.respond({
              status: 401,
              detail: "Invalid or missing token",
              headers: { "www-authenticate": `Bearer resource_metadata="${url}${metadataPath}"${complaint}` }
            })
          )
        return {
          admit: (headers) =>
            Option.match(BearerToken.of(headers), {
              onNone: () => refuse(headers["authorization"] === undefined ? "" : `, error="invalid_token"`),
              onSome: (token) =>
                Effect.catchTags(tokens.verify(token, resource), {
                  TokenRefused: () => refuse(`, error="invalid_token"`),
                  // RFC 6750 has 403 for this; our specification has 401.
                  ScopeMissing: () => refuse(`, error="insufficient_scope", scope="${resource.scope}"`),
                  IssuerUnavailable: () => new ServiceUnavailable({ message: "Authentication service unavailable" })
                })
            }),
          issuers: [issuer.name]
        }
      })
    )

  /** Tokens are wanted when `MCP_AUTH_ENABLED` says so. */
  static readonly layer = (server: ToolServerName) =>
    Layer.unwrapEffect(
      Effect.map(mcpAuthEnabled, (isEnabled) =>
        isEnabled
          ? this.layerTokens(server).pipe(
              Layer.provide(ServiceTokens.layer),
              Layer.provide(OAuthIssuer.layer),
              Layer.provide(NodeHttpClient.layerUndici)
            )
          : this.layerOpen
      )
    )
}
