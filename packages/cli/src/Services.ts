import { type Tool } from "@effect/ai"
import { type AgentName } from "@storefront/domain/Topology"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { type Agent } from "@storefront/server/agent/Agent"
import * as AgentService from "@storefront/server/a2a/AgentService"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import * as CartRepositories from "@storefront/server/cart/CartServices"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductComparison } from "@storefront/server/catalog/ProductComparison"
import { ProductDetails } from "@storefront/server/catalog/ProductDetails"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { ProductSearch } from "@storefront/server/catalog/ProductSearch"
import { SellerCatalogue } from "@storefront/server/catalog/SellerCatalogue"
import { SimilarProducts } from "@storefront/server/catalog/SimilarProducts"
import { TrendingProducts } from "@storefront/server/catalog/TrendingProducts"
import { VectorIndex } from "@storefront/server/catalog/VectorIndex"
import { ChatTurn } from "@storefront/server/chat/ChatTurn"
import { Backorders } from "@storefront/server/inventory/Backorders"
import { Carriers } from "@storefront/server/inventory/Carriers"
import { DeliveryAreas } from "@storefront/server/inventory/DeliveryAreas"
import { Restocks } from "@storefront/server/inventory/Restocks"
import { SellerStock } from "@storefront/server/inventory/SellerStock"
import { Shipping } from "@storefront/server/inventory/Shipping"
import { StockedWarehouses } from "@storefront/server/inventory/StockedWarehouses"
import { Stock } from "@storefront/server/inventory/Stock"
import { WarehouseAvailability } from "@storefront/server/inventory/WarehouseAvailability"
import { Memories } from "@storefront/server/memories/Memories"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as LanguageModels from "@storefront/server/model/LanguageModels"
import { OrderCancellation } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { OrderModification } from "@storefront/server/orders/OrderModification"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { SellerSales } from "@storefront/server/orders/SellerSales"
import { CartProducts } from "@storefront/server/pricing/CartProducts"
import { Coupons } from "@storefront/server/pricing/Coupons"
import { Deals } from "@storefront/server/pricing/Deals"
import { OfferedPromotions } from "@storefront/server/pricing/OfferedPromotions"
import { PricingFacts } from "@storefront/server/pricing/PricingFacts"
import * as StorefrontHttp from "@storefront/server/rest/StorefrontHttp"
import { Refunds } from "@storefront/server/returns/Refunds"
import { ReturnLookup } from "@storefront/server/returns/ReturnLookup"
import { ReturnRequests } from "@storefront/server/returns/ReturnRequests"
import { ReviewAuthenticity } from "@storefront/server/reviews/ReviewAuthenticity"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { ReviewTrends } from "@storefront/server/reviews/ReviewTrends"
import { SellerReplies } from "@storefront/server/reviews/SellerReplies"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { NodeHttpClient } from "@effect/platform-node"
import { Layer } from "effect"
import { InventoryFulfillment } from "@storefront/agents/inventory-fulfillment/agent"
import * as InventoryHandlers from "@storefront/agents/inventory-fulfillment/handlers"
import { OrderManagement } from "@storefront/agents/order-management/agent"
import * as OrderHandlers from "@storefront/agents/order-management/handlers"
import { Orchestrator } from "@storefront/agents/orchestrator/agent"
import * as OrchestratorHandlers from "@storefront/agents/orchestrator/handlers"
import { PricingPromotions } from "@storefront/agents/pricing-promotions/agent"
import * as PricingHandlers from "@storefront/agents/pricing-promotions/handlers"
import { ProductDiscovery } from "@storefront/agents/product-discovery/agent"
import * as ProductHandlers from "@storefront/agents/product-discovery/handlers"
import { ReviewSentiment } from "@storefront/agents/review-sentiment/agent"
import * as ReviewHandlers from "@storefront/agents/review-sentiment/handlers"

/** What tool handlers read and write: the shop, in the database. */
export const RepositoriesLayer = Layer.mergeAll(
  Backorders.layer,
  Carriers.layer,
  CartRepositories.layer,
  CartProducts.layer,
  Coupons.layer,
  Deals.layer,
  LoyaltyProgramme.layer,
  Memories.layer,
  NearestProducts.layer,
  OfferedPromotions.layer,
  OrderCancellation.layer,
  OrderLookup.layer,
  OrderModification.layer,
  PriceHistory.layer,
  PricingFacts.layer,
  ProductComparison.layer,
  ProductDetails.layer,
  ProductFinder.layer,
  ProductSearch.layer,
  PurchaseHistory.layer,
  Refunds.layer,
  Restocks.layer,
  ReturnLookup.layer,
  ReturnRequests.layer,
  ReviewAuthenticity.layer,
  ReviewLookup.layer,
  ReviewTrends.layer,
  SellerCatalogue.layer,
  SellerReplies.layer,
  SellerSales.layer,
  SellerStock.layer,
  SentimentAnalysis.layer,
  Shipping.layer,
  SimilarProducts.layer,
  Stock.layer,
  StockedWarehouses.layer,
  ToolEffects.sweep,
  TrendingProducts.layer,
  WarehouseAvailability.layer
).pipe(Layer.provide([DeliveryAreas.layer, ToolEffects.layer, VectorIndex.layer]), Layer.provide(EmbeddingModels.layer))

/** The configured model. Whatever model is not configured is not loaded. */
const modelOf = (agent: LanguageModels.AgentOutline) =>
  LanguageModels.layer(agent, {
    embedded: () => import("@storefront/agents/planner/Planner")
  })

/** A specialist on the configured model. */
const specialist = <Tools extends Record<string, Tool.Any>, E, R>(
  agent: Agent<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
) => AgentService.service(agent, handlers).pipe(Layer.provide(modelOf(agent)), Layer.provide(RepositoriesLayer))

/** The front door, with the assistant behind its chat on the configured model. */
const orchestrator = ChatTurn.draining.pipe(
  Layer.provide(StorefrontHttp.layer),
  Layer.provide(ChatTurn.layer(Orchestrator)),
  Layer.provide(OrchestratorHandlers.layer),
  Layer.provide(modelOf(Orchestrator)),
  Layer.provide(NodeHttpClient.layerUndici)
)

/** The program of every agent. Open are: the database, the server it listens at, and what all agents use. */
export const services = {
  orchestrator,
  "product-discovery": specialist(ProductDiscovery, ProductHandlers.layer),
  "order-management": specialist(OrderManagement, OrderHandlers.layer),
  "pricing-promotions": specialist(PricingPromotions, PricingHandlers.layer),
  "review-sentiment": specialist(ReviewSentiment, ReviewHandlers.layer),
  "inventory-fulfillment": specialist(InventoryFulfillment, InventoryHandlers.layer)
} satisfies Record<AgentName, unknown>
