import { type Tool } from "@effect/ai"
import { type SpecialistName } from "@storefront/domain/Topology"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { type Agent } from "@storefront/server/agent/Agent"
import * as AgentService from "@storefront/server/agent/AgentService"
import { ToolEffects } from "@storefront/server/agent/ToolEffects"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductDetails } from "@storefront/server/catalog/ProductDetails"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { ProductSearch } from "@storefront/server/catalog/ProductSearch"
import { TrendingProducts } from "@storefront/server/catalog/TrendingProducts"
import { VectorIndex } from "@storefront/server/catalog/VectorIndex"
import { Restocks } from "@storefront/server/inventory/Restocks"
import { Shipping } from "@storefront/server/inventory/Shipping"
import { Stock } from "@storefront/server/inventory/Stock"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as LanguageModels from "@storefront/server/model/LanguageModels"
import { OrderCancellation } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Coupons } from "@storefront/server/pricing/Coupons"
import { Deals } from "@storefront/server/pricing/Deals"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Layer } from "effect"
import { InventoryFulfillment } from "./inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "./inventory-fulfillment/handlers.ts"
import { OrderManagement } from "./order-management/agent.ts"
import * as OrderHandlers from "./order-management/handlers.ts"
import { PricingPromotions } from "./pricing-promotions/agent.ts"
import * as PricingHandlers from "./pricing-promotions/handlers.ts"
import { ProductDiscovery } from "./product-discovery/agent.ts"
import * as ProductHandlers from "./product-discovery/handlers.ts"
import { ReviewSentiment } from "./review-sentiment/agent.ts"
import * as ReviewHandlers from "./review-sentiment/handlers.ts"

/** What tool handlers read and write: the shop, in the database. */
const RepositoriesLayer = Layer.mergeAll(
  Coupons.layer,
  Deals.layer,
  LoyaltyProgramme.layer,
  OrderCancellation.layer,
  OrderLookup.layer,
  PriceHistory.layer,
  ProductDetails.layer,
  ProductFinder.layer,
  ProductSearch.layer,
  Restocks.layer,
  ReviewLookup.layer,
  SentimentAnalysis.layer,
  Shipping.layer,
  Stock.layer,
  TrendingProducts.layer
).pipe(Layer.provide([ToolEffects.layer, VectorIndex.layer]), Layer.provide(EmbeddingModels.layer))

/** The program of a specialist on the configured model; a database, a server and the audit log are still open. */
const program = <Tools extends Record<string, Tool.Any>, E, R>(
  agent: Agent<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
) =>
  AgentService.service(agent, handlers).pipe(
    Layer.provide(LanguageModels.layer(agent.playbook)),
    Layer.provide(RepositoriesLayer)
  )

/** Every specialist of the suite by its name. */
export const specialists = {
  "product-discovery": program(ProductDiscovery, ProductHandlers.layer),
  "order-management": program(OrderManagement, OrderHandlers.layer),
  "pricing-promotions": program(PricingPromotions, PricingHandlers.layer),
  "review-sentiment": program(ReviewSentiment, ReviewHandlers.layer),
  "inventory-fulfillment": program(InventoryFulfillment, InventoryHandlers.layer)
} satisfies Record<SpecialistName, unknown>
