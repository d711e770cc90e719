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

/** Path of the protected resource metadata (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource/mcp"

/** Error parameters of a `WWW-Authenticate` challenge. */
type ChallengeParameters = "" | `, error="${string}"` | `, error="${string}", scope="${string}"`

/** Access check of a tool server: admits or refuses each request by its token. */
export class TokenGate extends Context.Tag("@storefront/mcp/http/TokenGate")<
  TokenGate,
  {
    /** Admits a request, or fails with the response to send. */
    readonly admit: (
      headers: Headers.Headers
    ) => Effect.Effect<void, HttpServerResponse.HttpServerResponse | ServiceUnavailable>
    /** Authorization servers whose tokens are accepted. */
    readonly issuers: ReadonlyArray<string>
  }
>() {
  /** Admits everyone who can reach the port. */
  static readonly layerOpen = Layer.succeed(this, { admit: () => Effect.void, issuers: [] })

  /** Admits callers with a token that the issuer issued for this server. */
  static readonly layerTokens = (server: ToolServerName) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const tokens = yield* ServiceTokens
        const issuer = yield* OAuthIssuer
        const url = yield* toolServerUrl(server)
        const resource = resources[server]
        const refuse = (parameters: ChallengeParameters) =>
          Effect.fail(
            ErrorResponses.respond({
              status: 401,
              detail: "Invalid or missing token",
              headers: { "www-authenticate": `Bearer resource_metadata="${url}${metadataPath}"${parameters}` }
            })
          )
        return {
          admit: (headers) =>
            Option.match(BearerToken.of(headers), {
              onNone: () => refuse(headers["authorization"] === undefined ? "" : `, error="invalid_token"`),
              onSome: (token) =>
                Effect.catchTags(tokens.verify(token, resource), {
                  TokenRefused: () => refuse(`, error="invalid_token"`),
                  // RFC 6750 says 403 for this; our specification says 401.
                  ScopeMissing: () => refuse(`, error="insufficient_scope", scope="${resource.scope}"`),
                  IssuerUnavailable: () => new ServiceUnavailable({ message: "Authentication service unavailable" })
                })
            }),
          issuers: [issuer.name]
        }
      })
    )

  /** Requires tokens if `MCP_AUTH_ENABLED` is set. */
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
