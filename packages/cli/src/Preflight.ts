import { type ServiceName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/config/AgentsConfig"
import * as ClientKey from "@storefront/server/auth/ClientKey"
import * as AuthConfig from "@storefront/server/config/AuthConfig"
import * as AuthServerConfig from "@storefront/server/config/AuthServerConfig"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as EdgeConfig from "@storefront/server/config/EdgeConfig"
import * as LimitsConfig from "@storefront/server/config/LimitsConfig"
import * as ModelConfig from "@storefront/server/config/ModelConfig"
import * as OAuthClientConfig from "@storefront/server/config/OAuthClientConfig"
import * as OAuthConfig from "@storefront/server/config/OAuthConfig"
import * as SearchConfig from "@storefront/server/config/SearchConfig"
import * as TelemetryConfig from "@storefront/server/config/TelemetryConfig"
import * as HttpListener from "@storefront/server/http/HttpListener"
import { Effect, Layer } from "effect"

/** What every service reads. */
const common = Effect.all([
  TelemetryConfig.logging,
  TelemetryConfig.telemetry,
  AuthConfig.authMode,
  AuthConfig.bcryptCost,
  DatabaseConfig.database,
  DatabaseConfig.embeddingDimensions,
  EdgeConfig.rateLimits
])

const authServer = Effect.all([AuthServerConfig.ownIssuer, AuthServerConfig.sealingSecret])

/** How agents know people and each other, by mode. */
const trust = {
  local: Effect.asVoid(Effect.all([AuthConfig.jwtSecret, AgentsConfig.sharedSecret])),
  oauth: Effect.asVoid(Effect.all([OAuthConfig.oauthIssuer, OAuthClientConfig.callerKeysUrl]))
}

const agents = Effect.all([
  Effect.flatMap(AuthConfig.authMode, (mode) => trust[mode]),
  AgentsConfig.registry,
  AgentsConfig.marketplaceEnforced,
  LimitsConfig.turnBudget,
  LimitsConfig.agentHopTimeout,
  LimitsConfig.returns,
  ModelConfig.model,
  SearchConfig.minSimilarity,
  EdgeConfig.trustedProxies,
  EdgeConfig.corsOrigins
])

/**
 * Finds what would stop the services, before anything slow begins: reads their whole configuration and opens and closes
 * every port.
 */
export const check = Effect.fn("Preflight.check")(function* (services: ReadonlyArray<ServiceName>) {
  yield* common
  if (services.includes("auth-server")) {
    yield* authServer
  }
  if (services.some((name) => name !== "auth-server")) {
    yield* agents
  }
  if (services.includes("orchestrator") && (yield* AuthConfig.authMode) === "oauth") {
    yield* ClientKey.read(yield* OAuthClientConfig.callerKeyFile)
  }
  yield* Effect.forEach(services, (name) => Effect.scoped(Layer.build(HttpListener.layer(name))), { discard: true })
})
