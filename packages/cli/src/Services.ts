import { LanguageModel, type Tool } from "@effect/ai"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import * as InventoryActs from "@storefront/agents/inventory-fulfillment/acts"
import { InventoryFulfillment, InventoryFulfillmentRemote } from "@storefront/agents/inventory-fulfillment/agent"
import * as InventoryHandlers from "@storefront/agents/inventory-fulfillment/handlers"
import { Orchestrator } from "@storefront/agents/orchestrator/agent"
import * as OrchestratorHandlers from "@storefront/agents/orchestrator/handlers"
import * as OrderActs from "@storefront/agents/order-management/acts"
import { OrderManagement, OrderManagementAtTill } from "@storefront/agents/order-management/agent"
import * as OrderHandlers from "@storefront/agents/order-management/handlers"
import { PricingPromotions } from "@storefront/agents/pricing-promotions/agent"
import * as PricingHandlers from "@storefront/agents/pricing-promotions/handlers"
import * as ProductActs from "@storefront/agents/product-discovery/acts"
import { ProductDiscovery } from "@storefront/agents/product-discovery/agent"
import * as ProductHandlers from "@storefront/agents/product-discovery/handlers"
import { ReviewSentiment } from "@storefront/agents/review-sentiment/agent"
import * as ReviewHandlers from "@storefront/agents/review-sentiment/handlers"
import { AgentName, type ServiceName, SpecialistName, type ToolServerName } from "@storefront/domain/Topology"
import * as InventoryServer from "@storefront/mcp/inventory/server"
import * as ProductServer from "@storefront/mcp/product/server"
import { AgentCredentials } from "@storefront/server/assistant/a2a/AgentCredentials"
import * as AgentService from "@storefront/server/assistant/a2a/AgentService"
import { type BindingActs } from "@storefront/server/assistant/actions/BindingActs"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as Assistant from "@storefront/server/assistant/Assistant"
import * as Chat from "@storefront/server/assistant/chat/Chat"
import { ChatTurn } from "@storefront/server/assistant/chat/ChatTurn"
import { ToolEffects } from "@storefront/server/platform/effects/ToolEffects"
import { authMode } from "@storefront/server/platform/config/AuthConfig"
import { mcpEnabled, toolServerUrl, toolServerVariables } from "@storefront/server/platform/config/McpConfig"
import { checkoutUrl } from "@storefront/server/platform/config/PayingConfig"
import { oauthIssuer } from "@storefront/server/platform/config/OAuthConfig"
import * as Health from "@storefront/server/platform/http/Health"
import * as HttpListener from "@storefront/server/platform/http/HttpListener"
import * as DependencyHealth from "@storefront/server/platform/http/DependencyHealth"
import * as LanguageModels from "@storefront/server/assistant/model/LanguageModels"
import { GuestRetention } from "@storefront/server/assistant/chat/GuestRetention"
import * as Doors from "@storefront/server/doors/Doors"
import { SpecialistCredentials } from "@storefront/server/assistant/specialists/SpecialistCredentials"
import * as SpecialistStandings from "@storefront/server/assistant/specialists/SpecialistStandings"
import * as Telemetry from "@storefront/server/platform/telemetry/Telemetry"
import * as Shop from "@storefront/server/shop/Shop"
import { type ConfigError, Effect, Layer, Option, Schema } from "effect"

/** The shop that tool handlers read and write. */
const ShopLayer = Layer.merge(Shop.layer, ToolEffects.sweep.pipe(Layer.provide(ToolEffects.layer)))

/** Uses the model that is provided from outside, else the configured one. An unused model is not loaded. */
const modelOf = (agent: LanguageModels.AgentOutline) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.serviceOption(LanguageModel.LanguageModel),
      Option.match({
        onNone: () =>
          LanguageModels.layer(agent, {
            embedded: () => import("@storefront/agents/planner/Planner")
          }),
        onSome: (model) => Layer.succeed(LanguageModel.LanguageModel, model)
      })
    )
  )

/** Standing of the token issuer, if there is a separate one. */
const issuerStanding = Effect.gen(function* () {
  if ((yield* authMode) === "local") {
    return {}
  }
  const { issuer } = yield* oauthIssuer
  const look = DependencyHealth.checkReachable(issuer, "Start the authorization server, or correct OAUTH_ISSUER.")
  return { issuer: yield* DependencyHealth.cachedCheck(look) }
})

/** Fails if no tool server answers, or if it is not ready. */
const lookAtToolServer = (url: string, mend: string) =>
  HttpClient.get(url).pipe(
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Schema.Union(Health.Ready, Health.Unavailable))),
    Effect.mapError(() => new DependencyHealth.Degraded({ message: `No tool server answers at its address. ${mend}` })),
    Effect.flatMap((said) =>
      "failed" in said
        ? new DependencyHealth.Degraded({
            message: `It is not ready: ${Health.describeMissing(said).join(", ")}. Look into its log.`
          })
        : Effect.void
    ),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )

/** Returns the standing of a tool server, if tools run at one. */
const toolServerStanding = Effect.fnUntraced(function* (name: ToolServerName) {
  if (!(yield* mcpEnabled)) {
    return {}
  }
  const url = yield* toolServerUrl(name)
  return {
    [name]: yield* DependencyHealth.cachedCheck(
      lookAtToolServer(`${url}/readyz`, `Start it, or set ${toolServerVariables[name]} to where it is.`)
    )
  }
})

const modelStanding = Effect.map(DependencyHealth.ProviderHealth, ({ model }) => ({ model: model.current }))

