import { AgentName, type ServiceName, type ToolServerName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/config/AgentsConfig"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as EdgeConfig from "@storefront/server/config/EdgeConfig"
import * as LimitsConfig from "@storefront/server/config/LimitsConfig"
import * as McpConfig from "@storefront/server/config/McpConfig"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
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

/** What agents read besides. */
const ofAgents = Effect.all([
  AuthConfig.jwtSecret,
  AuthConfig.bcryptCost,
  AgentsConfig.sharedSecret,
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

const isAgent = Schema.is(AgentName)

const configuration = (services: ReadonlyArray<ServiceName>) =>
  Effect.all(
    [
      ofAll,
      Effect.when(ofAgents, () => services.some(isAgent)),
      Effect.forEach(services, (name) => (isAgent(name) ? Effect.void : ofToolServer(name)))
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
