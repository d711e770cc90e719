import { type ServiceName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/config/AgentsConfig"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as EdgeConfig from "@storefront/server/config/EdgeConfig"
import * as LimitsConfig from "@storefront/server/config/LimitsConfig"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
import * as SearchConfig from "@storefront/server/config/SearchConfig"
import * as TelemetryConfig from "@storefront/server/config/TelemetryConfig"
import * as HttpListener from "@storefront/server/http/HttpListener"
import { Effect, Layer } from "effect"

const configuration = Effect.all([
  TelemetryConfig.logging,
  TelemetryConfig.telemetry,
  AuthConfig.jwtSecret,
  AuthConfig.bcryptCost,
  AgentsConfig.sharedSecret,
  AgentsConfig.registry,
  AgentsConfig.marketplaceEnforced,
  DatabaseConfig.database,
  DatabaseConfig.embeddingDimensions,
  LimitsConfig.turnBudget,
  LimitsConfig.agentHopTimeout,
  LimitsConfig.returns,
  ModelConfig.model,
  SearchConfig.minSimilarity,
  EdgeConfig.rateLimits,
  EdgeConfig.trustedProxies,
  EdgeConfig.corsOrigins
])

/**
 * Finds what would stop the services, before anything slow begins: reads the whole configuration and opens and closes
 * every port.
 */
export const check = (services: ReadonlyArray<ServiceName>) =>
  Effect.zipRight(
    configuration,
    Effect.forEach(services, (name) => Effect.scoped(Layer.build(HttpListener.layer(name))), { discard: true })
  )
