import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { AgentName, type ServiceName, services, ToolServerName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/platform/config/AgentsConfig"
import * as JwtSigningKey from "@storefront/server/platform/auth/JwtSigningKey"
import * as AuthConfig from "@storefront/server/platform/config/AuthConfig"
import * as AuthServerConfig from "@storefront/server/platform/config/AuthServerConfig"
import * as BudgetConfig from "@storefront/server/platform/config/BudgetConfig"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as EdgeConfig from "@storefront/server/platform/config/EdgeConfig"
import * as EgressConfig from "@storefront/server/platform/config/EgressConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as LimitsConfig from "@storefront/server/platform/config/LimitsConfig"
import * as McpConfig from "@storefront/server/platform/config/McpConfig"
import * as ModelConfig from "@storefront/server/platform/config/ModelConfig"
import * as OAuthClientConfig from "@storefront/server/platform/config/OAuthClientConfig"
import * as OAuthConfig from "@storefront/server/platform/config/OAuthConfig"
import * as PriceConfig from "@storefront/server/platform/config/PriceConfig"
import { publicUrl } from "@storefront/server/platform/config/PublicUrlConfig"
import { shopIdentity } from "@storefront/server/platform/config/ShopIdentityConfig"
import * as PayingConfig from "@storefront/server/platform/config/PayingConfig"
import * as ShopConfig from "@storefront/server/platform/config/ShopConfig"
import * as SearchConfig from "@storefront/server/platform/config/SearchConfig"
import * as SupportConfig from "@storefront/server/platform/config/SupportConfig"
import * as TelemetryConfig from "@storefront/server/platform/config/TelemetryConfig"
import { errorCode } from "@storefront/server/platform/database/ErrorCode"
import * as Health from "@storefront/server/platform/http/Health"
import * as HttpListener from "@storefront/server/platform/http/HttpListener"
import { checkRecordings } from "@storefront/server/platform/provider/GuardedClient"
import { Data, Effect, Layer, Schema } from "effect"

/** Checks that let a start fail early, before anything slow begins. */

/** Settings that every service reads. */
const ofAll = Effect.all([
  // First, since amounts among the others are in the shop's currency.
  ShopConfig.settled,
  TelemetryConfig.logging,
  TelemetryConfig.telemetry,
  DatabaseConfig.database,
  DatabaseConfig.embeddingDimensions,
  ModelConfig.model,
  ModelConfig.embeddings,
  AuthConfig.environment,
  SearchConfig.minSimilarity,
  EdgeConfig.corsOrigins,
  EdgeConfig.widgetOrigins
])

/** Settings by which agents authenticate people and each other, by mode. */
const trust = {
  local: Effect.asVoid(Effect.all([AuthConfig.jwtSecret, AgentsConfig.sharedSecret])),
  oauth: Effect.asVoid(Effect.all([OAuthConfig.oauthIssuer, OAuthClientConfig.callerKeysUrl]))
}

/** Settings of agents that run tools at the tool servers. */
const ofToolClients = Effect.all([
  McpConfig.mcpAuthEnabled,
  Effect.whenEffect(Effect.forEach(ToolServerName.literals, McpConfig.toolServerUrl), McpConfig.mcpEnabled)
])

/** Settings that agents read in addition. */
const ofAgents = Effect.all([
  Effect.flatMap(AuthConfig.authMode, (mode) => trust[mode]),
  AuthConfig.bcryptCost,
  AgentsConfig.registry,
  AgentsConfig.marketplaceEnforced,
  LimitsConfig.turnTimeout,
  LimitsConfig.agentHopTimeout,
  LimitsConfig.returns,
  PayingConfig.checkoutUrl,
  PayingConfig.paymentNote,
  BudgetConfig.tokenBudgets,
  BudgetConfig.historyTokens,
  PriceConfig.prices,
  EgressConfig.egress,
  publicUrl,
  SupportConfig.supportContact,
  EdgeConfig.rateLimits,
  EdgeConfig.trustedProxies,
  ofToolClients
])

/** Settings that a tool server reads in addition. */
const ofToolServer = (name: ToolServerName) =>
  Effect.zipRight(
    McpConfig.toolServerUrl(name),
    Effect.flatMap(McpConfig.mcpAuthEnabled, (isEnabled) =>
      isEnabled ? Effect.asVoid(OAuthConfig.oauthIssuer) : Effect.void
    )
  )

/** Settings that the authorization server reads in addition. */
const ofAuthServer = Effect.all([
  AuthServerConfig.ownIssuer,
  AuthServerConfig.keyEncryptionSecret,
  AuthConfig.bcryptCost
])

/** Settings that the orchestrator reads in addition; in oauth mode its key, with which it signs its callers' identity. */
const ofOrchestrator = Effect.zipRight(
  shopIdentity,
  Effect.flatMap(AuthConfig.authMode, (mode) =>
    mode === "oauth" ? Effect.asVoid(Effect.flatMap(OAuthClientConfig.callerKeyFile, JwtSigningKey.load)) : Effect.void
  )
)

const isAgent = Schema.is(AgentName)
const isToolServer = Schema.is(ToolServerName)

/** Reads the whole configuration of these services. */
export const configuration = (names: ReadonlyArray<ServiceName>) =>
  Effect.all(
    [
      ofAll,
      Effect.when(ofAgents, () => names.some(isAgent)),
      Effect.when(ofOrchestrator, () => names.includes("orchestrator")),
      Effect.when(ofAuthServer, () => names.includes("auth-server")),
      Effect.forEach(names.filter(isToolServer), ofToolServer)
    ],
    { discard: true }
  )

/** A port is unavailable; the message says why and what to do. */
export class PortTaken extends Data.TaggedError("PortTaken")<{ readonly message: string }> {}

/** Fails if two of the services would listen at the same port. */
export const checkPortsDiffer = Effect.fnUntraced(function* (names: ReadonlyArray<ServiceName>) {
  const seen = new Map<number, ServiceName>()
  for (const name of names) {
    const port = yield* HttpConfig.port(name)
    const other = seen.get(port)
    if (other !== undefined) {
      return yield* new PortTaken({
        message:
          `${other} and ${name} are both to listen at port ${port}. ` +
          `Choose another one in ${services[other].portVariable} or ${services[name].portVariable}`
      })
    }
    seen.set(port, name)
  }
})

/** Returns whether a service of ours listens at an address. */
const isOurs = (address: string) =>
  HttpClient.get(`${address}/healthz`).pipe(
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Health.Alive)),
    Effect.timeout("1 second"),
    Effect.isSuccess,
    Effect.provide(FetchHttpClient.layer)
  )

/** Opens and closes the port of a service; fails if that is impossible. */
export const checkPort = (name: ServiceName) =>
  Effect.scoped(Layer.build(HttpListener.layer(name))).pipe(
    Effect.catchTag(
      "AddressUnavailable",
      Effect.fnUntraced(function* (unavailable) {
        const address = yield* HttpConfig.address(name)
        return yield* errorCode(unavailable.cause) === "EADDRINUSE" && (yield* isOurs(address))
          ? new PortTaken({
              message:
                `${name} did not start: another storefront service runs at ${address} already. ` +
                `Stop it, or choose another port, for example ${services[name].portVariable}=18080`
            })
          : unavailable
      })
    )
  )

/**
 * Fails early if something would stop the services, before anything slow begins: reads their whole configuration, opens
 * and closes every port, and opens recordings of a model.
 */
export const check = (names: ReadonlyArray<ServiceName>) =>
  Effect.all(
    [
      configuration(names),
      checkPortsDiffer(names),
      Effect.forEach(names, checkPort),
      Effect.when(checkRecordings, () => names.some(isAgent))
    ],
    { discard: true }
  )
