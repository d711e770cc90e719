import { AgentName, type ServiceName, ToolServerName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/config/AgentsConfig"
import * as ClientKey from "@storefront/server/auth/ClientKey"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as AuthServerConfig from "@storefront/server/config/AuthServerConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as EdgeConfig from "@storefront/server/config/EdgeConfig"
import * as LimitsConfig from "@storefront/server/config/LimitsConfig"
import * as McpConfig from "@storefront/server/config/McpConfig"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
import * as OAuthClientConfig from "@storefront/server/config/OAuthClientConfig"
import * as OAuthConfig from "@storefront/server/config/OAuthConfig"
import * as SearchConfig from "@storefront/server/config/SearchConfig"
import * as TelemetryConfig from "@storefront/server/config/TelemetryConfig"
import * as HttpListener from "@storefront/server/http/HttpListener"
import { Effect, Layer, Schema } from "effect"

/** What every service reads. */
const ofAll = Effect.all([
  TelemetryConfig.logging,
  TelemetryConfig.telemetry,
  DatabaseConfig.database,
  DatabaseConfig.embeddingDimensions,
  ModelConfig.model,
  SearchConfig.minSimilarity,
  EdgeConfig.corsOrigins
])

/** How agents know people and each other, by mode. */
const trust = {
  local: Effect.asVoid(Effect.all([AuthConfig.jwtSecret, AgentsConfig.sharedSecret])),
  oauth: Effect.asVoid(Effect.all([OAuthConfig.oauthIssuer, OAuthClientConfig.callerKeysUrl]))
}

/** What agents read besides. */
const ofAgents = Effect.all([
  Effect.flatMap(AuthConfig.authMode, (mode) => trust[mode]),
  AuthConfig.bcryptCost,
  AgentsConfig.registry,
  AgentsConfig.marketplaceEnforced,
  LimitsConfig.turnBudget,
  LimitsConfig.agentHopTimeout,
  LimitsConfig.returns,
  EdgeConfig.rateLimits,
  EdgeConfig.trustedProxies
])

/** What a tool server reads besides. */
const ofToolServer = (name: ToolServerName) =>
  Effect.zipRight(
    McpConfig.toolServerUrl(name),
    Effect.flatMap(McpConfig.mcpAuthEnabled, (isEnabled) =>
      isEnabled ? Effect.asVoid(OAuthConfig.oauthIssuer) : Effect.void
    )
  )

/** What the authorization server reads besides. */
const ofAuthServer = Effect.all([AuthServerConfig.ownIssuer, AuthServerConfig.sealingSecret, AuthConfig.bcryptCost])

/** The orchestrator signs for whom it asks in oauth mode. */
const ofOrchestrator = Effect.flatMap(AuthConfig.authMode, (mode) =>
  mode === "oauth" ? Effect.asVoid(Effect.flatMap(OAuthClientConfig.callerKeyFile, ClientKey.read)) : Effect.void
)

const isAgent = Schema.is(AgentName)
const isToolServer = Schema.is(ToolServerName)

const configuration = (services: ReadonlyArray<ServiceName>) =>
  Effect.all(
    [
      ofAll,
      Effect.when(ofAgents, () => services.some(isAgent)),
      Effect.when(ofOrchestrator, () => services.includes("orchestrator")),
      Effect.when(ofAuthServer, () => services.includes("auth-server")),
      Effect.forEach(services.filter(isToolServer), ofToolServer)
    ],
    { discard: true }
  )

/**
 * Finds what would stop the services, before anything slow begins: reads the whole configuration of these services and opens and closes
 * every port.
 */
export const check = (services: ReadonlyArray<ServiceName>) =>
  Effect.zipRight(
    configuration(services),
    Effect.forEach(services, (name) => Effect.scoped(Layer.build(HttpListener.layer(name))), { discard: true })
  )