/** Collects the dependencies that an agent can do without: its model, its issuer and others. */
const dependencies = <E, R>(others: Effect.Effect<DependencyHealth.DependencyHealths, E, R>) =>
  Layer.effect(
    DependencyHealth.Dependencies,
    Effect.map(Effect.all([modelStanding, issuerStanding, others]), (all): DependencyHealth.DependencyHealths =>
      Object.assign({}, ...all)
    )
  )

const othersOf: Readonly<
  Record<SpecialistName, Effect.Effect<DependencyHealth.DependencyHealths, ConfigError.ConfigError>>
> = {
  "product-discovery": Effect.zipWith(
    Effect.map(DependencyHealth.ProviderHealth, ({ embeddings }) => ({ embeddings: embeddings.current })),
    toolServerStanding("mcp-product"),
    (embeddings, toolServer) => ({ ...embeddings, ...toolServer })
  ),
  "inventory-fulfillment": toolServerStanding("mcp-inventory"),
  "order-management": Effect.succeed({}),
  "pricing-promotions": Effect.succeed({}),
  "review-sentiment": Effect.succeed({})
}

/** Builds a specialist with its model. */
const specialist = <Tools extends Record<string, Tool.Any>, E, R, E2 = never, R2 = never>(
  agent: Agent<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>,
  acts?: Layer.Layer<BindingActs, E2, R2>
) =>
  AgentService.service(agent, handlers, acts).pipe(
    Layer.provide([modelOf(agent), ShopLayer, Proposals.layer, AgentCredentials.layer])
  )

/** Selects the first program if tool servers run their tools, else the second. */
const withToolServers = <E1, R1, E2, R2>(remote: Layer.Layer<never, E1, R1>, local: Layer.Layer<never, E2, R2>) =>
  Layer.unwrapEffect(
    Effect.map(mcpEnabled, (isEnabled): Layer.Layer<never, E1 | E2, R1 | R2> => (isEnabled ? remote : local))
  )

/** The front door, with the assistant and its model behind the chat. */
const orchestrator = ChatTurn.draining.pipe(
  Layer.merge(GuestRetention.sweep),
  Layer.provide(Doors.layer),
  Layer.provide(Chat.layer(Orchestrator)),
  Layer.provide(OrchestratorHandlers.layer),
  Layer.provide(dependencies(SpecialistStandings.make)),
  Layer.provide(modelOf(Orchestrator)),
  Layer.provide(SpecialistCredentials.layer),
  Layer.provide(NodeHttpClient.layerUndici)
)

const isSpecialist = Schema.is(SpecialistName)

/** Program of each agent. It still requires the database, its HTTP server, and what all agents use. */
const programs = {
  orchestrator,
  "product-discovery": withToolServers(
    specialist(ProductDiscovery, ProductHandlers.layerRemote, ProductActs.layer).pipe(
      Layer.provide(NodeHttpClient.layerUndici)
    ),
    specialist(ProductDiscovery, ProductHandlers.layer, ProductActs.layer)
  ),
  "order-management": Layer.unwrapEffect(
    Effect.map(checkoutUrl, (till) =>
      Option.isSome(till)
        ? specialist(OrderManagementAtTill, OrderHandlers.layerAtTill, OrderActs.layer)
        : specialist(OrderManagement, OrderHandlers.layer, OrderActs.layer)
    )
  ),
  "pricing-promotions": specialist(PricingPromotions, PricingHandlers.layer),
  "review-sentiment": specialist(ReviewSentiment, ReviewHandlers.layer),
  "inventory-fulfillment": withToolServers(
    specialist(InventoryFulfillmentRemote, InventoryHandlers.layerRemote, InventoryActs.layer).pipe(
      Layer.provide(NodeHttpClient.layerUndici)
    ),
    specialist(InventoryFulfillment, InventoryHandlers.layer, InventoryActs.layer)
  )
} satisfies Record<AgentName, unknown>

/** Program of the authorization server, whose library is loaded only where it runs. */
const authServerProgram = Layer.unwrapEffect(
  Effect.map(
    Effect.promise(() => import("@storefront/server/issuer/AuthServerHttp")),
    ({ layer }) => layer
  )
)

/** Program of each tool server. It requires the same as an agent, without what only agents use. */
const toolServers = {
  "mcp-product": ProductServer.service.pipe(Layer.provide(ShopLayer)),
  "mcp-inventory": InventoryServer.service.pipe(Layer.provide(ShopLayer))
} satisfies Record<ToolServerName, unknown>

/**
 * Builds one agent at its port, reporting to the collector under its own name. Its port opens last and closes first. A
 * provided `LanguageModel` replaces the configured one.
 */
export const agent = (name: AgentName) =>
  programs[name].pipe(
    Layer.provide(isSpecialist(name) ? dependencies(othersOf[name]) : Layer.empty),
    Layer.provide(HttpListener.layer(name)),
    Layer.provide(Assistant.layer),
    Layer.provide(Telemetry.layer(name))
  )

/** Builds one tool server at its port. */
export const toolServer = (name: ToolServerName) =>
  toolServers[name].pipe(Layer.provide(HttpListener.layer(name)), Layer.provide(Telemetry.layer(name)))

/** The authorization server at its port. */
export const authServer = authServerProgram.pipe(
  Layer.provide(HttpListener.layer("auth-server")),
  Layer.provide(Telemetry.layer("auth-server"))
)

const isAgent = Schema.is(AgentName)

/** Builds one service of any kind. */
export const service = (name: ServiceName) =>
  Layer.mergeAll(isAgent(name) ? agent(name) : name === "auth-server" ? authServer : toolServer(name))
